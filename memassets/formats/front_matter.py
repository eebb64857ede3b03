"""The YAML block at the top of a text file, read as strings, lists and mappings; nothing in it is run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from memassets.formats.damage import Damage, clean

LIMIT_CHARS = 65_536
LIMIT_EVENTS = 10_000
LIMIT_DEPTH = 12

Value: TypeAlias = "str | list[Value] | dict[str, Value]"

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KEY = re.compile(r"([A-Za-z][\w .-]{0,60}?) ?:(?:\s+(.*))?$")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields of all blocks, by name in lower case with hyphens, and the text below them."""

    body: str
    body_line: int = 1
    fields: dict[str, Value] = field(default_factory=dict)
    blocks: int = 0

    def text(self, *names: str) -> str:
        """The first of these fields that holds a word, on one line; else the empty string."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, str) and value.strip():
                return " ".join(value.split())
        return ""

    def texts(self, *names: str) -> tuple[str, ...]:
        """Every word of these fields, lists and single words alike."""
        found: list[str] = []
        for name in names:
            value = self.fields.get(name)
            items = value if isinstance(value, list) else [value]
            found += [" ".join(item.split()) for item in items if isinstance(item, str) and item.strip()]
        return tuple(dict.fromkeys(found))


class _RefusedError(Exception):
    def __init__(self, code: str, message: str, line: int) -> None:
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


def split(text: str, damage: Damage) -> FrontMatter:
    """Take the front matter off a text; a second block right below the first is read too, and named."""
    first = _block(text, 1, damage)
    if first is None:
        return FrontMatter(text)
    fields, body, line = first
    second = None
    if body.lstrip("\n").startswith("---"):
        gap = len(body) - len(body.lstrip("\n"))
        second = _block(body.lstrip("\n"), line + gap, damage)
    if second is None or not second[0]:
        return FrontMatter(body, line, fields, 1)
    more, body, below = second
    hidden = sorted(key for key in more if key in fields and more[key] != fields[key])
    told = f"; the first block's {', '.join(hidden)} counts" if hidden else ""
    damage.at_line(line + gap, "second-front-matter", f"A second front-matter block was read too{told}.")
    return FrontMatter(body, below, {**more, **fields}, 2)


def parse(text: str, line: int, damage: Damage) -> dict[str, Value]:
    """The mapping a YAML text holds; what YAML cannot read is named and read key by key."""
    try:
        value = _build(_events(text))
    except _RefusedError as refused:
        damage.at_line(line + refused.line, refused.code, refused.message)
        value = _line_by_line(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = " ".join(str(getattr(error, "problem", None) or "it does not parse").split())
        at = min(mark.line if mark else 0, text.count("\n"))
        damage.at_line(line + at, "bad-front-matter", f"The front matter is not YAML: {clean(problem)}.")
        value = _line_by_line(text)
    if not isinstance(value, dict):
        return {}
    fields = _named(value, line, damage)
    nested = fields.get("metadata")
    if isinstance(nested, dict):
        for key, inner in _named(nested, line, damage).items():
            fields.setdefault(key, inner)
    return fields


def _block(text: str, line: int, damage: Damage) -> tuple[dict[str, Value], str, int] | None:
    head = text[: LIMIT_CHARS + 8]
    lines = head.split("\n")
    if lines[0].rstrip() != "---" or len(lines) < 2:
        return None
    close = next((n for n, row in enumerate(lines[1:], 1) if row.rstrip() in ("---", "...")), None)
    if close is None:
        if not _KEY.match(lines[1]):
            return None
        ends = (n for n, row in enumerate(lines) if n and (not row.strip() or row.startswith("#")))
        close = next(ends, len(lines))
        large = len(text) > LIMIT_CHARS
        code = "front-matter-too-large" if large else "unclosed-front-matter"
        reason = f"does not end within {LIMIT_CHARS} characters" if large else "is not closed"
        damage.at_line(line, code, f"The front matter {reason}; its first lines were read.")
        taken = "\n".join(lines[1:close])
        rest = text[len("\n".join(lines[:close])) :].removeprefix("\n")
        return parse(taken, line + 1, damage), rest, line + close
    inside = "\n".join(lines[1:close])
    if inside.strip() and not any(_KEY.match(row) or row.startswith(("{", '"', "'")) for row in lines[1:close]):
        return None
    used = len("\n".join(lines[: close + 1])) + 1
    return parse(inside, line + 1, damage), text[used:], line + close + 1


def _events(text: str) -> Iterator[yaml.Event]:
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        if count > LIMIT_EVENTS:
            raise _RefusedError("yaml-too-large", "The front matter holds too many values.", _line(event))
        yield event


def _build(events: Iterator[yaml.Event]) -> Value:
    """The value of the first document, from its events: scalars as written, no tags, no aliases."""
    root: list[Value] = []
    open_: list[tuple[list[Value] | dict[str, Value], list[str]]] = [(root, [])]
    for event in events:
        line = _line(event)
        if isinstance(event, yaml.AliasEvent):
            raise _RefusedError("yaml-alias", "A YAML alias is not followed.", line)
        if isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None) not in (None, "!"):
            raise _RefusedError("yaml-tag", "A YAML tag is not obeyed.", line)
        if isinstance(event, yaml.DocumentEndEvent):
            break
        if isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0]
            _put(open_, "" if plain and event.value in _NULLS else clean(event.value), line)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(open_) > LIMIT_DEPTH:
                raise _RefusedError("yaml-too-deep", "The front matter is nested too deeply.", line)
            inner: list[Value] | dict[str, Value] = {} if isinstance(event, yaml.MappingStartEvent) else []
            _put(open_, inner, line)
            open_.append((inner, []))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            open_.pop()
    return root[0] if root else {}


def _line(event: yaml.Event) -> int:
    return event.start_mark.line if event.start_mark else 0


def _put(open_: list[tuple[list[Value] | dict[str, Value], list[str]]], value: Value, line: int) -> None:
    holder, waiting = open_[-1]
    if isinstance(holder, list):
        holder.append(value)
    elif waiting:
        key = waiting.pop()
        if key in holder:
            raise _RefusedError("duplicate-field", f"The field {key[:60]!r} is given twice.", line)
        holder[key] = value
    elif isinstance(value, str):
        waiting.append(value)
    else:
        raise _RefusedError("bad-front-matter", "A field's name is not a word.", line)


def _line_by_line(text: str) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    last = ""
    for row in text.split("\n"):
        bare = row.strip()
        match = _KEY.match(bare)
        value = _unquoted((match[2] or "") if match else bare.removeprefix("- "))
        if not bare or bare.startswith("#") or value.startswith(("!", "&", "*", "{", "[")):
            continue
        if match and not row[0].isspace():
            last = match[1]
            fields.setdefault(last, value)
        elif last and fields.get(last) in ("", None) and match:
            fields[last] = {match[1]: value}
        elif last and fields.get(last) == "" and bare.startswith("- "):
            fields[last] = [value]
        else:
            holder = fields.get(last)
            if isinstance(holder, dict) and match:
                holder.setdefault(match[1], value)
            elif isinstance(holder, list) and bare.startswith("- "):
                holder.append(value)
    return fields


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return clean(text)


def _named(value: dict[str, Value], line: int, damage: Damage) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    for key, inner in value.items():
        name = "-".join(key.strip().lower().replace("_", " ").split())
        if name in fields:
            damage.at_line(line, "duplicate-field", f"The field {name[:60]!r} is given twice; the first counts.")
        fields.setdefault(name, inner)
    return fields
