import pytest

from memassets.formats import markdown_chat
from memassets.formats.rows import Record
from tests.formats import samples
from tests.formats.reading import read, records, skipped, spoken


def test_turns_stand_under_their_headings() -> None:
    assert spoken(samples.MARKDOWN_CHAT) == [
        (1, "user", "", "Which port?\n\n```text\n## Assistant\nthis is code\n```"),
        (2, "assistant", "", "It is 7012.\n\nUser: is what people type here"),
        (3, "user", "", "Thanks."),
    ]
    assert skipped(samples.MARKDOWN_CHAT) == [(1, "before-first-turn")]
    assert [(row.line, row.at) for row in records(samples.MARKDOWN_CHAT)] == [
        (3, "2026-03-01T10:00:00.000Z"),
        (12, None),
        (18, None),
    ]


@pytest.mark.parametrize(
    ("transcript", "turns"),
    [
        ("## User\na\n## Assistant\nb\n", [("user", "a"), ("assistant", "b")]),
        ("# Human:\na\n# AI:\nb\n", [("user", "a"), ("assistant", "b")]),
        ("### 👤 User\na\n### 🤖 Assistant\nb", [("user", "a"), ("assistant", "b")]),
        ("### **User**\na\n### **Claude**\nb", [("user", "a"), ("assistant", "b")]),
        ("**User:** a\n\n**Assistant:** b\nc\n", [("user", "a"), ("assistant", "b\nc")]),
        ("**User**\n\na\n\n**Assistant**\n\nb\n", [("user", "a"), ("assistant", "b")]),
        ("_**User (2026-03-01)**_\n\na\n\n_**Agent**_\n\nb\n", [("user", "a"), ("assistant", "b")]),
        ("__User__: a\n__Assistant__: b\n", [("user", "a"), ("assistant", "b")]),
        ("User: a\nAssistant: b\nc: d\n", [("user", "a"), ("assistant", "b\nc: d")]),
        ("User:\na\nChatGPT:\nb\n", [("user", "a"), ("assistant", "b")]),
        ("User [10:02]: a\nBot [10:03]: b\n", [("user", "a"), ("assistant", "b")]),
        (
            "## User - 2026-03-01 10:00\na\n## Assistant — 2026-03-01 10:01:30\nb\n",
            [("user", "a"), ("assistant", "b")],
        ),
        ("## User\r\na\r\n## Assistant\r\nb\r\n", [("user", "a"), ("assistant", "b")]),
        ("## User\na\n\n---\n\n## Assistant\nb\n", [("user", "a"), ("assistant", "b")]),
        (
            "## System\ns\n## User\na\n## Tool\nout\n## Assistant\nb\n",
            [("system", "s"), ("user", "a"), ("tool", "out"), ("assistant", "b")],
        ),
        ("\ufeff## User\na\n## Assistant\nb\n", [("user", "a"), ("assistant", "b")]),
    ],
)
def test_the_shapes_of_role_headings(transcript: str, turns: list[tuple[str, str]]) -> None:
    assert [(row.role, row.text) for row in records(transcript.encode())] == turns


@pytest.mark.parametrize(
    "transcript",
    [
        "## User\n\nlikes tea\n",  # one role is a heading of a note
        "## User preferences\na\n## Assistant settings\nb\n",
        "Users: a\nAssistants: b\n",
        "**User** did this\n**Assistant** did that\n",
        "```\n## User\na\n## Assistant\nb\n```\n",
        "    User: a\n    Assistant: b\n",
        "user: bob\nagent: curl\n",  # settings
        "## System\na\n## User\nb\n",  # a manual
        "The user: a\nThe assistant: b\n",
    ],
)
def test_what_only_looks_like_a_transcript(transcript: str) -> None:
    assert not markdown_chat.sniff(transcript.encode())


def test_a_heading_of_another_level_or_form_is_text() -> None:
    transcript = b"## User\na\n## Assistant\n### User\nb\n**Assistant:** c\n## User\nd\n"
    assert [(row.role, row.text) for row in records(transcript)] == [
        ("user", "a"),
        ("assistant", "### User\nb\n**Assistant:** c"),
        ("user", "d"),
    ]


def test_a_tools_turn_is_a_result() -> None:
    [_, row, _] = records(b"## User\na\n## Tool\nout\n## Assistant\nb\n")
    assert (row.role, row.kind) == ("tool", "tool_result")


def test_a_fence_that_never_closes_is_reported() -> None:
    transcript = b"## User\na\n## Assistant\n```\nb\n## User\nc\n"
    assert spoken(transcript)[1] == (2, "assistant", "", "```\nb\n## User\nc")
    assert skipped(transcript) == [(4, "open-fence")]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    transcript = b"## User\n````\n```\n## Assistant\n```\n````\n## Assistant\nb\n"
    assert [row.role for row in records(transcript)] == ["user", "assistant"]


def test_an_empty_turn_is_named() -> None:
    transcript = b"## User\n\n## Assistant\nb\n"
    assert spoken(transcript) == [(1, "assistant", "", "b")]
    assert skipped(transcript) == [(1, "no-text")]


def test_transcripts_that_begin_with_one_heading_are_different_sessions() -> None:
    first = records(b"## User\na\n## Assistant\nx\n")
    second = records(b"## User\nb\n## Assistant\nx\n")
    assert {row.session for row in first}.isdisjoint(row.session for row in second)
    assert {row.id for row in first}.isdisjoint(row.id for row in second)


def test_a_grown_transcript_repeats_its_records() -> None:
    transcript = b"## User\na\n## Assistant\nb\n"
    assert records(transcript + b"## User\nc\n")[:2] == records(transcript)


def test_bytes_that_are_not_utf_8_are_read_as_replacements() -> None:
    transcript = b"## User\ncaf\xe9\n## Assistant\nb\n"
    assert spoken(transcript)[0] == (1, "user", "", "caf\ufffd")
    assert skipped(transcript) == [(2, "not-utf-8")]


def test_a_very_long_turn_becomes_several_blocks() -> None:
    line = "word " * 20_000
    transcript = f"## User\na\n## Assistant\n{(line + chr(10)) * 50}## User\nc\n"
    rows = read(transcript.encode())
    assert all(isinstance(row, Record) for row in rows)
    assert [(row.turn, row.block) for row in records(transcript.encode())] == [(1, 0), (2, 0), (2, 1), (3, 0)]
    assert "\n".join(row.text for row in records(transcript.encode()) if row.turn == 2) == "\n".join([line] * 50)


def test_the_time_beside_a_role_may_name_its_zone() -> None:
    transcript = b"## User - 2026-03-01 10:00:00 UTC\na\n## Assistant (2026-03-01T10:00:05+01:00)\nb\n"
    assert [row.at for row in records(transcript)] == ["2026-03-01T10:00:00.000Z", "2026-03-01T09:00:05.000Z"]
