"""Rankings by a retrieval of the user's own, with what is wrong with its scores named."""

import math
from collections.abc import Collection, Sequence

import numpy as np

from memassets.kernel import digests, policy
from memassets.kernel.draw import Draw
from memassets.kernel.ports import Ranker
from memassets.read.retrieval import Floats, Ranking, shared_ranks

Answer = list[tuple[str, float | None]]


def asked(ranker: Ranker, texts: Sequence[str], queries: Sequence[str], seed: int = policy.READ_SEED) -> list[Ranking]:
    """One ranking a query, over the rows given as texts.

    Asked once an order of rows, each time under other ids, so that a ranker that goes by either is seen to. The arms
    of a foreign ranker cannot be looked at: their scores are NaN. Faults stand in `degraded` ("constant scores").
    """
    found: list[list[tuple[Floats, Floats, tuple[str, ...]]]] = []
    for turn in range(policy.SHUFFLES):
        rows = Draw(seed + turn).shuffled(range(len(texts))) if turn else range(len(texts))
        names = {f"r-{digests.of_bytes(f'{seed}/{turn}/{row}'.encode())}": row for row in rows}
        answers = ranker.rank([(name, texts[row]) for name, row in names.items()], queries)
        found.append([_placed(answer, names) for answer in answers])
    unknown = np.full(len(texts), np.nan, np.float32)
    rankings = []
    for turns in zip(*found, strict=True):
        rank, score, faults = turns[0]
        listed = np.flatnonzero(~np.isnan(rank))
        order = listed[np.argsort(rank[listed], kind="stable")]
        moved = any(not np.array_equal(rank, other, equal_nan=True) for other, _, _ in turns[1:])
        rankings.append(Ranking(rank, score, unknown, unknown, order, faults, moved))
    return rankings


def _placed(answer: Answer, names: dict[str, int]) -> tuple[Floats, Floats, tuple[str, ...]]:
    """Rank and score of every row, NaN where not returned, and the faults of the answer.

    Only a row that was returned once, by its own id, with a score that is a number, is ranked.
    """
    score = np.full(len(names), np.nan)
    for name, value in _usable(answer, names).items():
        score[names[name]] = value
    wrong = tuple(faults(answer, names))
    rank = np.full(len(names), np.nan)
    returned = np.flatnonzero(~np.isnan(score))
    rank[returned] = shared_ranks(score[returned])
    return rank, score, wrong


def faults(answer: Answer, names: Collection[str]) -> list[str]:
    """What is wrong with scores by themselves; `names` are the ids that were asked about.

    One score for two rows may be a tie; for more, or for all there are, it tells nothing.
    """
    ids = [name for name, _ in answer]
    usable = _usable(answer, names)
    return [
        fault
        for fault, present in (
            ("unknown ids", any(name not in names for name in ids)),
            ("duplicate ids", len(set(ids)) < len(ids)),
            ("missing scores", any(value is None for _, value in answer)),
            ("scores that are not numbers", any(v is not None and not math.isfinite(v) for _, v in answer)),
            ("constant scores", len(usable) >= min(3, max(2, len(names))) and len(set(usable.values())) == 1),
        )
        if present
    ]


def _usable(answer: Answer, names: Collection[str]) -> dict[str, float]:
    return {name: value for name, value in answer if value is not None and math.isfinite(value) and name in names}
