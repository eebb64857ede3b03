"""Contradictions a store already holds: near-duplicate memories of which only one can be true."""

from dataclasses import dataclass

import polars as pl

from memassets.kernel.text import claim, negation
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
    """The contradicting pairs among active memories (id, gist, scope), in the order they stand.

    Two claims contradict each other where they are near-duplicates of one scope and differ in exactly one thing: what
    is negated, one number, the side of one opposite, the unit of a number, or how many or how often. One may say more
    than the other; where each has a word that the other has not, such as another name, they are other facts.
    """
    ids, gists = active["id"].to_list(), active["gist"].to_list()
    scopes = active["scope"].to_list()
    claims = [claim.read(gist) for gist in gists]
    found = []
    for one, other in near.near_pairs(gists).tolist():
        family = _family(claims[one], claims[other])
        if family and scopes[one] == scopes[other]:
            found.append(Contradiction(ids[one], ids[other], family, (gists[one], gists[other])))
    return found


def _family(one: Claim, other: Claim) -> str | None:
    if one.qualifiers != other.qualifiers:
        return None
    numbers = one.numbers ^ other.numbers
    if len(one.numbers - other.numbers) == len(other.numbers - one.numbers) == 1:
        return "numeric" if one.negated == other.negated and one.words ^ other.words == numbers else None
    if numbers:
        return None
    opposite = one.opposites ^ other.opposites
    if not opposite and one.negated != other.negated:
        return None if _exchanged(one, other, negation.DEGREE | negation.WRAPPERS) else "negation"
    if turned := {pair for pair, side in opposite if (pair, 1 - side) in opposite}:
        sides = frozenset(word for pair in turned for word in pair.split("/"))
        negated = [(len(each.negated), each.negated - sides) for each in (one, other)]
        alone = len(turned) == 1 and negated[0] == negated[1]
        return "opposite" if alone and not _exchanged(one, other, sides) else None
    if one.negated != other.negated or one.signature != other.signature:  # another word differs too
        return None
    if one.quantities != other.quantities:
        return "unit" if one.quantifiers == other.quantifiers else None
    return "quantifier" if one.quantifiers and other.quantifiers and one.quantifiers != other.quantifiers else None


def _exchanged(one: Claim, other: Claim, apart: frozenset[str]) -> bool:
    """Whether either claim has a word that the other has not, some words apart."""
    return bool(one.words - other.words - apart) and bool(other.words - one.words - apart)
