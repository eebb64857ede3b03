"""Contradictions a store already holds: near-duplicate memories of which only one can be true."""

from dataclasses import dataclass

import polars as pl

from memassets.kernel.text import claim
from memassets.kernel.text.claim import Claim
from memassets.store import near


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two memories, the family they differ in, and both claims."""

    one: str
    other: str
    family: str
    gists: tuple[str, str]


def contradictions(active: pl.DataFrame) -> list[Contradiction]:
    """The contradicting pairs among active memories (id, gist), in the order they stand.

    Two claims contradict each other where they are near-duplicates of one scope and differ in exactly one thing: what
    is negated, one number, or the side of one opposite. Other pairs that differ in more are other facts.
    """
    ids, gists = active["id"].to_list(), active["gist"].to_list()
    scopes = active["scope"].to_list()
    found = []
    for one, other in near.near_pairs(gists).tolist():
        family = _family(claim.read(gists[one]), claim.read(gists[other]))
        if family and scopes[one] == scopes[other]:
            found.append(Contradiction(ids[one], ids[other], family, (gists[one], gists[other])))
    return found


def _family(one: Claim, other: Claim) -> str | None:
    words = frozenset(one.content) ^ frozenset(other.content)
    negated = one.negated ^ other.negated
    numbers = one.numbers ^ other.numbers
    opposite = frozenset(pair for pair, _ in one.opposites ^ other.opposites)
    if one.qualifiers != other.qualifiers:
        return None
    if negated and not numbers and not opposite:
        return "negation"
    if len(one.numbers - other.numbers) == len(other.numbers - one.numbers) == 1 and not negated and words == numbers:
        return "numeric"
    if not negated and not numbers and any({(p, 0), (p, 1)} <= one.opposites ^ other.opposites for p in opposite):
        return "opposite"
    return None
