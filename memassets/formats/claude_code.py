"""Claude Code transcripts: one event a line, with the message of a turn inside it."""

from collections.abc import Iterable, Iterator
from typing import Final

from memassets.formats import jsonlines
from memassets.formats.content import fields, parts_of, rendered, role_of, text_of
from memassets.formats.lines import Line
from memassets.formats.rows import Record, Role, Skip
from memassets.formats.times import utc
from memassets.formats.turns import Message, Part, Turns, line_digest, line_records

NAME: Final = "claude-code"

_EVENTS: Final = frozenset({"user", "assistant", "system", "summary", "progress", "attachment", "queue-operation"})
_MARKS: Final = ("sessionId", "parentUuid", "leafUuid", "isSidechain")
_SYSTEM_ORIGINS: Final = {"local_command": "command", "scheduled_task_fire": "scheduled"}


def sniff(head: bytes) -> bool:
    """Whether a file that begins with `head` (UTF-8) is a Claude Code transcript."""
    return jsonlines.sniffed(head, _belongs)


def records(lines: Iterable[Line | Skip], turns: Turns) -> Iterator[Record | Skip]:
    """The records of a transcript, and what was left out."""
    return line_records(lines, turns, _messages)


def _belongs(event: dict[str, object]) -> bool:
    kind = text_of(event.get("type"))
    if kind == "file-history-snapshot":
        return True
    return kind in _EVENTS and (any(mark in event for mark in _MARKS) or ("uuid" in event and "message" in event))


def _messages(event: dict[str, object], line: Line, turns: Turns) -> list[Message | Skip]:
    kind = text_of(event.get("type"))
    own = text_of(event.get("sessionId"))
    if not turns.session:
        turns.session = own or ""
    session = own or turns.session or line_digest(line.raw)
    if kind == "user" or kind == "assistant":
        turns.session = turns.session or session
        return _turn(event, "user" if kind == "user" else "assistant", session, line)
    if kind == "system" and isinstance(event.get("content"), str):
        origin = _SYSTEM_ORIGINS.get(str(event.get("subtype")), "")
        return [_message(event, {}, session, "system", [Part(str(event["content"]))], origin)]
    if kind == "attachment":
        return _attachment(event, session, line)
    if kind == "progress":
        progress = fields(event.get("data"))
        inner = fields(progress.get("message"))
        role = inner.get("type")
        if progress.get("type") == "agent_progress" and (role == "user" or role == "assistant"):
            # older versions keep a sub-agent's messages inside the progress of the tool that started it
            return _turn({**inner, "isSidechain": True}, role, session, line)
    return [line.skip("bookkeeping")]


def _turn(event: dict[str, object], role: Role, session: str, line: Line) -> list[Message | Skip]:
    body = event.get("message")
    message = fields(body)
    rows: list[Message | Skip] = []
    parts = parts_of(message.get("content") if message else body, line, rows)
    speaker = role_of(message.get("role")) or role
    rows.append(_message(event, message, session, speaker, parts, _origin(event, message, parts)))
    return rows


def _attachment(event: dict[str, object], session: str, line: Line) -> list[Message | Skip]:
    attachment = fields(event.get("attachment"))
    rows: list[Message | Skip] = []
    if attachment.get("type") == "queued_command":  # what the user typed while the agent was at work
        parts = parts_of(attachment.get("prompt"), line, rows)
        rows.append(_message(event, {}, session, "user", parts, _origin(event, {}, parts)))
    else:
        texts = [value for key, value in attachment.items() if key != "type"]
        rows.append(_message(event, {}, session, "system", [Part(rendered(texts))], "attachment"))
    return rows


def _message(
    event: dict[str, object],
    message: dict[str, object],
    session: str,
    role: Role,
    parts: list[Part],
    origin: str,
) -> Message:
    uuid = text_of(event.get("uuid"))
    if "forkedFrom" in event:  # a copy is the record it was copied from
        fork = fields(event["forkedFrom"])
        session = text_of(fork.get("sessionId")) or session
        uuid = text_of(fork.get("messageUuid")) or uuid
    summary = event.get("isCompactSummary") is True
    return Message(
        session,
        "system" if summary else role,
        parts,
        uuid,
        text_of(message.get("id")) if role == "assistant" else None,
        utc(event.get("timestamp")),
        event.get("isSidechain") is True or "agentId" in event,
        summary,
        origin,
        copied=True,
    )


def _origin(event: dict[str, object], message: dict[str, object], parts: list[Part]) -> str:
    """Who put the text there where it was not the role; tagged parts say so themselves."""
    if "origin" in event:
        kind = text_of(fields(event["origin"]).get("kind"))
        if kind and kind != "human":
            return kind
    if event.get("isMeta") is True:
        return "hook" if parts and "hook feedback:" in parts[0].text[:80] else "meta"
    return "synthetic" if message.get("model") == "<synthetic>" else ""
