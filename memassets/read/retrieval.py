"""The built-in ranker: two arms, reciprocal rank fusion, and the discriminating step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memassets.kernel import digests, policy
from memassets.kernel.draw import Draw
from memassets.kernel.ports import Embedder
from memassets.kernel.text import claim
from memassets.read import discriminate
from memassets.read.bm25 import Bm25

Floats = npt.NDArray[np.float64]
Arm = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.int64]

_ARM_DEPTH_ROWS = 1000  # rows an arm returns; deeper ones would add less than a tenth of a first place to the fusion
_EMBED_BLOCK_ROWS = 8192  # bounds the dense vectors held at a time to 32 MB at 1,024 dimensions
_TIE_DECIMALS = 6  # scores of equal texts may differ in the last bits of a BLAS sum


@dataclass(frozen=True, slots=True)
class Ranking:
    """One query over the active rows of an index; every array has one entry a row.

    `rank` starts at 1, tied rows share the best of their ranks, NaN means not returned. `score` is the fused score,
    `lexical` and `vector` those of the arms. `order` lists the returned rows, best first. `degraded` names arms, or
    the fusion, that told nothing apart; `moved` is true where another order of rows gave other ranks.
    """

    rank: Floats
    score: Floats
    lexical: Arm
    vector: Arm
    order: Ints
    degraded: tuple[str, ...]
    moved: bool


class Index:
    """The active rows of a set of memories, ready to be asked. Archived rows do not enter it."""

    def __init__(
        self, gists: Sequence[str], bodies: Sequence[str], embedder: Embedder, seed: int = policy.READ_SEED
    ) -> None:
        texts = [f"{gist}\n{body}" if body else gist for gist, body in zip(gists, bodies, strict=True)]
        self._texts = texts
        self._gists = list(gists)
        self._embedder = embedder
        self._bm25 = Bm25([claim.read(text).tokens for text in texts])
        # ties are shown in an order that only the texts decide, never the rows' places or ids
        self._digest = np.asarray([int(digests.of_bytes(text.encode()), 16) for text in texts], np.uint64)
        self._words, self._kind = discriminate.indexed([claim.read(gist) for gist in gists])
        self._found: dict[bytes, Ints] = {}  # of the query at hand
        shuffles = [np.asarray(Draw(seed + s).shuffled(range(len(texts))), np.int64) for s in range(1, policy.SHUFFLES)]
        self._orders = [np.arange(len(texts)), *shuffles]

    def ask(self, queries: Sequence[str]) -> list[Ranking]:
        """One ranking a query."""
        vectors = self._cosines(queries)
        return [self._rank(query, cosine) for query, cosine in zip(queries, vectors, strict=True)]

    def _cosines(self, queries: Sequence[str]) -> Arm:
        """Exact cosines, shape (queries, rows)."""
        asked = self._embedder.embed(queries, "query")
        out = np.zeros((len(queries), len(self._texts)), np.float32)
        for start in range(0, len(self._texts), _EMBED_BLOCK_ROWS):
            block = self._embedder.embed(self._texts[start : start + _EMBED_BLOCK_ROWS], "document")
            out[:, start : start + len(block)] = asked @ block.T
        return np.round(out, _TIE_DECIMALS)

    def _rank(self, query: str, vector: Arm) -> Ranking:
        asked = discriminate.query(query)
        lexical = np.round(self._bm25.scores(claim.read(query).tokens), _TIE_DECIMALS)
        fused = fuse([lexical, vector])
        arms = (("lexical", lexical), ("vector", vector), ("fusion", fused))
        degraded = tuple(name for name, scores in arms if _tells_nothing(scores))
        found: list[tuple[Floats, Floats, Ints]] = []
        self._found.clear()
        for order in self._orders:
            rank, score, listed = self._discriminated(asked, lexical[order], vector[order], order)
            back = np.empty_like(order)
            back[order] = np.arange(len(order))
            found.append((rank[back], score[back], order[listed]))
        rank, score, listed = found[0]
        moved = any(not np.array_equal(rank, other, equal_nan=True) for other, _, _ in found[1:])
        return Ranking(rank, score, lexical, vector, listed, degraded, moved)

    def _discriminated(
        self, asked: discriminate.Query, lexical: Arm, vector: Arm, order: Ints
    ) -> tuple[Floats, Floats, Ints]:
        """Ranks, fused scores and the returned rows best first, for rows that stand in `order`."""
        score = fuse([lexical, vector])
        returned = np.flatnonzero(score > 0)
        rank = np.full(len(score), np.nan)
        rank[returned] = shared_ranks(score[returned])
        listed = returned[np.lexsort((self._digest[order][returned], -score[returned]))]
        kinds = self._kind[order][listed]
        head = rank[listed] <= policy.RERANK_DEPTH_ROWS
        # as far again is looked at, and every row with a signature of the head's: a cut must not split a set
        spots = np.flatnonzero((rank[listed] <= 2 * policy.RERANK_DEPTH_ROWS) | np.isin(kinds, kinds[head]))
        rows = listed[spots]
        place, source, lead = self._moves(asked, order[rows], head[spots])
        listed[spots[place]] = rows[source]
        rank[rows[source]] = 1 + spots[lead]
        return rank, score, listed

    def _moves(self, asked: discriminate.Query, rows: Ints, head: discriminate.Flags) -> tuple[Ints, Ints, Ints]:
        """What the near-duplicate sets that open in the head of these rows, best first, are put in order by.

        Three arrays of one length: a place, the place whose row goes there, and the place whose rank it shares, that of
        the first member of equal evidence. Remembered for the query at hand: unless the order of storage shows
        through, all shuffles list the same rows.
        """
        key = rows.tobytes() + head.tobytes()
        if key not in self._found:
            moves = [np.empty((3, 0), np.int64)]
            for members in discriminate.near_sets(
                discriminate.alike([self._words[row] for row in rows], self._kind[rows])
            ):
                if head[members[0]]:
                    stored = rows[members].tolist()
                    gists = [claim.read(self._gists[row]) for row in stored]
                    wholes = [claim.read(self._texts[row]) for row in stored]
                    moves.append(np.asarray(members)[_in_order(discriminate.evidence(asked, gists, wholes))])
            self._found[key] = np.concatenate(moves, axis=1)
        place, source, lead = self._found[key]
        return place, source, lead


def _in_order(shown: Floats) -> Ints:
    """Each member's place, who goes there by the evidence shown, and the first of equal evidence; shape (3, members).

    Equal evidence stays in the order it came in, that of the fusion.
    """
    places = np.arange(len(shown))
    best_first = np.argsort(-shown, kind="stable")
    opens = np.concatenate(([True], np.diff(shown[best_first]) != 0))
    return np.stack([places, best_first, np.maximum.accumulate(np.where(opens, places, 0))])


def fuse(arms: Sequence[Arm]) -> Floats:
    """Reciprocal rank fusion of the arms' scores; tied scores share a rank, scores of 0 or below are not returned.

    Cormack, Clarke and Buettcher, SIGIR 2009.
    """
    fused = np.zeros(len(arms[0]))
    for scores in arms:
        rows = np.flatnonzero(scores > 0)
        if len(rows) > _ARM_DEPTH_ROWS:
            cut = np.partition(scores[rows], -_ARM_DEPTH_ROWS)[-_ARM_DEPTH_ROWS]
            rows = rows[scores[rows] >= cut]
        fused[rows] += 1.0 / (policy.RRF_K + shared_ranks(scores[rows]))
    return np.round(fused, 12)


def shared_ranks(scores: Arm) -> Floats:
    """The rank of each score, highest first, from 1; equal scores share the best of their ranks."""
    ascending = np.sort(scores)
    return (len(scores) - np.searchsorted(ascending, scores, side="right") + 1).astype(np.float64)


def _tells_nothing(scores: Arm) -> bool:
    """Whether scores are not numbers, all the same, or return no row; two rows may well tie where the arms disagree."""
    if not np.isfinite(scores).all():
        return True
    return bool(len(scores) > 2 and (np.ptp(scores) == 0 or scores.max() <= 0))
