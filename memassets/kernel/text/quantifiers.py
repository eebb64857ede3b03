"""Quantifiers: how many of a thing, or how often, where no number says it."""

_SCALES = (
    ("all", "every", "each", "both"),
    ("some", "several", "few", "certain"),
    ("most", "many"),
    ("always", "constantly"),
    ("sometimes", "occasionally"),
    ("often", "usually", "mostly"),
    ("only", "solely", "exclusively"),
)
_STEP = {word: step for step, scale in enumerate(_SCALES) for word in scale}


def quantifiers(tokens: tuple[str, ...]) -> frozenset[int]:
    """The steps of the scale that the tokens name; words of one step mean the same."""
    return frozenset(_STEP[t] for t in tokens if t in _STEP)
