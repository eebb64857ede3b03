"""The content of a message, as the APIs shape it -> parts: text, thinking, tool calls, tool results."""

from typing import Final

import orjson

from memassets.formats.lines import Line
from memassets.formats.rows import Block, Role, Skip
from memassets.formats.turns import Message, Part

_TEXT: Final = frozenset({"text", "input_text", "output_text", "summary_text", "reasoning_text"})
_IMAGES: Final = frozenset({"image", "input_image", "image_url", "image_asset_pointer", "image_file"})
_FOUND: Final = frozenset({"web_search_result", "search_result"})  # a page's title and address, and what it says
_DEEPEST_RESULT: Final = 8  # a result holds blocks, and those no further results in any format

_OWN_WORDS: Final = Part("")  # what a block is like that stands in no tool's result
ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "bot": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


def role_of(value: object) -> Role | None:
    """The role a word stands for; None where the reader does not know it."""
    return (ROLES.get(value) or ROLES.get(value.lower())) if isinstance(value, str) else None


def text_of(value: object) -> str | None:
    """The value where it is a text that is not empty."""
    return value if isinstance(value, str) and value else None


def fields(value: object) -> dict[str, object]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def rendered(value: object) -> str:
    """The texts in a JSON value in their order, one a line; keys and numbers are not text."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            if here:
                found.append(here)
        elif isinstance(here, dict):
            waiting.extend(reversed(here.values()))
        elif isinstance(here, list):
            waiting.extend(reversed(here))
    return "\n".join(found)


def parts_of(content: object, line: Line, rows: list[Message | Skip]) -> list[Part]:
    """The parts of a message's content: a text, a block, or a list of them.

    What is not text or not known is appended to `rows`.
    """
    if isinstance(content, str):  # as most are
        return [Part(content)]
    parts: list[Part] = []
    _collect(content, line, parts, rows, _OWN_WORDS, 0)
    return parts


def _collect(
    content: object, line: Line, parts: list[Part], rows: list[Message | Skip], like: Part, depth: int
) -> None:
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, dict):
            _block(block, line, parts, rows, like, depth)
        elif isinstance(block, str):
            parts.append(Part(block, like.kind, like.tool, like.tool_use_id, like.role))
        elif block is not None:
            rows.append(line.skip("unknown-block", f"It is a JSON {type(block).__name__}."))


def _block(
    block: dict[str, object],
    line: Line,
    parts: list[Part],
    rows: list[Message | Skip],
    like: Part,
    depth: int,
) -> None:
    kind = text_of(block.get("type")) or text_of(block.get("content_type"))
    text = block.get("text")
    if kind in _TEXT and isinstance(text, str):
        parts.append(Part(text, like.kind, like.tool, like.tool_use_id, like.role))
    elif kind == "thinking" and isinstance(block.get("thinking"), str):
        parts.append(Part(str(block["thinking"]), "thinking"))
    elif kind == "redacted_thinking":
        rows.append(line.skip("not-text"))
    elif kind and kind.endswith("tool_use"):
        name, use_id = text_of(block.get("name")), text_of(block.get("id"))
        parts.append(Part(rendered(block.get("input")), "tool_use", name, use_id))
    elif kind and kind.endswith("tool_result"):
        if depth == _DEEPEST_RESULT:
            rows.append(line.skip("too-deep"))
            return
        inner = Part("", "tool_result", None, text_of(block.get("tool_use_id")), "tool")
        _collect(block.get("content"), line, parts, rows, inner, depth + 1)
    elif kind in _IMAGES:
        rows.append(line.skip("image"))
    elif kind in _FOUND and depth < _DEEPEST_RESULT:
        where = rendered([block.get("title"), block.get("url"), block.get("source")])
        parts.append(Part(where, like.kind, like.tool, like.tool_use_id, like.role))
        _collect(block.get("content"), line, parts, rows, like, depth + 1)
    elif kind and (kind == "tool_reference" or kind.endswith("asset_pointer")):
        rows.append(line.skip("not-text"))
    elif kind == "refusal" and isinstance(block.get("refusal"), str):
        parts.append(Part(str(block["refusal"]), like.kind))
    elif isinstance(source := block.get("source"), dict) and source.get("type") == "text":
        parts.append(Part(str(source.get("data", "")), like.kind, like.tool, like.tool_use_id, like.role))
    elif isinstance(text, str):
        parts.append(Part(text, like.kind, like.tool, like.tool_use_id, like.role))
    elif source is not None or "file" in block or "input_audio" in block:
        rows.append(line.skip("not-text"))
    else:
        rows.append(line.skip("unknown-block", f"Its type is {str(kind)[:40]!r}."))


def tool_call(name: object, use_id: object, arguments: object) -> Part:
    """A tool call whose arguments are an object, or the JSON text of one, or plain text."""
    kind: Block = "tool_use"
    value = arguments
    if isinstance(arguments, str):
        value = json_of(arguments)
        if not isinstance(value, dict | list):
            value = arguments
    return Part(rendered(value), kind, text_of(name), text_of(use_id))


def json_of(text: str) -> object:
    """The value of a JSON text; None where it is none."""
    try:
        value: object = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value
