"""Plain chats: a role and its content a line, or a whole conversation a line."""

from collections.abc import Iterable, Iterator
from typing import Final

from memassets.formats import jsonlines
from memassets.formats.content import fields, parts_of, role_of, text_of, tool_call
from memassets.formats.lines import HEAD_BYTES, Line
from memassets.formats.rows import Record, Skip
from memassets.formats.times import utc
from memassets.formats.turns import Message, Turns, line_digest, line_records

NAME: Final = "plain-chat"

_SESSIONS: Final = ("session_id", "session", "sessionId", "conversation_id", "thread_id")
_AGENTS: Final = frozenset({"agents", "agent_type", "block_ids", "core_memory", "memory_blocks"})
_TIMES: Final = ("timestamp", "time", "created_at", "created", "at", "ts")


def sniff(head: bytes) -> bool:
    """Whether a file that begins with `head` (UTF-8) is a chat of role/content lines."""
    return jsonlines.sniffed(head, _belongs)


def session_of(head: bytes) -> str | None:
    """The session id of a chat whose lines name none: a hash of its first line; None if not known yet.

    Chats that share a system prompt are different chats, so the first line is the first that is not the
    system's, with those before it. Until the file has one it has no id.
    """
    at = 0
    while (end := head.find(b"\n", at)) >= 0:
        for value in jsonlines.head_objects(head[at : end + 1]):
            if role_of(value.get("role")) != "system":
                return line_digest(head[:end])
        at = end + 1
    return line_digest(head) if len(head) >= HEAD_BYTES else None


def records(lines: Iterable[Line | Skip], turns: Turns) -> Iterator[Record | Skip]:
    """The records of a chat, and what was left out; `turns.session` as `session_of` gives it."""
    return line_records(lines, turns, _messages)


def _belongs(value: dict[str, object]) -> bool:
    if _AGENTS & value.keys():  # an agent's file holds its messages beside its memory
        return False
    messages = value.get("messages")
    if isinstance(messages, list):
        return any(role_of(fields(message).get("role")) for message in messages)
    return role_of(value.get("role")) is not None and ("content" in value or "tool_calls" in value)


def _messages(value: dict[str, object], line: Line, turns: Turns) -> list[Message | Skip]:
    rows: list[Message | Skip] = []
    messages = value.get("messages")
    if not isinstance(messages, list):
        _message(value, line, rows, _session(value), turns.session)
        return rows
    session = _session(value) or text_of(value.get("id")) or line_digest(line.raw)
    for message in messages:
        if isinstance(message, dict):
            _message(message, line, rows, session, session)
        else:
            rows.append(line.skip("not-an-object"))
    return rows


def _session(value: dict[str, object]) -> str | None:
    for key in _SESSIONS:
        if key in value and (name := text_of(value[key])):
            return name
    return None


def _message(value: dict[str, object], line: Line, rows: list[Message | Skip], own: str | None, session: str) -> None:
    role = role_of(value.get("role"))
    if role is None:
        rows.append(line.skip("no-role"))
        return
    parts = parts_of(value.get("content"), line, rows)
    if role == "tool":
        for part in parts:
            part.kind = "tool_result"
            part.tool = text_of(value.get("name"))
            part.tool_use_id = text_of(value.get("tool_call_id"))
    calls = value.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = fields(fields(call).get("function"))
        parts.append(tool_call(function.get("name"), fields(call).get("id"), function.get("arguments")))
    if function := fields(value.get("function_call")):  # as it was before tool_calls
        parts.append(tool_call(function.get("name"), None, function.get("arguments")))
    at = utc(value.get(next(filter(value.__contains__, _TIMES), "")))
    uuid = text_of(value.get("uuid")) or text_of(value.get("message_id"))
    rows.append(Message(own or session, role, parts, uuid, at=at, chained=own is None and uuid is None))
