"""The divergence predicates: does one family of difference stand between two texts?

Symmetric, and never true of a text and itself.
"""

from collections.abc import Callable
from typing import Literal

from memassets.kernel.text import claim

Family = Literal["negation", "numeric", "qualifier"]


def negation(a: str, b: str) -> bool:
    """Another word is negated in one text than in the other."""
    return claim.read(a).negated != claim.read(b).negated


def numeric(a: str, b: str) -> bool:
    """The sets of number tokens differ."""
    return claim.read(a).numbers != claim.read(b).numbers


def qualifier(a: str, b: str) -> bool:
    """The sets of product qualifiers differ."""
    return claim.read(a).qualifiers != claim.read(b).qualifiers


PREDICATES: dict[Family, Callable[[str, str], bool]] = {
    "negation": negation,
    "numeric": numeric,
    "qualifier": qualifier,
}
