"""The memories of one many-row file, each under an id of its own, and the names their fields go by."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from memassets.formats.damage import Damage
from memassets.formats.json_values import Item, is_list, is_object
from memassets.formats.links import kept
from memassets.formats.rows import Memory, Reading
from memassets.formats.sections import unique
from memassets.formats.sentences import first_and_rest
from memassets.formats.statuses import status_of
from memassets.formats.times import instant_of


class MemoryRows:
    """Collects the rows of one file; `reading` is what it gave."""

    def __init__(self, path: str, content: bytes, form: str) -> None:
        self.damage = Damage(path, content)
        self._path, self._form = path, form
        self._revision = hashlib.sha256(content).hexdigest()
        self._rows: dict[str, Memory] = {}
        self._counts: dict[str, int] = {}
        self._folded: dict[str, str] = {}

    def reading(self) -> Reading:
        if not self._rows and not self.damage.skips:
            self.damage.name("no-memories", "The file holds no memories.")
        return Reading(self._form, memories=tuple(self._rows.values()), skipped=self.damage.skips)

    def name(self, item: Item, code: str, message: str) -> None:
        self.damage.name(code, message, line=item.line, byte=item.byte)

    def add(self, own: str, text: str, item: Item, fields: Mapping[str, object], **given: Any) -> None:
        """Add the memory a text states, its first sentence the claim; fields go by their usual names."""
        text = self.cleaned(text, item)
        gist, body = (" ".join(text.split()), "") if word(fields, "gist") else first_and_rest(text)
        if not gist:
            self.name(item, "no-claim", "The row states nothing.")
            return
        place = {"line": item.line, "byte": item.byte}
        successor = self.cleaned(word(fields, "superseded_by", "superseded-by", "supersededBy"), item) or None
        row: dict[str, Any] = {
            "body": "\n\n".join(part for part in (body, self.cleaned(word(fields, "body"), item)) if part),
            "title": self.cleaned(word(fields, "title", "name"), item),
            "type": self.cleaned(word(fields, "type", "kind", "memory_type"), item),
            "status": status_of(word(fields, "status", "state"), successor, self.damage, **place),
            "scope": self.cleaned(word(fields, "scope", "user_id"), item),
            "created": instant_of(word(fields, "created_at", "created", "createdAt"), self.damage, **place),
            "updated": instant_of(word(fields, "updated_at", "updated", "updatedAt"), self.damage, **place),
            "superseded_by": successor,
            "entities": self.all_cleaned(words(fields, "entities", "entity", "tags"), item),
            "links": kept(self.all_cleaned(words(fields, "links", "link", "related"), item), self.damage, **place),
            "sources": self.all_cleaned(words(fields, "sources", "source"), item),
            **given,
        }
        identity = self._identity(self.cleaned(own, item), item)
        self._rows[identity] = Memory(
            id=identity, gist=gist, format=self._form, line=item.line, revision=self._revision, **row
        )

    def cleaned(self, text: str, item: Item) -> str:
        return self.damage.clean(text, line=item.line, byte=item.byte).strip()

    def all_cleaned(self, texts: Iterable[str], item: Item) -> tuple[str, ...]:
        found = (" ".join(self.cleaned(text, item).split()) for text in texts)
        return tuple(dict.fromkeys(text for text in found if text))

    def _identity(self, own: str, item: Item) -> str:
        own = " ".join(own.split()) or f"line-{item.line}"
        identity = f"{self._path}#{own}"
        if identity in self._rows:
            self.name(item, "duplicate-id", f"The id {own[:80]!r} stands more than once; each row is kept.")
            return unique(identity, "~", self._rows, self._counts)
        twin = self._folded.setdefault(own.casefold(), own)
        if twin != own:
            self.name(item, "case-variant", f"The id {own[:80]!r} differs from {twin[:80]!r} in case only.")
        return identity


def word(fields: Mapping[str, object], *names: str) -> str:
    """The first of these fields that holds a text or a number, as text."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
    return ""


def words(fields: Mapping[str, object], *names: str) -> tuple[str, ...]:
    """Every text these fields hold, lists and single texts alike."""
    found: list[str] = []
    for name in names:
        value = fields.get(name)
        found += [each for each in (value if is_list(value) else [value]) if isinstance(each, str)]
    return tuple(found)


def part(fields: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object under a name, or an empty one."""
    value = fields.get(name)
    return value if is_object(value) else {}
