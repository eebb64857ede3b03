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
    is negated, one number, the side of one opposite, the unit of a number, or how many or how often. Other pairs that
    differ in more are other facts; in another name or order both may hold.
    """
    ids, gists = active["id"].to_list(), active["gist"].to_list()
    scopes = active["scope"].to_list()
    found = []
    for one, other in near.near_pairs(gists):
        family = _family(claim.read(gists[one]), claim.read(gists[other]))
        if family and scopes[one] == scopes[other]:
            found.append(Contradiction(ids[one], ids[other], family, (gists[one], gists[other])))
    return found


def _family(one: Claim, other: Claim) -> str | None:
    if one.qualifiers != other.qualifiers:
        return None
    numbers = one.numbers ^ other.numbers
    clashes = {pair for pair, side in one.opposites if (pair, 1 - side) in other.opposites}
    if one.negated != other.negated:
        return None if numbers or one.opposites != other.opposites else "negation"
    if len(one.numbers - other.numbers) == len(other.numbers - one.numbers) == 1 and one.words ^ other.words == numbers:
        return "numeric"
    if numbers:
        return None
    if clashes:
        return "opposite" if len(clashes) == 1 else None
    if one.signature != other.signature:  # another word differs too
        return None
    if one.quantities != other.quantities:
        return "unit" if one.quantifiers == other.quantifiers else None
    if one.quantifiers and other.quantifiers and one.quantifiers != other.quantifiers:
        return "quantifier"
    return None
