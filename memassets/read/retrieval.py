"""The built-in ranker: two arms, reciprocal rank fusion, and the discriminating step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memassets.kernel import digests, policy
from memassets.kernel.draw import Draw
from memassets.kernel.ports import Embedder
from memassets.kernel.text import claim, numbers
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
        self._bm25 = Bm25([numbers.tokens(text) for text in texts])
        # ties are shown in an order that only the texts decide, never the rows' places or ids
        self._digest = np.asarray([int(digests.of_bytes(text.encode()), 16) for text in texts], np.uint64)
        self._claims = discriminate.indexed([claim.read(gist) for gist in gists])
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
        lexical = np.round(self._bm25.scores(numbers.tokens(query)), _TIE_DECIMALS)
        self._found.clear()
        (rank, score, listed), *others = (self._discriminated(asked, lexical, vector, order) for order in self._orders)
        arms = (("lexical", lexical), ("vector", vector), ("fusion", score))
        degraded = tuple(name for name, scores in arms if _tells_nothing(scores))
        moved = any(not np.array_equal(rank, other, equal_nan=True) for other, _, _ in others)
        return Ranking(rank, score, lexical, vector, listed, degraded, moved)

    def _discriminated(
        self, asked: discriminate.Query, lexical: Arm, vector: Arm, order: Ints
    ) -> tuple[Floats, Floats, Ints]:
        """Ranks, fused scores and the returned rows best first, of rows that are held in `order` meanwhile."""
        fused = fuse([lexical[order], vector[order]])
        returned = np.flatnonzero(fused > 0)
        returned = returned[np.lexsort((self._digest[order[returned]], -fused[returned]))]
        listed, places = order[returned], _places(fused[returned])
        rank, score = np.full(len(order), np.nan), np.empty(len(order))
        rank[listed], score[order] = places, fused
        kinds = self._claims.kinds[listed]
        head = int(np.searchsorted(places, policy.RERANK_DEPTH_ROWS, side="right"))
        # as far again is looked at, and every row with a signature of the head's: a cut must not split a set
        in_head = np.zeros(len(order), np.bool_)
        in_head[kinds[:head]] = True
        spots = np.flatnonzero((places <= 2 * policy.RERANK_DEPTH_ROWS) | in_head[kinds])
        rows = listed[spots]
        place, source, lead = self._moves(asked, rows, head)
        listed[spots[place]] = rows[source]
        rank[rows[source]] = 1 + spots[lead]
        return rank, score, listed

    def _moves(self, asked: discriminate.Query, rows: Ints, head: int) -> tuple[Ints, Ints, Ints]:
        """What the near-duplicate sets led by the first `head` of these rows, best first, are put in order by.

        Three arrays of one length: a place, the place whose row goes there, and the place whose rank it shares, that of
        the first member of equal evidence. Remembered for the query at hand: unless the order of storage shows
        through, all shuffles list the same rows.
        """
        key = rows.tobytes()
        if key not in self._found:
            moves = [np.empty((3, 0), np.int64)]
            for members in discriminate.near_sets(discriminate.alike(self._claims, rows, head)):
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
    told = shown.tolist()
    best_first = sorted(range(len(told)), key=lambda member: -told[member])
    first: list[int] = []
    for place, member in enumerate(best_first):
        tied = place > 0 and told[member] == told[best_first[place - 1]]
        first.append(first[-1] if tied else place)
    return np.asarray([range(len(told)), best_first, first], np.int64)


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
    best_first = np.argsort(-scores)
    rank = np.empty(len(scores))
    rank[best_first] = _places(scores[best_first])
    return rank


def _places(descending: Arm) -> Ints:
    """The rank of each of the scores that stand highest first."""
    places = np.arange(1, len(descending) + 1)
    places[1:][descending[1:] == descending[:-1]] = 0
    return np.maximum.accumulate(places)


def _tells_nothing(scores: Arm) -> bool:
    """Whether scores are not numbers, all the same, or return no row; two rows may well tie where the arms disagree."""
    if not np.isfinite(scores).all():
        return True
    return bool(len(scores) > 2 and (np.ptp(scores) == 0 or scores.max() <= 0))
