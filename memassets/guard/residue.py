"""What is left of a record around its quotes, and which of that is anybody's own words."""

import re
from collections.abc import Sequence

from memassets.guard.spans import Span, merged
from memassets.kernel import policy

_WORD = re.compile(r"[^\W_]+(?:['’._-][^\W_]+)*")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]+\S.*|.*\n[ \t]*(?:={3,}|-{3,})[ \t]*)$")
_OPENING_TAG = re.compile(r"<([A-Za-z][\w:-]*)(?:\s[^<>]*)?>\s*$")
_CLOSING_TAG = re.compile(r"\s*</([A-Za-z][\w:-]*)\s*>")
_FENCE_ABOVE = re.compile(r"(?:^|(?<=\n))[ \t]*(?:`{3,}|~{3,})[\w+-]*[ \t]*\n?$")
_FENCE_BELOW = re.compile(r"\s*(?:`{3,}|~{3,})[ \t]*(?=\n|$)")
_MARKS_BEFORE = "\"'“„«‘([{*_`|-• \t\n"
_MARKS_AFTER = re.compile(r"[\"'”“»’)\]}*_`|.!?\s]*")
_BLOCK_MARKS = f"{_MARKS_BEFORE}>#"
_TAG_CHARS = 400  # a longer tag is none
_LEAD_IN_END = (":", "：")
_SENTENCE_END = re.compile(r"[.!?。！？][\"')\]]*(?=\s)")


def kept(text: str, quotes: Sequence[Span]) -> list[Span]:
    """The spans of a text that stay evidence once its quotes are withheld, in order, trimmed of white space.

    A stretch of under `policy.RESIDUE_WORDS` words is dropped, and so is what only introduces or wraps a quote: the
    sentence before it that ends in a colon, the heading right above it, the pair of tags or fences around it.
    """
    taken = merged(quotes)
    if not taken:
        return [(0, len(text))] if text.strip() else []
    bounds = _unwrapped(text, taken)
    edges = [0, *(place for span in bounds for place in span), len(text)]
    found: list[Span] = []
    for gap, (start, end) in enumerate(zip(edges[0::2], edges[1::2], strict=True)):
        if gap < len(bounds):  # a quote follows
            end = _before_lead_in(text, start, end)
        piece = text[start:end]
        inner = piece.strip()
        if len(_WORD.findall(inner)) >= policy.RESIDUE_WORDS:
            at = start + len(piece) - len(piece.lstrip())
            found.append((at, at + len(inner)))
    return found


def _unwrapped(text: str, quotes: list[Span]) -> list[Span]:
    """The quotes, each with the fences and tags around it that hold nothing else."""
    found: list[Span] = []
    for start, end in quotes:
        wrapped: Span | None = (start, end)
        while wrapped:
            start, end = wrapped
            wrapped = _in_fence(text, start, end) or _in_tags(text, start, end)
        found.append((start, end))
    return merged(found)


def _in_fence(text: str, start: int, end: int) -> Span | None:
    above, below = _FENCE_ABOVE.search(text[max(0, start - 80) : start]), _FENCE_BELOW.match(text, end)
    return (start - len(above[0]), below.end()) if above and below else None


def _in_tags(text: str, start: int, end: int) -> Span | None:
    before = text[:start].rstrip(_MARKS_BEFORE)
    opening = _OPENING_TAG.search(before, max(0, len(before) - _TAG_CHARS))
    after = _MARKS_AFTER.match(text, end)
    closing = _CLOSING_TAG.match(text, after.end() if after else end)
    if opening and closing and opening[1].lower() == closing[1].lower():
        return opening.start(), closing.end()
    return None


def _before_lead_in(text: str, start: int, end: int) -> int:
    """Where the stretch before a quote ends once a lead-in or a heading right above the quote is left out."""
    while True:
        piece = text[start:end].rstrip(_BLOCK_MARKS)
        line = piece.rfind("\n") + 1
        if piece.endswith(_LEAD_IN_END):
            ends = [found.end() for found in _SENTENCE_END.finditer(piece, line)]
            cut = ends[-1] if ends else line
        elif _HEADING.fullmatch(piece[line:]):
            cut = line
        else:
            return end
        end = start + cut
        if not piece:
            return end
