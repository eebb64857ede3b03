"""Near-duplicate pairs among many texts, without comparing each with each."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy
from memassets.kernel.text import claim
from memassets.kernel.text.claim import Claim

Rows = npt.NDArray[np.int64]

_BITS = 64  # of a word's place: two texts differ in at least as many words as their sets of bits differ in bits


def near_pairs(gists: Sequence[str]) -> Rows:
    """The pairs of rows with one signature or with `policy.NEAR_JACCARD` of their words in common, shape (pairs, 2).

    The earlier row first, in the order of the later. Words are held rarest first; two texts above the threshold share
    two of their first few (prefix filter: Chaudhuri, Ganti and Kaushik, ICDE 2006; with two words: Wang, Li and Feng,
    SIGMOD 2012), so only those are looked up. Rows that share these, or a signature, are paired with the
    `policy.SET_CAP_ROWS` before them: a templated series must not cost its square.
    """
    claims = [claim.read(gist) for gist in gists]
    series: dict[tuple[str, ...], int] = {}
    same = [[series.setdefault(found.signature, len(series))] for found in claims]
    found = [np.empty((0, 2), np.int64), *_meeting(same), *_near(claims)]
    earlier, later = np.concatenate(found).T
    later, earlier = np.divmod(np.unique(later * len(claims) + earlier), max(1, len(claims)))
    return np.stack([earlier, later], axis=1)


def _near(claims: Sequence[Claim]) -> Iterator[Rows]:
    """The pairs with enough words in common, not all at a time; a pair may come several times."""
    frequency = Counter(word for found in claims for word in found.words)
    place = {word: at for at, word in enumerate(sorted(frequency, key=lambda word: (frequency[word], word)))}
    words = [sorted(place[word] for word in found.words) for found in claims]
    sizes = np.fromiter(map(len, words), np.int64)
    bits = np.asarray([sum({1 << at % _BITS for at in own}) for own in words], np.uint64)
    # of the words of both, so many may differ: Jaccard's share solved for them, and a rounding of it
    differing = (1 - policy.NEAR_JACCARD) / (1 + policy.NEAR_JACCARD) * (1 + 1e-9)
    for pairs in _meeting([_rarest(own, len(place)) for own in words]):
        earlier, later = pairs.T
        apart = np.bitwise_count(bits[earlier] ^ bits[later])
        likely = pairs[apart <= differing * (sizes[earlier] + sizes[later])]
        near = [claim.jaccard(claims[one], claims[other]) >= policy.NEAR_JACCARD for one, other in likely.tolist()]
        yield likely[np.asarray(near, bool)]


def _rarest(words: Sequence[int], count: int) -> list[int]:
    """A number for each two of the rarest of these words; for the word of a text of one."""
    first = words[: _reach(len(words)) + 1]
    return [one * count + other for one, other in combinations(first, 2)] if len(words) > 1 else list(words)


def _reach(size: int) -> int:
    """How many of a text's rarest words have to be looked up to meet one of every text above the threshold."""
    return size - math.ceil(size * policy.NEAR_JACCARD) + 1


def _meeting(keys: Sequence[Sequence[int]]) -> Iterator[Rows]:
    """The pairs of rows that share a key, the earlier first: each with the row before it, then the one before that."""
    row = np.repeat(np.arange(len(keys)), np.fromiter(map(len, keys), np.int64))
    key = np.asarray([one for own in keys for one in own], np.int64)
    order = np.argsort(key, kind="stable")
    row, key = row[order], key[order]
    at = np.arange(len(key))
    for back in range(1, policy.SET_CAP_ROWS + 1):
        at = at[at >= back]
        at = at[key[at] == key[at - back]]
        if not len(at):
            return
        yield np.stack([row[at - back], row[at]], axis=1)
