"""Tombstones: what is kept of a forgotten claim, enough to know it again and not enough to read it."""

import hashlib
from collections.abc import Collection, Sequence

from memassets.kernel import policy
from memassets.kernel.text import normal


def stone(claim: str) -> str:
    """The tombstone of a claim: how many words it has, and their digest, whatever its case and punctuation."""
    return _stone(normal.words(claim))


def stated(text: str, stones: Collection[str]) -> str | None:
    """The first stone whose claim a text states, None where it states none.

    A claim is stated where all its words stand in the text in a row; one of fewer words than
    `policy.TOMBSTONE_SPAN_WORDS` only where they are the whole text.
    """
    if not stones:
        return None
    words = normal.words(text)
    for length in sorted({int(each.partition(":")[0]) for each in stones}):
        if not length or length > len(words) or (length < policy.TOMBSTONE_SPAN_WORDS and length != len(words)):
            continue
        for start in range(len(words) - length + 1):
            if (found := _stone(words[start : start + length])) in stones:
                return found
    return None


def _stone(words: Sequence[str]) -> str:
    return f"{len(words)}:{hashlib.sha256(' '.join(words).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
