"""One text as all finders see it: the features that rankers compare, predicates test and signatures mask."""

from fractions import Fraction
from functools import cached_property, lru_cache

from memassets.kernel.text import kinds, negation, normal, numbers, opposites, order, qualifiers, quantifiers, units


class Claim:
    """The features of one text, each found when first asked for. Stems throughout, numbers in digits."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Every word, numbers in digits: what BM25 indexes."""
        return numbers.tokens(self.text)

    @cached_property
    def content(self) -> tuple[str, ...]:
        """The stems of the words that are neither stop words nor negation cues, in order."""
        return tuple(filter(None, map(_content, self.tokens)))

    @cached_property
    def words(self) -> frozenset[str]:
        """The content as a set."""
        return frozenset(self.content)

    @cached_property
    def bag(self) -> tuple[str, ...]:
        """The content, sorted: equal where texts differ in nothing but order."""
        return tuple(sorted(self.content))

    @cached_property
    def negations(self) -> tuple[negation.Cue, ...]:
        """The negations, each with the word it governs."""
        return () if negation.CUES.isdisjoint(self.tokens) else negation.cues(self.text)

    @cached_property
    def negated(self) -> frozenset[str]:
        """The stems that the negations govern."""
        return frozenset(cue.head for cue in self.negations)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The number tokens, in one spelling."""
        return frozenset(t for t in self.tokens if numbers.is_number(t))

    @cached_property
    def qualifiers(self) -> frozenset[str]:
        """The product qualifiers."""
        return qualifiers.qualifiers(self.tokens)

    @cached_property
    def quantifiers(self) -> frozenset[int]:
        """The steps of the quantifier scale."""
        return quantifiers.quantifiers(self.tokens)

    @cached_property
    def opposites(self) -> frozenset[tuple[str, int]]:
        """The sides of opposite pairs; the unit of a number, "3 days", takes none."""
        return opposites.opposites(tuple(t for at, t in enumerate(self.tokens) if at not in self._units))

    @cached_property
    def quantities(self) -> frozenset[tuple[str, Fraction]]:
        """The numbers with their units, in base units."""
        return frozenset((dimension, value) for _, dimension, value in self._placed)

    @cached_property
    def measured(self) -> frozenset[tuple[tuple[str, Fraction], str]]:
        """Each quantity beside each of the words that state it."""
        return frozenset(
            ((dimension, value), normal.stem(token))
            for place, dimension, value in self._placed
            for token in self.tokens[place : place + 2]
        )

    @cached_property
    def _placed(self) -> tuple[tuple[int, str, Fraction], ...]:
        return units.placed(self.tokens)

    @cached_property
    def _units(self) -> frozenset[int]:
        """The places of the units that follow a number."""
        return frozenset(place + 1 for place, _, _ in self._placed)

    @cached_property
    def senses(self) -> frozenset[tuple[str, Fraction | int]]:
        """What different words may say alike: quantities, steps of the quantifier scale, sides of opposite pairs."""
        return self.quantities | self.opposites | {("quantifier", step) for step in self.quantifiers}

    @cached_property
    def bigrams(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbouring content words."""
        return order.bigrams(self.content)

    @cached_property
    def signature(self) -> tuple[str, ...]:
        """The kinds of the words, sorted: equal where claims differ in nothing but what kinds mask."""
        return tuple(sorted(kinds.kinds(self.tokens, self._units)))


@lru_cache(maxsize=65536)
def _content(token: str) -> str:
    """The stem of a content word, "" for a stop word or a negation cue."""
    return "" if token in negation.CUES or token in normal.STOP_WORDS else normal.stem(token)


@lru_cache(maxsize=65536)
def read(text: str) -> Claim:
    """The claim a text makes."""
    return Claim(text)


def jaccard(a: Claim, b: Claim) -> float:
    """The share of content words that two claims have in common, 0..1; 1 where both have none.

    Jaccard, Bulletin de la Societe vaudoise 37 (1901).
    """
    union = len(a.words | b.words)
    return len(a.words & b.words) / union if union else 1.0
