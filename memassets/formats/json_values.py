"""JSON values with the place each starts at, read as far as a damaged text allows."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from memassets.formats.damage import Damage

_BLANK = " \t\n\r"
_KEYS = re.compile(r'"([A-Za-z_]+)"\s*:')
_DECODER = json.JSONDecoder(strict=False)
_Row = Callable[[dict[str, object]], bool]


@dataclass(frozen=True, slots=True)
class Item:
    """A value, the key of the outermost object it stands under, and where it starts."""

    key: str
    value: object
    line: int
    byte: int


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def rows(content: bytes, damage: Damage, is_row: _Row) -> Iterator[Item]:
    """The objects of a text whose first object is a row itself, one a line or over several; else `document`."""
    text = content.decode("utf-8", "surrogateescape").lstrip("\ufeff" + _BLANK)
    if not text.startswith("{"):
        return document(content, damage)
    first = text.partition("\n")[0].rstrip()
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        # damaged: a first line that closes its object is a row, the first of an object over many lines closes nothing
        one_line = first.endswith("}") or first == text.rstrip()
        return lines(content, damage) if one_line else document(content, damage)
    if not is_object(value) or not is_row(value):
        return document(content, damage)
    return lines(content, damage) if end <= len(first) else document(content, damage, whole=True)


def lines(content: bytes, damage: Damage) -> Iterator[Item]:
    """The objects of a JSON Lines text; glued, cut and foreign lines are named."""
    reader = _Reader(damage)
    byte = 3 if content.startswith(b"\xef\xbb\xbf") else 0
    line = 0
    while byte < len(content):
        line += 1
        end = content.find(b"\n", byte)
        cut = end < 0
        end = len(content) if cut else end
        raw = content[byte:end]
        if raw.strip():
            yield from _of_line(raw, line, byte, cut, reader)
        byte = end + 1


def document(content: bytes, damage: Damage, whole: bool = False) -> Iterator[Item]:
    """The members of each JSON text: the items of its list, or of each list directly in its object.

    `whole` takes an object for one item. A text that is itself an encoded string is opened first.
    """
    text = content.decode("utf-8", "surrogateescape")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        told = f"The byte {content[error.start]:#04x} does not belong to UTF-8 text."
        damage.at_byte(error.start, "not-utf-8", told)
    opened_once = False
    for _ in range(3):
        if not text.lstrip("\ufeff" + _BLANK).startswith('"'):
            break
        try:
            opened = _DECODER.decode(text.strip("\ufeff" + _BLANK))
        except (ValueError, RecursionError):
            break
        text = opened if isinstance(opened, str) else text
        opened_once = True
    yield from _Walk(text, damage, opened_once, whole).items()


def first_keys(head: bytes) -> frozenset[str]:
    """The keys of the first object of a JSON text or of its list; of all objects where the head cuts it."""
    text = head.decode("utf-8", "replace").strip(_BLANK)
    try:
        value, _ = _DECODER.raw_decode(text[1:].lstrip(_BLANK) if text.startswith("[") else text)
    except (ValueError, RecursionError):
        return frozenset(_KEYS.findall(text.replace('\\"', '"') if text.startswith('"') else text))
    return first_keys(value.encode("utf-8", "replace")) if isinstance(value, str) else frozenset(_all_keys(value))


def _all_keys(value: object) -> Iterator[str]:
    """The keys of an object and of the objects one level down."""
    for key, inner in value.items() if is_object(value) else ():
        yield key
        first = inner[0] if is_list(inner) and inner else None
        if is_object(first):
            yield from first


class _Reader:
    """Reads single values, and names a key that stands twice in one object."""

    def __init__(self, damage: Damage) -> None:
        self.damage = damage
        self._decoder = json.JSONDecoder(strict=False, object_pairs_hook=self._object)
        self._twice: list[str] = []

    def value(self, text: str, at: int) -> tuple[object, int]:
        """The value that starts at a character, and where it ends; ValueError where none does."""
        self._twice.clear()
        return self._decoder.raw_decode(text, at)

    def item(self, key: str, value: object, line: int, byte: int) -> Item:
        """The value read last as an item; keys given twice in it are named at its place."""
        for twice in dict.fromkeys(self._twice):
            told = f"The key {twice[:60]!r} stands more than once in an object; the last counts."
            self.damage.name("duplicate-key", told, line=line, byte=byte)
        self._twice.clear()
        return Item(key, value, line, byte)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            self._twice += [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
        return found


class _Walk:
    """One pass over a JSON text, with the line and byte of the last place asked for."""

    def __init__(self, text: str, damage: Damage, opened: bool, whole: bool) -> None:
        self._text, self._damage, self._whole = text, damage, whole
        self._reader = _Reader(damage)
        self._opened = opened  # the text was a string in the file, so its places are not the file's
        self._at = self._counted = self._byte = 0
        self._line = 1

    def items(self) -> Iterator[Item]:
        """The items of every value; what is no value any more is named, and ends it."""
        at = self._blank(1 if self._text.startswith("\ufeff") else 0)
        first = True
        while first or at < len(self._text):
            if not first and self._text[at] not in "[{":
                line, byte = self._place(at)
                self._damage.name("trailing-text", "More text follows the JSON value.", line=line, byte=byte)
                return
            self._at = at
            try:
                yield from self._value(at)
            except RecursionError:
                line, byte = self._place(self._at)
                self._damage.name("nested-too-deep", "The JSON is nested too deeply.", line=line, byte=byte)
                return
            except ValueError as error:
                self._broken(error)
                return
            at = self._blank(self._at)
            first = False

    def _value(self, start: int) -> Iterator[Item]:
        if self._text.startswith("[", start):
            yield from self._array("", start)
        elif self._text.startswith("{", start) and not self._whole:
            yield from self._object(start)
        else:
            value, self._at = self._reader.value(self._text, start)
            yield self._item("", value, start)

    def _broken(self, error: ValueError) -> None:
        position = min(getattr(error, "pos", self._at), len(self._text))
        whole = self._blank(position) >= len(self._text) or "Unterminated" in str(error)
        code, told = ("cut-file", "ends in the middle of a value") if whole else ("not-json", "is not JSON from here")
        line, byte = self._place(position)
        self._damage.name(code, f"The file {told}; what stands before was read.", line=line, byte=byte)

    def _array(self, key: str, start: int) -> Iterator[Item]:
        at = self._blank(start + 1)
        if self._text.startswith("]", at):
            self._at = at + 1
            return
        while True:
            self._at = at
            value, end = self._reader.value(self._text, at)
            yield self._item(key, value, at)
            at = self._blank(end)
            if self._text.startswith("]", at):
                self._at = at + 1
                return
            at = self._blank(self._expect(",", at))

    def _object(self, start: int) -> Iterator[Item]:
        at = self._blank(start + 1)
        if self._text.startswith("}", at):
            self._at = at + 1
            return
        keys: set[object] = set()
        while True:
            self._at = at
            key, end = _DECODER.raw_decode(self._text, at)
            if str(key) in keys:
                line, byte = self._place(at)
                told = f"The key {str(key)[:60]!r} stands more than once in an object; each is read."
                self._damage.name("duplicate-key", told, line=line, byte=byte)
            keys.add(str(key))
            at = self._blank(self._expect(":", self._blank(end)))
            if self._text.startswith("[", at):
                yield from self._array(str(key), at)
            else:
                value, self._at = self._reader.value(self._text, at)
                yield self._item(str(key), value, at)
            at = self._blank(self._at)
            if self._text.startswith("}", at):
                self._at = at + 1
                return
            at = self._blank(self._expect(",", at))

    def _expect(self, mark: str, at: int) -> int:
        if not self._text.startswith(mark, at):
            raise json.JSONDecodeError(f"Expecting {mark!r}", self._text, at)
        return at + 1

    def _blank(self, at: int) -> int:
        return _blank(self._text, at)

    def _item(self, key: str, value: object, at: int) -> Item:
        line, byte = self._place(at)
        return self._reader.item(key, value, line, byte)

    def _place(self, at: int) -> tuple[int, int]:
        """The line and byte of a character; asked for in ascending order, so that each is counted once."""
        if at > self._counted and not self._opened:
            passed = self._text[self._counted : at]
            self._line += passed.count("\n")
            self._byte += len(passed.encode("utf-8", "surrogateescape"))
            self._counted = at
        return self._line, self._byte


def _of_line(raw: bytes, line: int, byte: int, cut: bool, reader: _Reader) -> Iterator[Item]:
    damage = reader.damage
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = byte + error.start
        told = f"The byte {raw[error.start]:#04x} does not belong to UTF-8 text."
        damage.name("not-utf-8", told, line=line, byte=bad)
        text = raw.decode("utf-8", "surrogateescape")
    values = counted = 0
    offset = byte
    start = _blank(text, 0)
    try:
        while start < len(text):
            offset += len(text[counted:start].encode("utf-8", "surrogateescape"))
            counted = start
            value, end = reader.value(text, start)
            if values == 1:
                damage.name("glued-line", "Several values stand on one line.", line=line, byte=offset)
            values += 1
            yield reader.item("", value, line, offset)
            start = _blank(text, end)
    except RecursionError:
        damage.name("nested-too-deep", "The line is nested too deeply.", line=line, byte=byte)
    except ValueError:
        code, told = ("cut-line", "The last line is cut") if cut else ("not-json", "The line is not JSON")
        damage.name(code, f"{told}; what stands before was read.", line=line, byte=offset)


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at
