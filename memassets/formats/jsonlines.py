"""One line of JSON -> an object, reading what can be read and naming what was wrong."""

import json
import re
from collections.abc import Callable, Iterable, Iterator

import orjson

from memassets.formats.lines import Line
from memassets.formats.rows import Skip

_LONE = re.compile("[\ud800-\udfff]")
# an escaped pair, half of one (the group), or any other escape, so that an escaped backslash is not misread
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_SNIFFED_LINES = 40
_PAIR = re.compile(rb'(?<!\\)"(\w+)"\s*:\s*(?:"([^"\\]*)"|(\{)|(\[)|)')


def objects(lines: Iterable[Line | Skip]) -> Iterator[tuple[Line, dict[str, object]] | Skip]:
    """The JSON object of every line that is not blank.

    A line that is no object gives a Skip alone; one that could be repaired gives a Skip and then its object.
    """
    for line in lines:
        if isinstance(line, Skip):
            yield line
            continue
        if not line.raw or line.raw.isspace():
            continue
        try:
            value = orjson.loads(line.raw)
        except orjson.JSONDecodeError as refused:
            value, skip = _repaired(line, str(refused))
            yield skip
            if value is None:  # JSON's null is never repaired: the strict parser takes it
                continue
        if isinstance(value, dict):
            yield line, value
        else:
            yield line.skip("not-an-object")


def _repaired(line: Line, refusal: str) -> tuple[object, Skip]:
    """What the stricter parser refused; None where it cannot be read."""
    if refusal.startswith("depth limit"):
        return None, line.skip("too-deep")
    code = "loose-json"
    try:
        text = line.raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = line.raw.decode("utf-8", "replace")
        code = "not-utf-8"
    whole = _ESCAPE.sub(lambda escape: r"\ufffd" if escape[1] else escape[0], _LONE.sub("\ufffd", text))
    if whole != text and code == "loose-json":
        code = "lone-surrogate"
    try:
        # as floats: Python refuses integers of more than 4,300 digits, and no field read here is a number
        return json.loads(whole.removeprefix("\ufeff"), strict=False, parse_int=float), line.skip(code)
    except RecursionError:
        return None, line.skip("too-deep")
    except ValueError:
        return None, line.skip("not-json")


def head_objects(head: bytes) -> list[dict[str, object]]:
    """The objects among the first 40 lines of a file's head, for detection.

    A first line too long for the head gives what of its pairs is in it, nested ones among them; of two
    pairs with one name the first counts.
    """
    found: list[dict[str, object]] = []
    lines = head.split(b"\n", _SNIFFED_LINES)[:_SNIFFED_LINES]
    for raw in lines:
        try:
            value = orjson.loads(raw.strip())
        except orjson.JSONDecodeError:
            continue
        if isinstance(value, dict):
            found.append(value)
    if not found and lines[0].lstrip()[:1] == b"{":
        pairs: dict[str, object] = {}
        for name, text, brace, bracket in _PAIR.findall(head):
            pairs.setdefault(name.decode(), {} if brace else [] if bracket else text.decode("utf-8", "replace"))
        found.append(pairs)
    return found


def sniffed(head: bytes, belongs: Callable[[dict[str, object]], bool]) -> bool:
    """Whether one of the first lines belongs to a format."""
    return any(belongs(value) for value in head_objects(head))
