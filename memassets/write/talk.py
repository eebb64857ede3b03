"""Talk: the transcripts of the corpus as the edits see them, and what they have in common."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from memassets.formats.rows import Record
from memassets.kernel.draw import Draw
from memassets.kernel.text import normal

Json = dict[str, Any]


class Talk:
    """Records by session, with the folded text of each."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.turns: dict[str, list[tuple[Record, str]]] = {}
        for record in records:
            self.turns.setdefault(record.session, []).append((record, normal.fold(record.text)))

    def holds(self, quote: str, *, speaking: bool = False) -> bool:
        """Whether a quote stands in any turn; `speaking`: in one whose words may testify."""
        folded = normal.fold(quote)
        return any(
            folded in text
            for turns in self.turns.values()
            for record, text in turns
            if not (speaking and (record.sidechain or record.summary or record.origin))
        )

    def said(self) -> list[str]:
        """The folded texts of what the user said."""
        return [text for turns in self.turns.values() for r, text in turns if r.role == "user" and _is_spoken(r)]

    def unspoken(self, *, sidechain: bool) -> list[tuple[Record, str]]:
        """What a sub-agent said, or what a program wrote, and nobody else."""
        found = [turn for turns in self.turns.values() for turn in turns if not _is_spoken(turn[0])]
        return [(r, text) for r, text in found if r.sidechain == sidechain and not self.holds(text, speaking=True)]


Edit = Callable[[Json, Draw, Talk], Json | str | None]


def _is_spoken(record: Record) -> bool:
    return not (record.sidechain or record.summary or record.origin)


def drawn_quote(candidate: Json, draw: Draw) -> Json:
    """One of a candidate's quotes, to be changed in place."""
    found: Json = draw.choice(candidate["evidence"])
    return found


def words_at(text: str) -> list[tuple[int, int]]:
    """Where the words of a text start and end."""
    return [found.span() for found in re.finditer(r"\S+", text)]
