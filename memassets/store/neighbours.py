"""Neighbours: the pairs of active memories that may be duplicates, and the components they form."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from memassets.kernel import policy
from memassets.kernel.ports import Embedder
from memassets.store import near

_BLOCK_ROWS = 2048  # cosines held at a time: 2,048 x 30,000 float32 are 246 MB
_EMBED_ROWS = 4096


def neighbours(active: pl.DataFrame, embedder: Embedder) -> dict[tuple[int, int], float]:
    """The cosine, -1..1, of every pair of rows (first, second) that may be duplicates.

    Those are the pairs whose cosine is above `policy.FOLD_COSINE`, and those with their claim in common.

    Exact: every row is compared with every other, block by block, float32. Two memories have their claim in common
    where their gists have one masked signature, or `policy.NEAR_JACCARD` of their words.
    """
    gists = active["gist"].to_list()
    if len(gists) < 2:
        return {}
    texts = [f"{gist}\n{body}" if body else gist for gist, body in zip(gists, active["body"], strict=True)]
    blocks = [embedder.embed(texts[at : at + _EMBED_ROWS], "document") for at in range(0, len(texts), _EMBED_ROWS)]
    vectors = np.concatenate(blocks)
    found: dict[tuple[int, int], float] = {}
    for start in range(0, len(vectors), _BLOCK_ROWS):
        cosines = vectors[start : start + _BLOCK_ROWS] @ vectors[start:].T
        for row, other in zip(*np.nonzero(np.triu(cosines > policy.FOLD_COSINE, k=1)), strict=True):
            found[start + int(row), start + int(other)] = float(cosines[row, other])
    for one, other in near.near_pairs(gists).tolist():
        if (one, other) not in found:
            found[one, other] = float(vectors[one] @ vectors[other])
    return dict(sorted(found.items()))


def components(pairs: Iterable[tuple[int, int]], cap: int) -> tuple[list[list[int]], int]:
    """The connected sets of rows, each ascending, and how many of them were larger than `cap` and had to be split."""
    parent: dict[int, int] = {}

    def root(row: int) -> int:
        parent.setdefault(row, row)
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    for one, other in pairs:
        parent[max(root(one), root(other))] = min(root(one), root(other))
    sets: dict[int, list[int]] = defaultdict(list)
    for row in sorted(parent):
        sets[root(row)].append(row)
    split = sum(len(members) > cap for members in sets.values())
    return [part for members in sets.values() for part in _cut(members, cap)], split


def _cut(members: Sequence[int], cap: int) -> list[list[int]]:
    return [list(members[at : at + cap]) for at in range(0, len(members), cap)]
