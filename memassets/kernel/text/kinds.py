"""Kinds: the words that a signature holds in place of those that twins differ in."""

from functools import lru_cache

from memassets.kernel.text import negation, normal, numbers, opposites, qualifiers, quantifiers, units

_BEFORE_DEGREE = frozenset(("no", "any"))
_BEFORE_MEASURE = frozenset(("a", "an", "per"))


def kinds(tokens: tuple[str, ...], measures: frozenset[int]) -> list[str]:
    """The kind of each token that has one; `measures` are the places of units that follow a number.

    There "s" is no stop word, "min" no opposite of a maximum and "day" none of a night. "longer" and "more" after "no"
    are company of the negation, elsewhere a side of an opposite.
    """
    found = []
    for at, (before, token) in enumerate(zip(("", *tokens), tokens, strict=False)):
        if at in measures or before in _BEFORE_MEASURE:
            found.append(_measure(token) or _kind(token))
        elif not (before in _BEFORE_DEGREE and token in negation.DEGREE):
            found.append(_kind(token))
    return [kind for kind in found if kind]


@lru_cache(maxsize=65536)
def _kind(token: str) -> str:
    """One name for numbers, for quantifiers, for the units of a dimension and for the words of a pair of opposites.

    "" for what a claim may have or not have: stop words, cues and their company, qualifiers. Any other token is its
    own kind, its stem; names too: nothing tells one that opens a sentence from another word.
    """
    stem = normal.stem(token)
    if token in negation.CUES or token in normal.STOP_WORDS or token in qualifiers.QUALIFIERS:
        return ""
    if quantifiers.quantifiers((token,)):
        return "*"
    if numbers.is_number(token):
        return "#"
    if stem in negation.WRAPPERS:
        return ""
    if pair := opposites.kind(stem):
        return f"{pair}/"
    return "" if token in negation.DEGREE else _measure(token) or stem


def _measure(token: str) -> str:
    """One name for the units of a dimension, "" for a token that is no unit."""
    dimension = units.unit(token)
    return f"#{dimension}" if dimension else ""
