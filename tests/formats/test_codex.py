import json

import pytest

from memassets.formats import codex
from memassets.formats.rows import Record
from memassets.formats.turns import record_id
from tests.formats import samples
from tests.formats.reading import jsonl, read, records, skipped, spoken


def item(payload: dict[str, object], at: str = "2026-03-02T10:00:01.100Z") -> dict[str, object]:
    return {"timestamp": at, "type": "response_item", "payload": payload}


def meta(session: str = "c-1", **more: object) -> dict[str, object]:
    return {
        "timestamp": "2026-03-02T10:00:00.000Z",
        "type": "session_meta",
        "payload": {"id": session, **more},
    }


def said(text: str, role: str = "user") -> dict[str, object]:
    return item({"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]})


def test_the_current_shape_is_read_and_its_events_are_not_read_twice() -> None:
    rows = records(samples.CODEX)
    assert [(row.turn, row.role, row.kind, row.tool, row.text) for row in rows] == [
        (1, "user", "text", None, "Keep port 7012."),
        (2, "assistant", "thinking", None, "Check."),
        (3, "assistant", "tool_use", "exec", "grep\nport"),
        (4, "tool", "tool_result", "exec", "port = 7012"),
        (5, "system", "text", None, "So far: port 7012."),
    ]
    assert [row.summary for row in rows] == [False, False, False, False, True]
    assert skipped(samples.CODEX) == [(1, "bookkeeping"), (3, "bookkeeping")]


def test_the_legacy_shape_is_read_without_times() -> None:
    assert read(samples.CODEX_LEGACY)[2:] == [
        Record(record_id("c-0", 1, 0), "c-0", None, 1, 0, "user", None, "text", "Use tabs.", line=3),
        Record(record_id("c-0", 2, 0), "c-0", None, 2, 0, "assistant", None, "text", "Done.", line=4),
    ]
    assert skipped(samples.CODEX_LEGACY) == [(1, "bookkeeping"), (2, "bookkeeping")]


def test_project_instructions_are_not_the_users_but_what_follows_them_is() -> None:
    text = "# AGENTS.md instructions for /srv/orchard\n\n<INSTRUCTIONS>\nLint first.\n</INSTRUCTIONS>"
    lines = jsonl(meta(), said(text), said(text + "\nExport on port 7012."))
    assert spoken(lines) == [
        (1, "user", "instructions", text),
        (2, "user", "instructions", text),
        (2, "user", "", "\nExport on port 7012."),
    ]


def test_what_the_program_says_around_the_user_is_marked() -> None:
    lines = jsonl(
        meta(base_instructions={"text": "You write code."}),
        said("<permissions instructions>workspace-write</permissions instructions>", "developer"),
        said("<environment_context>\n<cwd>/srv</cwd>\n</environment_context>"),
        said("<kiln>is our staging host</kiln>"),
    )
    assert spoken(lines) == [
        (1, "system", "instructions", "You write code."),
        (2, "system", "instructions", "workspace-write"),
        (3, "user", "environment", "<cwd>/srv</cwd>"),
        (4, "user", "", "<kiln>is our staging host</kiln>"),
    ]


@pytest.mark.parametrize(
    ("output", "texts"),
    [
        ("3:port\n", ["3:port\n"]),
        ('{"output":"3:port","metadata":{"exit_code":0}}', ["3:port"]),
        ('{"output":', ['{"output":']),
        ('{"output":7}', ['{"output":7}']),
        ({"content": "3:port", "success": True}, ["3:port"]),
        ([{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "data:"}], ["a"]),
        (None, []),
    ],
)
def test_the_output_of_a_tool_is_unwrapped(output: object, texts: list[str]) -> None:
    lines = jsonl(meta(), item({"type": "function_call_output", "call_id": "k1", "output": output}))
    rows = records(lines)
    assert [row.text for row in rows] == texts
    assert all((row.role, row.kind, row.tool_use_id) == ("tool", "tool_result", "k1") for row in rows)


def test_every_kind_of_call_is_a_call() -> None:
    calls: list[dict[str, object]] = [
        {"type": "function_call", "name": "exec", "arguments": '{"cmd":"ls"}', "call_id": "1"},
        {"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin", "call_id": "2"},
        {"type": "local_shell_call", "action": {"type": "exec", "command": ["ls", "-l"]}, "call_id": "3"},
        {"type": "web_search_call", "action": {"type": "search", "query": "ports"}, "id": "4"},
        {"type": "function_call", "name": "exec", "arguments": "not JSON", "call_id": "5"},
    ]
    rows = records(jsonl(meta(), *map(item, calls)))
    assert [(row.tool, row.tool_use_id, row.text) for row in rows] == [
        ("exec", "1", "ls"),
        ("apply_patch", "2", "*** Begin"),
        ("local_shell_call", "3", "exec\nls\n-l"),
        ("web_search_call", "4", "search\nports"),
        ("exec", "5", "not JSON"),
    ]
    assert {row.kind for row in rows} == {"tool_use"}


def test_sealed_reasoning_and_images_leave_a_report() -> None:
    lines = jsonl(
        meta(),
        item({"type": "reasoning", "summary": [], "content": None, "encrypted_content": "gAAA"}),
        item({"type": "image_generation_call", "result": "AAAA"}),
        item({"type": "ghost_snapshot"}),
        item({"type": "message", "role": "narrator", "content": "x"}),
    )
    codes = [(2, "no-text"), (3, "image"), (4, "bookkeeping"), (5, "no-role")]
    assert skipped(lines) == [(1, "bookkeeping"), *codes]
    assert records(lines) == []


def test_a_fork_keeps_its_own_name_when_it_repeats_the_first_line_of_its_origin() -> None:
    lines = jsonl(meta("c-2", forked_from_id="c-1"), meta("c-1"), said("Go on."))
    assert [row.session for row in records(lines)] == ["c-2"]


def test_two_rollouts_in_one_file_are_two_sessions() -> None:
    lines = jsonl(meta("c-1"), said("a"), meta("c-2"), said("b"))
    assert [(row.session, row.turn) for row in records(lines)] == [("c-1", 1), ("c-2", 1)]


def test_a_sub_agents_rollout_is_a_sidechain() -> None:
    lines = jsonl(meta(source={"subagent": {"thread_spawn": {}}}), said("Search for MAX."))
    assert [row.sidechain for row in records(lines)] == [True]


def test_an_item_with_an_id_of_its_own_is_read_once() -> None:
    message: dict[str, object] = {
        "type": "message",
        "role": "user",
        "id": "msg_1",
        "content": "Keep port 7012.",
    }
    lines = jsonl(meta(), item(message), item(message))
    assert [(row.uuid, row.id) for row in records(lines)] == [("msg_1", record_id("c-1", "msg_1", 0))]
    assert skipped(lines) == [(1, "bookkeeping"), (3, "repeated")]


def test_a_rollout_without_a_first_line_has_the_hash_of_what_it_begins_with() -> None:
    sessions = [row.session for row in records(jsonl(said("a"), said("b")))]
    assert sessions == [sessions[0]] * 2
    assert len(sessions[0]) == 32


@pytest.mark.parametrize(
    ("line", "belongs"),
    [
        (meta(), True),
        (said("a"), True),
        ({"type": "event_msg", "payload": {}}, True),
        ({"type": "other", "payload": {}}, False),
        ({"id": "c-0", "timestamp": "2025-03-01T09:00:00Z", "instructions": None}, True),
        ({"record_type": "state"}, True),
        ({"type": "message", "role": "user", "content": []}, True),
        ({"role": "user", "content": "a"}, False),
        ({"type": ["session_meta"], "payload": {}}, False),
    ],
)
def test_a_rollout_is_known_by_its_items(line: dict[str, object], belongs: bool) -> None:
    assert codex.sniff(json.dumps(line).encode() + b"\n") is belongs
