"""Proper names: capitalised words that do not just open a sentence."""

import re

from memassets.kernel.text import normal

_WORD = re.compile(r"[^\W_]+(?:['._-][^\W_]+)*")
_OPENING = re.compile(r"(?:^|[.!?:;]\s+|[\n\"(\[*>-]\s*)$")
# Capitalised by convention, yet no name of a thing a claim could be about.
_NOT_NAMES = frozenset("i ok todo note yes no".split())


def names(text: str) -> tuple[str, ...]:
    """The proper names of a text, in order, folded but with case.

    A word counts where a capital stands inside it ("McKay", "PostgreSQL", "API") or where it opens with one and does
    not open a sentence; the first word of a sentence counts only if the text spells it so elsewhere too.
    """
    folded = "\n".join(normal.fold(line) for line in text.splitlines())
    sure: list[tuple[int, str]] = []
    opening: list[tuple[int, str]] = []
    for found in _WORD.finditer(folded):
        word = found[0]
        if not any(c.isupper() for c in word) or word.casefold() in _NOT_NAMES:
            continue
        inner = any(c.isupper() for c in word[1:])
        if inner or not _OPENING.search(folded[max(0, found.start() - 4) : found.start()]):
            sure.append((found.start(), word))
        else:
            opening.append((found.start(), word))
    known = {word for _, word in sure}
    return tuple(word for _, word in sorted(sure + [item for item in opening if item[1] in known]))
