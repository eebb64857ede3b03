"""Quantifiers: how many of a thing, or how often, where no number says it."""

from itertools import zip_longest

from memassets.kernel.text import numbers

_SCALES = (
    ("all", "every", "each", "both"),
    ("some", "several", "few", "certain"),
    ("most", "many"),
    ("always", "constantly"),
    ("sometimes", "occasionally"),
    ("often", "usually", "mostly"),
    ("only", "solely", "exclusively"),
)
_OF_A_PERIOD = frozenset(("every", "each"))
_STEP = {word: step for step, scale in enumerate(_SCALES) for word in scale}


def quantifiers(tokens: tuple[str, ...]) -> frozenset[int]:
    """The steps of the scale that the tokens name; words of one step mean the same.

    Of "every 8 nights" none: that is a number of nights, not all of them.
    """
    return frozenset(
        _STEP[token]
        for token, following in zip_longest(tokens, tokens[1:], fillvalue="")
        if token in _STEP and not (token in _OF_A_PERIOD and numbers.is_number(following))
    )
