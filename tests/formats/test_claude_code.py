import json
from typing import Any

import pytest

from memassets.formats import claude_code
from memassets.formats.rows import Record, Skip
from memassets.formats.turns import record_id
from tests.formats.reading import jsonl, read, records, skipped, spoken


def event(uuid: str, content: object, role: str = "user", /, **more: object) -> dict[str, Any]:
    """One line of a transcript; `message` in `more` adds to the message."""
    extra = more.pop("message", {})
    assert isinstance(extra, dict)
    return {
        "parentUuid": None,
        "isSidechain": False,
        "sessionId": "s-1",
        "type": role,
        "uuid": uuid,
        "timestamp": "2026-03-01T08:00:05.000Z",
        "message": {"role": role, "content": content, **extra},
        **more,
    }


def call(uuid: str, use_id: str, **inputs: object) -> dict[str, Any]:
    return event(uuid, [{"type": "tool_use", "id": use_id, "name": "Read", "input": inputs}], "assistant")


def result(uuid: str, use_id: str, content: object) -> dict[str, Any]:
    return event(uuid, [{"type": "tool_result", "tool_use_id": use_id, "content": content}])


def test_a_message_is_one_record_with_all_its_fields() -> None:
    assert read(jsonl(event("u1", "One retry at most."))) == [
        Record(
            id="6866bfad37c617fc7538d3e72aa1e789",
            session="s-1",
            uuid="u1",
            turn=1,
            block=0,
            role="user",
            at="2026-03-01T08:00:05.000Z",
            kind="text",
            text="One retry at most.",
        )
    ]


def test_a_time_is_converted_to_utc_and_unknown_without_a_zone() -> None:
    lines = jsonl(
        event("u1", "a", timestamp="2026-03-01T09:30:05+01:00"),
        event("u2", "b", timestamp="2026-03-01T09:30:05"),
        event("u3", "c", timestamp="soon"),
        event("u4", "d", timestamp=None),
    )
    assert [row.at for row in records(lines)] == ["2026-03-01T08:30:05.000Z", None, None, None]


def test_a_message_repeated_under_its_uuid_is_read_once() -> None:
    lines = jsonl(event("u1", "One retry."), event("u2", "Ship it."), event("u1", "One retry."))
    assert spoken(lines) == [(1, "user", "", "One retry."), (2, "user", "", "Ship it.")]
    assert skipped(lines) == [(3, "repeated")]


def test_a_copy_with_another_text_is_named() -> None:
    lines = jsonl(event("u1", "One retry."), event("u1", "Three retries."))
    assert spoken(lines) == [(1, "user", "", "One retry.")]
    assert read(lines)[1] == Skip(
        "s",
        2,
        len(jsonl(event("u1", "One retry."))),
        "changed-copy",
        "A message with this uuid was already read with other text, which stands. "
        "It had 10 characters, here it has 14.",
    )


def test_a_uuid_that_came_without_content_first_is_read_when_the_content_comes() -> None:
    empty = event("u1", "x")
    empty["message"] = {"role": "user", "contents": "x"}
    assert skipped(jsonl(empty, event("u1", "One retry."))) == [(1, "no-text")]
    assert spoken(jsonl(empty, event("u1", "One retry."))) == [(1, "user", "", "One retry.")]


def test_a_forked_copy_is_the_record_it_was_copied_from() -> None:
    [original] = records(jsonl(event("u1", "One retry.")))
    fork = event("u9", "One retry.", sessionId="s-2", forkedFrom={"sessionId": "s-1", "messageUuid": "u1"})
    assert records(jsonl(fork)) == [original]


def test_a_resumed_copy_in_another_file_is_the_same_record() -> None:
    first = records(jsonl(event("u1", "One retry."), event("a1", "Fine.", "assistant")))
    resumed = records(
        jsonl(
            {"type": "summary", "summary": "A title", "leafUuid": "a1"},
            event("u1", "One retry."),
            event("a1", "Fine.", "assistant"),
            event("u2", "Go on.", sessionId="s-2"),
        )
    )
    assert [row.id for row in resumed[:2]] == [row.id for row in first]
    assert [(row.session, row.turn) for row in resumed] == [("s-1", 1), ("s-1", 2), ("s-2", 1)]


def test_a_copy_in_another_session_is_read_once_and_a_namesake_is_another_message() -> None:
    lines = jsonl(
        event("u1", "One retry."),
        event("u1", "One retry.", sessionId="s-2"),
        event("u1", "Two.", sessionId="s-3"),
    )
    assert [(row.session, row.text) for row in records(lines)] == [("s-1", "One retry."), ("s-3", "Two.")]
    assert skipped(lines) == [(2, "repeated")]
    again = [(line, "repeated") for line in (4, 5, 6)]
    assert skipped(lines + lines) == [(2, "repeated"), *again]


def test_lines_of_one_api_message_are_one_turn_even_around_a_tool_result() -> None:
    same = {"message": {"id": "msg_1"}}
    lines = jsonl(
        event("a1", [{"type": "thinking", "thinking": "Two files."}], "assistant", **same),
        event("a2", [{"type": "tool_use", "id": "t1", "name": "Read", "input": {}}], "assistant", **same),
        result("u1", "t1", "first"),
        event("a3", [{"type": "text", "text": "And the other."}], "assistant", **same),
        event("a4", "Done.", "assistant", message={"id": "msg_2"}),
    )
    assert [(row.turn, row.block, row.kind, row.text) for row in records(lines)] == [
        (1, 0, "thinking", "Two files."),
        (1, 1, "tool_use", ""),
        (2, 0, "tool_result", "first"),
        (1, 2, "text", "And the other."),
        (3, 0, "text", "Done."),
    ]


def test_the_id_follows_from_session_uuid_and_block() -> None:
    lines = jsonl(event("u1", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]))
    assert [row.id for row in records(lines)] == [record_id("s-1", "u1", 0), record_id("s-1", "u1", 1)]


def test_a_tool_result_on_a_users_line_is_the_tools_and_names_it() -> None:
    lines = jsonl(call("a1", "t1", file_path="importer.py"), result("u1", "t1", "     1→MAX = 3"))
    assert [(row.role, row.kind, row.tool, row.tool_use_id, row.text) for row in records(lines)] == [
        ("assistant", "tool_use", "Read", "t1", "importer.py"),
        ("tool", "tool_result", "Read", "t1", "     1→MAX = 3"),
    ]


def test_a_result_whose_call_is_elsewhere_keeps_its_id() -> None:
    [row] = records(jsonl(result("u1", "t9", "text")))
    assert (row.role, row.tool, row.tool_use_id) == ("tool", None, "t9")


def test_a_call_is_rendered_as_the_texts_of_its_input() -> None:
    [row] = records(jsonl(call("a1", "t1", edits=[{"old": "a", "new": "b\n"}], limit=3, path="x.py")))
    assert row.text == "a\nb\n\nx.py"


def test_every_block_of_a_result_is_a_record() -> None:
    blocks = [{"type": "text", "text": "one"}, {"type": "image", "source": {"data": "AAAA"}}, "two"]
    lines = jsonl(result("u1", "t1", blocks))
    assert [(row.block, row.kind, row.text) for row in records(lines)] == [
        (0, "tool_result", "one"),
        (1, "tool_result", "two"),
    ]
    assert skipped(lines) == [(1, "image")]


def test_what_a_search_found_is_read_and_a_mention_of_a_tool_named() -> None:
    blocks = [
        {"type": "web_search_result", "title": "Kilns", "url": "https://k.invalid", "encrypted_content": "Zz"},
        {"type": "search_result", "source": "k.md", "title": "Lids", "content": [{"type": "text", "text": "Twice."}]},
        {"type": "tool_reference", "tool_name": "Read"},
    ]
    lines = jsonl(result("u1", "t1", blocks))
    assert [row.text for row in records(lines)] == ["Kilns\nhttps://k.invalid", "Lids\nk.md", "Twice."]
    assert {row.kind for row in records(lines)} == {"tool_result"}
    assert skipped(lines) == [(1, "not-text")]


def test_an_image_is_counted_and_the_words_beside_it_are_kept() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
    lines = jsonl(event("u1", [image, {"type": "text", "text": "Duplicate charges."}]))
    assert read(lines)[0] == Skip("s", 1, 0, "image", "An image is not text.")
    assert spoken(lines) == [(1, "user", "", "Duplicate charges.")]
    assert "iVBOR" not in str(read(lines))


def test_a_message_that_is_only_an_image_is_no_turn() -> None:
    lines = jsonl(event("u1", [{"type": "image", "source": {}}]), event("u2", "Look."))
    assert spoken(lines) == [(1, "user", "", "Look.")]


def test_a_sidechain_is_marked() -> None:
    lines = jsonl(
        event("u1", "Search for MAX.", isSidechain=True),
        event("u2", "Search again.", agentId="ab12"),
        event("u3", "Mine."),
    )
    assert [row.sidechain for row in records(lines)] == [True, True, False]


def test_a_sub_agents_message_inside_a_progress_line_is_a_sidechain() -> None:
    inner = {"type": "user", "uuid": "p1", "message": {"role": "user", "content": "Find MAX."}}
    line = {
        "type": "progress",
        "sessionId": "s-1",
        "uuid": "x",
        "data": {"type": "agent_progress", "message": inner},
    }
    [row] = records(jsonl(line))
    assert (row.session, row.uuid, row.role, row.sidechain, row.text) == (
        "s-1",
        "p1",
        "user",
        True,
        "Find MAX.",
    )


def test_a_compaction_summary_is_nobodys_words() -> None:
    [row] = records(jsonl(event("u1", "This session is being continued.", isCompactSummary=True)))
    assert (row.role, row.summary) == ("system", True)


def test_a_title_belongs_to_no_turn() -> None:
    lines = jsonl({"type": "summary", "summary": "Another session", "leafUuid": "x"}, event("u1", "a"))
    assert skipped(lines) == [(1, "bookkeeping")]
    assert spoken(lines) == [(1, "user", "", "a")]


@pytest.mark.parametrize(
    "line",
    [
        {
            "type": "file-history-snapshot",
            "messageId": "u1",
            "snapshot": {"timestamp": "2026-03-01T08:00:00Z"},
        },
        {"type": "progress", "sessionId": "s-1", "data": {"type": "hook_progress", "command": "lint"}},
        {"type": "queue-operation", "sessionId": "s-1", "operation": "enqueue", "content": "/mcp"},
        {"type": "system", "sessionId": "s-1", "subtype": "stop_hook_summary", "hookCount": 3},
        {"type": "something-new", "sessionId": "s-1"},
    ],
)
def test_lines_without_a_message_are_named(line: dict[str, object]) -> None:
    assert skipped(jsonl(line, event("u1", "a"))) == [(1, "bookkeeping")]


def test_a_reminder_inside_a_turn_is_a_block_of_its_own() -> None:
    text = "     1→MAX = 3\n\n<system-reminder>\nRaised in March.\n</system-reminder>"
    lines = jsonl(call("a1", "t1"), result("u1", "t1", text))
    assert [(row.block, row.role, row.kind, row.origin, row.text) for row in records(lines)[1:]] == [
        (0, "tool", "tool_result", "", "     1→MAX = 3\n\n"),
        (1, "tool", "tool_result", "reminder", "Raised in March."),
    ]


def test_an_unknown_tag_is_text_and_a_message_that_starts_with_one_is_kept() -> None:
    text = "<div> in the footer is closed twice.\n<acme-notes>Lock the month.</acme-notes>"
    assert spoken(jsonl(event("u1", text))) == [(1, "user", "", text)]


def test_the_assistants_own_words_are_never_cut() -> None:
    text = "I saw <system-reminder>x</system-reminder> in it."
    assert spoken(jsonl(event("a1", text, "assistant"))) == [(1, "assistant", "", text)]


def test_a_command_is_the_programs_and_its_arguments_the_users() -> None:
    text = "<command-message>plan</command-message>\n<command-name>/plan</command-name>\n"
    text += "<command-args>the port is 7012</command-args>"
    assert spoken(jsonl(event("u1", text))) == [
        (1, "user", "command", "plan"),
        (1, "user", "command", "/plan"),
        (1, "user", "", "the port is 7012"),
    ]


def test_meta_hook_and_synthetic_lines_say_who_is_behind_them() -> None:
    lines = jsonl(
        event("u1", "<local-command-caveat>Caveat.</local-command-caveat>", isMeta=True),
        event("u2", "# Skill: close the month", isMeta=True),
        event("u3", "Stop hook feedback:\nlint failed", isMeta=True),
        event("u4", "Nightly run.", origin={"kind": "scheduled"}),
        event("u5", "Typed.", origin={"kind": "human"}),
        event("a1", "API Error: 500", "assistant", message={"model": "<synthetic>"}),
        event("u6", "[Request interrupted by user for tool use]"),
        {
            "type": "system",
            "subtype": "local_command",
            "uuid": "y1",
            "sessionId": "s-1",
            "content": "cost: 1",
        },
        {
            "type": "system",
            "subtype": "compact_boundary",
            "uuid": "y2",
            "sessionId": "s-1",
            "content": "Compacted",
        },
    )
    assert [(role, origin) for _, role, origin, _ in spoken(lines)] == [
        ("user", "command"),
        ("user", "meta"),
        ("user", "hook"),
        ("user", "scheduled"),
        ("user", ""),
        ("assistant", "synthetic"),
        ("user", "interrupt"),
        ("system", "command"),
        ("system", ""),
    ]


def test_a_prompt_typed_while_the_agent_worked_is_the_users_and_other_attachments_are_not() -> None:
    lines = jsonl(
        {
            "type": "attachment",
            "sessionId": "s-1",
            "uuid": "x1",
            "attachment": {"type": "queued_command", "prompt": "Stop."},
        },
        {
            "type": "attachment",
            "sessionId": "s-1",
            "uuid": "x2",
            "attachment": {"type": "nested_memory", "content": "Rule."},
        },
    )
    assert spoken(lines) == [(1, "user", "", "Stop."), (2, "system", "attachment", "Rule.")]


def test_thinking_is_read_and_sealed_thinking_named() -> None:
    blocks = [
        {"type": "thinking", "thinking": "A limit.", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "x"},
    ]
    lines = jsonl(event("a1", blocks, "assistant"))
    assert [(row.kind, row.text) for row in records(lines)] == [("thinking", "A limit.")]
    assert skipped(lines) == [(1, "not-text")]


def test_a_line_without_a_session_belongs_to_the_files_first() -> None:
    bare = event("u2", "b")
    del bare["sessionId"]
    assert [row.session for row in records(jsonl(event("u1", "a"), bare))] == ["s-1", "s-1"]


def test_a_file_that_names_no_session_has_the_hash_of_its_first_message() -> None:
    first, second = event("u1", "a"), event("u2", "b")
    del first["sessionId"], second["sessionId"]
    sessions = [row.session for row in records(jsonl(first, second))]
    assert sessions == [sessions[0]] * 2
    assert len(sessions[0]) == 32
    assert [row.session for row in records(jsonl(first))] == sessions[:1]


def test_a_message_without_a_uuid_goes_by_its_ordinal() -> None:
    first, second = event("", "a"), event("", "a")
    rows = records(jsonl(first, second))
    assert [(row.uuid, row.id) for row in rows] == [
        (None, record_id("s-1", 1, 0)),
        (None, record_id("s-1", 2, 0)),
    ]


def test_a_body_that_is_only_a_text_is_read() -> None:
    line = event("u1", "x")
    line["message"] = "Error at boot."
    assert spoken(jsonl(line)) == [(1, "user", "", "Error at boot.")]


def test_control_characters_and_nul_stay_in_the_text() -> None:
    assert spoken(jsonl(event("u1", "a\x00b\x1b[1mc\x1b[0m"))) == [(1, "user", "", "a\x00b\x1b[1mc\x1b[0m")]


@pytest.mark.parametrize("kind", ["tool_result", "search_result"])
def test_no_nesting_is_too_much(kind: str) -> None:
    block: object = "x"
    for _ in range(300):
        block = {"type": kind, "content": [block]}
    assert {code for _, code in skipped(jsonl(event("u1", [block])))} <= {"too-deep", "unknown-block"}


def test_results_nested_without_end_are_named() -> None:
    block: dict[str, object] = {"type": "text", "text": "x"}
    for _ in range(200):
        block = {"type": "tool_result", "content": [block]}
    assert skipped(jsonl(event("u1", [block, "y"]))) == [(1, "too-deep")]
    assert spoken(jsonl(event("u1", [block, "y"]))) == [(1, "user", "", "y")]


@pytest.mark.parametrize(
    ("line", "belongs"),
    [
        (event("u1", "a"), True),
        ({"type": "file-history-snapshot"}, True),
        ({"type": "summary", "summary": "x", "leafUuid": "y"}, True),
        ({"type": "user", "content": "x"}, False),
        ({"type": "message", "role": "user", "content": []}, False),
        ({"type": "entity", "name": "x", "observations": []}, False),
    ],
)
def test_a_transcript_is_known_by_its_events(line: dict[str, object], belongs: bool) -> None:
    assert claude_code.sniff(jsonl(line)) is belongs


def test_a_transcript_is_known_by_a_first_line_longer_than_what_is_looked_at() -> None:
    head = json.dumps({"parentUuid": None, "type": "user", "message": {"content": "x" * 300_000}}).encode()[:1000]
    assert claude_code.sniff(head)
