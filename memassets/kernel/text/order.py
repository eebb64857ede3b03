"""Order: which word comes before which, for claims that say the same words the other way round."""

from itertools import pairwise


def bigrams(content: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """The pairs of neighbouring content words; a pair of equal words is none."""
    return frozenset((a, b) for a, b in pairwise(content) if a != b)
