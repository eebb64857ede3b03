"""Product qualifiers: the words that make another variant of a thing."""

QUALIFIERS = frozenset(
    "pro max beta alpha rc preview legacy deprecated experimental canary lite mini trial lts staging".split()
)


def qualifiers(tokens: tuple[str, ...]) -> frozenset[str]:
    """The qualifiers among the tokens."""
    return QUALIFIERS.intersection(tokens)
