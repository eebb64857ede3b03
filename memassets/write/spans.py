"""Spans: what of a text a quote is, and where it stands in a turn."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memassets.kernel import policy
from memassets.kernel.text import normal

_ELLIPSIS = re.compile(r"\s*[\[(]?\.{3,}[\])]?\s*")
_SENTENCE_END = re.compile(r"[.!?。！？]+[\"')\]]*(?=\s|$)|[。！？]")
_CONTEXT_CHARACTERS = 400  # looked at on each side for the ends of the sentence


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote as it is looked for."""

    text: str  # folded
    given: str
    fragments: tuple[str, ...]  # what an ellipsis splits it into, none where there is none


def session_of(given: str) -> str:
    """A session id as ids are compared."""
    return given.strip() if policy.CLOSE_PADDED_IDS else given


def fragments(text: str) -> tuple[str, ...]:
    """The pieces of a folded quote with an ellipsis, in order; none where it has none."""
    pieces = tuple(piece for piece in _ELLIPSIS.split(text) if piece)
    return pieces if pieces != (text,) else ()


def trimmed_claim(claim: str) -> str:
    """A claim as it is looked for in a turn: folded, without the full stop that a sentence of its own has.

    "" where it is too short to be a span by anything but chance.
    """
    text = normal.fold(claim).rstrip(".!")
    return text if len(text) >= policy.FRAGMENT_CHARACTERS else ""


def place_of(needle: str, text: str, start: int = 0) -> int:
    """Where a needle stands in a text without cutting a word or a number at its ends; -1 where it does not."""
    at = text.find(needle, start)
    while at >= 0 and (_cuts(text, at) or _cuts(text, at + len(needle))):
        at = text.find(needle, at + 1)
    return at


def _cuts(text: str, at: int) -> bool:
    """Whether a cut before this character goes through a word of a cased script or through a number."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit():
        return True
    if after.isdigit() and before in ".," and text[at - 2 : at - 1].isdigit():
        return True
    return _is_glued(before) and _is_glued(after)


def _is_glued(character: str) -> bool:
    return character.isdigit() or character == "_" or character.lower() != character.upper()


def sentence_at(text: str, start: int, end: int) -> str:
    """The whole sentences of a folded text that start..end is part of."""
    floor = max(0, start - _CONTEXT_CHARACTERS)
    opened = floor
    for stop in _SENTENCE_END.finditer(text, floor, start):
        opened = stop.end()
    stop_at = _SENTENCE_END.search(text, max(end - 1, start), end + _CONTEXT_CHARACTERS)
    return text[opened : stop_at.end() if stop_at else end + _CONTEXT_CHARACTERS].strip()


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a folded text."""
    found, at = [], 0
    for stop in _SENTENCE_END.finditer(text):
        found.append(text[at : stop.end()].strip())
        at = stop.end()
    found.append(text[at:].strip())
    return tuple(sentence for sentence in found if sentence)


def kept_pieces(text: str, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """What is left of a text around the spans (start, end)."""
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces.append(text[at : max(at, start)])
        at = max(at, end)
    pieces.append(text[at:])
    return tuple(piece for piece in pieces if piece)
