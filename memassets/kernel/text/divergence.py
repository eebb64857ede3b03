"""The divergence predicates: does one family of difference stand between two texts?

Symmetric, and never true of a text and itself.
"""

from collections.abc import Callable
from typing import Literal

from memassets.kernel.text import claim, names

Family = Literal["negation", "numeric", "qualifier", "opposite", "name", "unit", "order", "quantifier"]


def negation(a: str, b: str) -> bool:
    """Another word is negated in one text than in the other."""
    return claim.read(a).negated != claim.read(b).negated


def numeric(a: str, b: str) -> bool:
    """The sets of number tokens differ."""
    return claim.read(a).numbers != claim.read(b).numbers


def qualifier(a: str, b: str) -> bool:
    """The sets of product qualifiers differ."""
    return claim.read(a).qualifiers != claim.read(b).qualifiers


def opposite(a: str, b: str) -> bool:
    """The texts take opposite sides of a pair."""
    one, other = claim.read(a).opposites, claim.read(b).opposites
    return any((pair, 1 - side) in other for pair, side in one)


def name(a: str, b: str) -> bool:
    """The sets of proper names differ."""
    return set(names.names(a)) != set(names.names(b))


def unit(a: str, b: str) -> bool:
    """The quantities differ: the same number of another unit is another quantity, "500 ms" and "0.5 s" are one."""
    return claim.read(a).quantities != claim.read(b).quantities


def order(a: str, b: str) -> bool:
    """The same content words stand in another order."""
    one, other = claim.read(a), claim.read(b)
    return sorted(one.content) == sorted(other.content) and one.bigrams != other.bigrams


def quantifier(a: str, b: str) -> bool:
    """The steps of the quantifier scale differ."""
    return claim.read(a).quantifiers != claim.read(b).quantifiers


PREDICATES: dict[Family, Callable[[str, str], bool]] = {
    "negation": negation,
    "numeric": numeric,
    "qualifier": qualifier,
    "opposite": opposite,
    "name": name,
    "unit": unit,
    "order": order,
    "quantifier": quantifier,
}
