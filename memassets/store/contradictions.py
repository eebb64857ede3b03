"""Contradictions a store already holds: near-duplicate memories of which only one can be true."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from memassets.kernel import policy
from memassets.kernel.text import claim, negation, normal, opposites
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
    is negated, one number, or the side of one opposite. One may say more than the other; where each has a word that the
    other has not, such as another name, they are other facts.
    """
    ids, gists = active["id"].to_list(), active["gist"].to_list()
    scopes = active["scope"].to_list()
    claims = [claim.read(gist) for gist in gists]
    found = []
    for one, other in sorted({*near.near_pairs(gists), *_opposed(claims)}, key=lambda pair: pair[::-1]):
        family = _family(claims[one], claims[other])
        if family and scopes[one] == scopes[other]:
            found.append(Contradiction(ids[one], ids[other], family, (gists[one], gists[other])))
    return found


def _opposed(claims: Sequence[Claim]) -> Iterator[tuple[int, int]]:
    """The pairs of rows that share all words but one, and there take the two sides of an opposite.

    Of short claims these are not near: one word of eight is more than a fifth of what either says.
    """
    known: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    for row, found in enumerate(claims):
        keys = {
            (pair, _without(found.bag, normal.stem(token)))
            for token in set(found.tokens)
            for pair, _ in opposites.opposites((token,))
        }
        for key in sorted(keys):
            for other in known[key][-policy.SET_CAP_ROWS :]:
                yield other, row
            known[key].append(row)


def _without(bag: tuple[str, ...], word: str) -> tuple[str, ...]:
    at = bag.index(word) if word in bag else len(bag)
    return bag[:at] + bag[at + 1 :]


def _family(one: Claim, other: Claim) -> str | None:
    numbers = one.numbers ^ other.numbers
    if one.qualifiers != other.qualifiers:
        return None
    if len(one.numbers - other.numbers) == len(other.numbers - one.numbers) == 1:
        words = frozenset(one.content) ^ frozenset(other.content)
        return "numeric" if one.negated == other.negated and words == numbers else None
    if numbers:
        return None
    opposite = one.opposites ^ other.opposites
    if not opposite and one.negated != other.negated:
        return None if _exchanged(one, other, negation.DEGREE | negation.WRAPPERS) else "negation"
    turned = {pair for pair, side in opposite if (pair, 1 - side) in opposite}
    sides = frozenset(word for pair in turned for word in pair.split("/"))
    negated = [(len(each.negated), each.negated - sides) for each in (one, other)]
    return "opposite" if turned and negated[0] == negated[1] and not _exchanged(one, other, sides) else None


def _exchanged(one: Claim, other: Claim, apart: frozenset[str]) -> bool:
    """Whether either claim has a word that the other has not, some words apart."""
    return bool(one.words - other.words - apart) and bool(other.words - one.words - apart)
