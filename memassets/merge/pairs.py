"""Pairs: who would absorb whom. The oldest of a group keeps, every other member is a drop."""

from collections.abc import Sequence
from dataclasses import dataclass

from memassets.merge.members import Member


@dataclass(frozen=True, slots=True)
class Pair:
    """One candidate fold. `similarity` is a cosine, -1..1, None where a judge grouped the two."""

    keeper: Member
    drop: Member
    similarity: float | None = None


def pairs(group: Sequence[Member]) -> list[Pair]:
    """The candidate folds of a judged group, given in age order."""
    keeper, *drops = group
    return [Pair(keeper, drop) for drop in drops]
