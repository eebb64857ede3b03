import io

import pytest

from memassets.formats import plain_chat
from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import read_session
from memassets.formats.turns import record_id
from tests.formats import samples
from tests.formats.reading import jsonl, read, records, skipped, spoken


def said(text: object, role: str = "user", **more: object) -> dict[str, object]:
    return {"role": role, "content": text, **more}


def test_a_chat_is_read_with_its_calls_and_results() -> None:
    rows = records(samples.PLAIN_CHAT)
    assert [(row.turn, row.role, row.kind, row.tool, row.tool_use_id, row.text) for row in rows] == [
        (1, "system", "text", None, None, "Be brief."),
        (2, "user", "text", None, None, "Which port?"),
        (3, "assistant", "tool_use", "look", "k1", "port"),
        (4, "tool", "tool_result", "look", "k1", "7012"),
        (5, "assistant", "text", None, None, "It is 7012."),
    ]
    assert [row.at for row in rows] == [None] * 5
    assert skipped(samples.PLAIN_CHAT) == []


def test_chats_with_one_system_prompt_are_different_chats() -> None:
    prompt = said("Be brief.", "system")
    first = records(jsonl(prompt, said("Which port?")))
    second = records(jsonl(prompt, said("Which host?")))
    assert {row.session for row in first}.isdisjoint(row.session for row in second)


def test_chats_that_part_ways_later_share_only_the_records_they_share() -> None:
    first = records(jsonl(said("Hello."), said("Good day.", "assistant"), said("Thanks.")))
    second = records(jsonl(said("Hello."), said("Good evening.", "assistant"), said("Thanks.")))
    assert [a.id == b.id for a, b in zip(first, second, strict=True)] == [True, False, False]


def test_a_longer_copy_repeats_the_records_of_the_shorter() -> None:
    lines = jsonl(said("Hello."), said("Good day.", "assistant"), said("Thanks."))
    assert records(lines)[:2] == records(lines[: lines.rindex(b"\n", 0, -1) + 1])


def test_a_chat_that_has_only_its_system_prompt_waits_for_a_turn() -> None:
    prompt = jsonl(said("Be brief.", "system"))
    first = read_session(io.BytesIO(prompt), path="s")
    assert list(first) == [
        Skip(
            "s",
            0,
            0,
            "no-turn-yet",
            "So far the file holds only system messages; they are left for the next read.",
        )
    ]
    lines = prompt + jsonl(said("Which port?"))
    assert list(read_session(io.BytesIO(lines), path="s", since=first.watermark)) == read(lines)


def test_a_line_may_name_its_session_and_its_message() -> None:
    [row] = records(jsonl(said("a", session_id="p-1", message_id="m1", timestamp="2026-03-01T10:00:00+02:00")))
    assert row == Record(record_id("p-1", "m1", 0), "p-1", "m1", 1, 0, "user", "2026-03-01T08:00:00.000Z", "text", "a")


def test_an_id_that_stays_the_same_is_not_the_messages() -> None:
    lines = jsonl(said("a", id="user-7"), said("b", id="user-7"))
    assert spoken(lines) == [(1, "user", "", "a"), (2, "user", "", "b")]


def test_a_conversation_a_line_is_a_session_a_line() -> None:
    rows = records(samples.CONVERSATIONS)
    assert [(row.line, row.turn, row.role, row.text) for row in rows] == [
        (1, 1, "user", "Hello."),
        (1, 2, "assistant", "Good day."),
        (2, 1, "user", "Hello."),
        (2, 2, "assistant", "Good evening."),
    ]
    assert len({row.session for row in rows}) == 2


def test_an_older_call_is_read_and_an_empty_message_of_a_conversation_named() -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": '{"key":"port"}'}}
    lines = jsonl({"messages": [said("a"), call, said(""), {"role": "user"}]})
    assert [(row.kind, row.tool, row.text) for row in records(lines)] == [
        ("text", None, "a"),
        ("tool_use", "look", "port"),
    ]
    assert skipped(lines) == [(1, "no-text"), (1, "no-text")]


def test_other_words_for_the_roles_are_known() -> None:
    lines = jsonl(said("a", "human"), said("b", "AI"), said("c", "developer"), said("d", "function", name="look"))
    assert [(row.role, row.tool) for row in records(lines)] == [
        ("user", None),
        ("assistant", None),
        ("system", None),
        ("tool", "look"),
    ]


def test_what_is_no_message_is_named() -> None:
    lines = jsonl(said("a"), said("b", "narrator"), said(None), said(7), said([{"type": "hologram"}]), [1], "x", 3)
    assert spoken(lines) == [(1, "user", "", "a")]
    assert skipped(lines) == [
        (2, "no-role"),
        (3, "no-text"),
        (4, "unknown-block"),
        (5, "unknown-block"),
        (6, "not-an-object"),
        (7, "not-an-object"),
        (8, "not-an-object"),
    ]


def test_a_picture_in_a_data_address_is_not_text() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    lines = jsonl(said([picture, {"type": "text", "text": "A chart."}]))
    assert spoken(lines) == [(1, "user", "", "A chart.")]
    assert skipped(lines) == [(1, "image")]


def test_a_reminder_is_split_out_here_too() -> None:
    lines = jsonl(said("Fix it.\n<system-reminder>Old note.</system-reminder>"))
    assert spoken(lines) == [(1, "user", "", "Fix it.\n"), (1, "user", "reminder", "Old note.")]


@pytest.mark.parametrize(
    ("line", "belongs"),
    [
        (said("a"), True),
        ({"role": "assistant", "tool_calls": []}, True),
        ({"role": "user"}, False),
        ({"role": "narrator", "content": "a"}, False),
        ({"messages": [said("a")]}, True),
        ({"messages": []}, False),
        ({"messages": [said("a")], "agent_type": "a", "core_memory": []}, False),
        ({"content": "a"}, False),
    ],
)
def test_a_chat_is_known_by_role_and_content(line: dict[str, object], belongs: bool) -> None:
    assert plain_chat.sniff(jsonl(line)) is belongs
