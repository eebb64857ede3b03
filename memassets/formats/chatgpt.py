"""ChatGPT exports: conversations as trees of messages, read along the branch that ended them."""

import re
from collections.abc import Iterator
from typing import Final

from memassets.formats import jsonlines
from memassets.formats.content import fields, parts_of, rendered, role_of, text_of
from memassets.formats.elements import elements
from memassets.formats.lines import Line, LineReader
from memassets.formats.rows import Record, Skip
from memassets.formats.times import utc
from memassets.formats.turns import Message, Part, Turns

NAME: Final = "chatgpt"

_TREE = re.compile(rb'(?<!\\)"mapping"\s*:\s*\{')


def sniff(head: bytes) -> bool:
    """Whether a document that begins with `head` (UTF-8) is an export of conversations."""
    return head.lstrip()[:1] in (b"[", b"{") and _TREE.search(head) is not None


def records(document: LineReader, turns: Turns) -> Iterator[Record | Skip]:
    """The records of the current branch of every conversation, and what was left out.

    `line` of a row is where its conversation starts.
    """
    for entry in jsonlines.objects(elements(document)):
        if isinstance(entry, Skip):
            yield entry
        else:
            yield from _conversation(*entry, turns)


def _conversation(line: Line, value: dict[str, object], turns: Turns) -> Iterator[Record | Skip]:
    nodes = {name: node for name, node in fields(value.get("mapping")).items() if isinstance(node, dict)}
    if not nodes:
        yield line.skip("not-a-conversation")
        return
    session = text_of(value.get("conversation_id")) or text_of(value.get("id")) or next(iter(nodes))
    last = value.get("current_node")
    if not isinstance(last, str) or last not in nodes:
        yield line.skip("no-current-node")
        last = next((name for name in reversed(nodes) if not nodes[name].get("children")), next(reversed(nodes)))
    branch: dict[str, dict[str, object]] = {}
    name: object = last
    while isinstance(name, str) and name in nodes and name not in branch:
        branch[name] = nodes[name]
        name = nodes[name].get("parent")
    if name is not None:
        yield line.skip("broken-branch", f"The parent {str(name)[:40]!r} is missing or comes twice.")
    for name in reversed(branch):
        yield from _node(name, branch[name], line, session, turns)
    for name, node in nodes.items():
        if name not in branch and fields(node.get("message")):
            yield line.skip("other-branch", f"It is {name[:40]!r}.")


def _node(name: str, node: dict[str, object], line: Line, session: str, turns: Turns) -> Iterator[Record | Skip]:
    message = fields(node.get("message"))
    if not message:  # the root of a tree holds none
        return
    author = fields(message.get("author"))
    role = role_of(author.get("role"))
    if role is None:
        yield line.skip("no-role")
        return
    rows: list[Message | Skip] = []
    parts = _parts(message, line, rows)
    if role == "tool":
        for part in parts:
            part.kind, part.tool = "tool_result", text_of(author.get("name"))
    kind = fields(message.get("content")).get("content_type")
    origin = "instructions" if kind == "user_editable_context" else ""
    uuid = text_of(message.get("id")) or name
    found = turns.records(Message(session, role, parts, uuid, at=utc(message.get("create_time")), origin=origin), line)
    skips = [row for row in rows if isinstance(row, Skip)]
    yield from skips
    yield from found
    if not skips and not found:
        yield line.skip("no-text", f"It is {name[:40]!r}.")


def _parts(message: dict[str, object], line: Line, rows: list[Message | Skip]) -> list[Part]:
    content = fields(message.get("content"))
    kind = content.get("content_type")
    recipient = text_of(message.get("recipient"))
    if kind == "thoughts":
        return [Part(rendered(content.get("thoughts")), "thinking")]
    if kind == "reasoning_recap":
        return [Part(rendered(content.get("content")), "thinking")]
    if isinstance(content.get("parts"), list):
        parts = parts_of(content["parts"], line, rows)
    else:
        # code, output, quotes and the rest hold their texts in fields of their own names
        named = {
            key: value
            for key, value in content.items()
            if key not in ("content_type", "language", "response_format_name")
        }
        parts = [Part(rendered(named))] if named else []
    if recipient and recipient != "all":
        for part in parts:
            part.kind, part.tool = "tool_use", recipient
    return parts
