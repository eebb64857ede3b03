"""A document's sections as a reader cuts them: the chain of headings, a slug of its own, the text."""

import re
import unicodedata
from collections.abc import Container

from memassets.formats.damage import Damage
from memassets.formats.rows import Reading, Section

SLUG_CHARS = 80


class Sections:
    """Collects the sections of one document; `reading` is what it gave."""

    def __init__(self, path: str, content: bytes, form: str) -> None:
        self.damage = Damage(path, content)
        self._path, self._form = path, form
        self._chain: list[tuple[int, str]] = []
        self._rows: list[Section] = []
        self._slugs: set[str] = set()
        self._counts: dict[str, int] = {}

    def open(self, level: int, heading: str) -> None:
        """Enter a heading: those of its level and deeper are left."""
        while self._chain and self._chain[-1][0] >= level:
            self._chain.pop()
        self._chain.append((level, " ".join(heading.split())))

    def add(self, text: str, line: int) -> None:
        """Add the section under the headings that are open; a blank text adds nothing."""
        text = text.strip("\n").rstrip()
        if not text.strip():
            return
        names = [name for _, name in self._chain if name]
        slug = self._slug(names[-1] if names else "")
        self._rows.append(Section(self._path, " > ".join(names), slug, text, line))

    def reading(self) -> Reading:
        if not self._rows and not self.damage.skips:
            self.damage.name("empty-file", "The file holds no text.")
        return Reading(self._form, sections=tuple(self._rows), skipped=self.damage.skips)

    def _slug(self, heading: str) -> str:
        plain = unicodedata.normalize("NFKC", heading).casefold()
        words = "".join(c if c.isalnum() else "-" for c in plain.replace("'", ""))
        slug = re.sub("-+", "-", words).strip("-")[:SLUG_CHARS].strip("-") or ("section" if heading else "start")
        slug = slug if slug not in self._slugs else unique(slug, "-", self._slugs, self._counts)
        self._slugs.add(slug)
        return slug


def unique(name: str, mark: str, taken: Container[str], counts: dict[str, int]) -> str:
    """The name with the first number from 2 that makes it new; `counts` remembers where it left off."""
    number = counts.get(name, 1) + 1
    while f"{name}{mark}{number}" in taken:
        number += 1
    counts[name] = number
    return f"{name}{mark}{number}"
