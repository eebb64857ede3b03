"""Codex rollouts: items of the conversation, in payload envelopes or, in the legacy shape, bare."""

from collections.abc import Iterable, Iterator
from typing import Final

from memassets.formats import jsonlines
from memassets.formats.content import fields, json_of, parts_of, rendered, role_of, text_of, tool_call
from memassets.formats.lines import Line
from memassets.formats.rows import Record, Role, Skip
from memassets.formats.times import utc
from memassets.formats.turns import Message, Part, Turns, line_digest, line_records

NAME: Final = "codex"

_ENVELOPES: Final = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_ITEMS: Final = frozenset({"message", "reasoning", "function_call", "function_call_output", "local_shell_call"})
_CALLS: Final = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "mcp_tool_call"})
_OUTPUTS: Final = frozenset({"function_call_output", "custom_tool_call_output", "mcp_tool_call_output"})
_AGENTS: Final = "# AGENTS.md instructions"
_AGENTS_END: Final = "</INSTRUCTIONS>"


def sniff(head: bytes) -> bool:
    """Whether a file that begins with `head` (UTF-8) is a Codex rollout."""
    return jsonlines.sniffed(head, _belongs)


def records(lines: Iterable[Line | Skip], turns: Turns) -> Iterator[Record | Skip]:
    """The records of a rollout, and what was left out.

    The events repeat what the items say, so they are bookkeeping.
    """
    return line_records(lines, turns, _messages)


def _belongs(value: dict[str, object]) -> bool:
    kind = text_of(value.get("type"))
    if isinstance(value.get("payload"), dict):
        return kind in _ENVELOPES
    if kind in _ITEMS:
        return isinstance(value.get("content"), list) or "call_id" in value or "summary" in value
    return kind is None and ("record_type" in value or {"id", "timestamp", "instructions"} <= value.keys())


def _messages(value: dict[str, object], line: Line, turns: Turns) -> list[Message | Skip]:
    kind = text_of(value.get("type"))
    payload = value.get("payload")
    at = utc(value.get("timestamp"))
    if kind == "session_meta" or (kind is None and "id" in value and "timestamp" in value):
        return _session(fields(payload) if kind else value, at, line, turns)
    turns.session = turns.session or line_digest(line.raw)
    if kind == "response_item" and isinstance(payload, dict):
        return _item(payload, at, line, turns)
    if kind == "compacted":
        summary = Part(text_of(fields(payload).get("message")) or "")
        return [Message(turns.session, "system", [summary], at=at, sidechain=turns.sidechain, summary=True)]
    if isinstance(kind, str) and kind not in _ENVELOPES and "payload" not in value:
        return _item(value, at, line, turns)
    return [line.skip("bookkeeping")]


def _session(meta: dict[str, object], at: str | None, line: Line, turns: Turns) -> list[Message | Skip]:
    name = text_of(meta.get("id"))
    # a fork repeats the first line of the session it was copied from, and then goes on under its own id
    if name and not turns.forked:
        turns.session = name
        turns.forked = bool(meta.get("forked_from_id"))
        turns.sidechain = "subagent" in fields(meta.get("source"))
    turns.session = turns.session or line_digest(line.raw)
    instructions = rendered([meta.get("instructions"), meta.get("base_instructions")])
    if not instructions:
        return [line.skip("bookkeeping")]
    return [Message(turns.session, "system", [Part(instructions)], at=at, origin="instructions")]


def _item(item: dict[str, object], at: str | None, line: Line, turns: Turns) -> list[Message | Skip]:
    kind = text_of(item.get("type"))
    rows: list[Message | Skip] = []
    role: Role | None = "assistant"
    parts: list[Part] = []
    if kind == "message":
        role = role_of(item.get("role"))
        parts = _instructions(parts_of(item.get("content"), line, rows))
    elif kind == "reasoning":
        parts = parts_of(item.get("summary"), line, rows) + parts_of(item.get("content"), line, rows)
        for part in parts:
            part.kind = "thinking"
    elif kind in _CALLS:
        arguments = next((item[key] for key in ("arguments", "input", "action") if key in item), None)
        parts = [tool_call(item.get("name") or kind, item.get("call_id") or item.get("id"), arguments)]
    elif kind in _OUTPUTS:
        role = "tool"
        parts = parts_of(_output(item.get("output")), line, rows)
        for part in parts:
            part.kind, part.tool_use_id = "tool_result", text_of(item.get("call_id"))
    elif kind == "image_generation_call":
        rows.append(line.skip("image"))
    else:
        return [line.skip("bookkeeping")]
    if role is None:
        rows.append(line.skip("no-role"))
    else:
        uuid = text_of(item.get("id"))
        rows.append(Message(turns.session, role, parts, uuid, at=at, sidechain=turns.sidechain))
    return rows


def _output(output: object) -> object:
    """What a tool printed; older versions wrap it in the JSON text of an object."""
    if isinstance(output, str) and output.startswith('{"output":'):
        wrapped = fields(json_of(output)).get("output")
        return wrapped if isinstance(wrapped, str) else output
    if isinstance(output, dict) and "content" in output and "type" not in output:
        return output["content"]
    return output


def _instructions(parts: list[Part]) -> list[Part]:
    """Project instructions arrive as a user's message; what follows them in one text stays the user's."""
    split: list[Part] = []
    for part in parts:
        end = part.text.find(_AGENTS_END) + len(_AGENTS_END)
        if part.text.startswith(_AGENTS) and end >= len(_AGENTS_END):
            split.append(Part(part.text[:end], part.kind, origin="instructions"))
            part = Part(part.text[end:], part.kind)
        split.append(part)
    return split
