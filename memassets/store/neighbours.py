"""Neighbours: the pairs of active memories that may be duplicates, and the components they form."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from memassets.kernel import policy
from memassets.kernel.ports import Embedder, Vectors
from memassets.store import cosines, near

_EMBED_ROWS = 4096


def neighbours(active: pl.DataFrame, embedder: Embedder) -> pl.DataFrame:
    """The pairs of rows that may be duplicates: first, other (places in `active`, ascending), cosine (-1..1).

    Those are the pairs whose cosine is above `policy.FOLD_COSINE`, every one of them however many memories there are,
    and those with their claim in common: their gists have one masked signature, or `policy.NEAR_JACCARD` of their
    words.
    """
    held = vectors(active, embedder)
    alike = cosines.pairs_above(held, policy.FOLD_COSINE)
    first, other = near.near_pairs(active["gist"].to_list()).T
    claimed = cosines.Pairs(first, other, cosines.cosines(held, first, other))
    found = pl.concat([pl.DataFrame(pairs._asdict()) for pairs in (alike, claimed)])
    return found.unique(["first", "other"]).sort("first", "other")


def vectors(active: pl.DataFrame, embedder: Embedder) -> Vectors:
    """The memories' vectors, shape (rows, dimensions).

    Written in place: two copies would be most of what a plan holds.
    """
    rows = active.select("gist", "body").iter_rows()
    texts = [f"{gist}\n{body}" if body else gist for gist, body in rows]
    out = np.empty((len(texts), 0), np.float32)
    for at in range(0, len(texts), _EMBED_ROWS):
        block = embedder.embed(texts[at : at + _EMBED_ROWS], "document")
        if at == 0:
            out = np.empty((len(texts), block.shape[1]), np.float32)
        out[at : at + len(block)] = block
    return out


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
