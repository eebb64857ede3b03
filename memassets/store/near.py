"""Near-duplicate pairs among many texts, without comparing each with each."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from memassets.kernel import policy
from memassets.kernel.text import claim


def near_pairs(gists: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The pairs of rows with one signature or with `policy.NEAR_JACCARD` of their words in common, first row first.

    Words are held rarest first; two texts above the threshold share one of their first few (prefix filter: Chaudhuri,
    Ganti and Kaushik, ICDE 2006), so only those are looked up. Rows of one signature are paired with the
    `policy.SET_CAP_ROWS` before them: a templated series must not cost its square.
    """
    claims = [claim.read(gist) for gist in gists]
    frequency: dict[str, int] = defaultdict(int)
    for found in claims:
        for word in set(found.content):
            frequency[word] += 1
    by_signature: dict[tuple[str, ...], list[int]] = defaultdict(list)
    by_word: dict[str, list[int]] = defaultdict(list)
    for row, found in enumerate(claims):
        words = sorted(set(found.content), key=lambda word: (frequency[word], word))
        paired = set(by_signature[found.signature][-policy.SET_CAP_ROWS :])
        for word in words[: _reach(len(words))]:
            for other in by_word[word][-policy.SET_CAP_ROWS :]:
                if other not in paired and claim.jaccard(claims[other], found) >= policy.NEAR_JACCARD:
                    paired.add(other)
            by_word[word].append(row)
        by_signature[found.signature].append(row)
        for other in sorted(paired):
            yield other, row


def _reach(size: int) -> int:
    """How many of a text's rarest words have to be looked up to miss no pair above the threshold."""
    return size - math.ceil(size * policy.NEAR_JACCARD) + 1
