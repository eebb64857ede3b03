"""Members: the memories of one group as the vetoes see them, each feature found when first asked for."""

from fractions import Fraction
from functools import cached_property, lru_cache

from memassets.kernel.text import claim, markers, normal, numbers, units
from memassets.kernel.text.claim import Claim


class Member:
    """One memory. A gist is one sentence, however it is wrapped; `scope` and `type` are the store's own words."""

    def __init__(self, id: str, gist: str, body: str = "", type: str = "", scope: str = "") -> None:  # noqa: A002
        self.id, self.gist, self.body, self.type, self.scope = id, " ".join(gist.split()), body, type, scope

    @cached_property
    def claim(self) -> Claim:
        """What the gist says."""
        return claim.read(self.gist)

    @cached_property
    def whole(self) -> Claim:
        """What gist and body say together."""
        return claim.read(self.text)

    @cached_property
    def aside(self) -> Claim:
        """What the body says alone."""
        return claim.read(self.body)

    @cached_property
    def text(self) -> str:
        """Gist and body joined."""
        return f"{self.gist}\n{self.body}" if self.body else self.gist

    @cached_property
    def folded(self) -> tuple[str, str]:
        """Gist and body word for word, whatever their case, spacing and punctuation."""
        return " ".join(normal.words(self.gist)), " ".join(normal.words(self.body))

    @cached_property
    def claim_markers(self) -> frozenset[str]:
        """The polarity markers of the gist."""
        return markers.markers(self.gist)

    @cached_property
    def markers(self) -> frozenset[str]:
        """The polarity markers of gist and body."""
        return markers.markers(self.text)


@lru_cache(maxsize=65536)
def stated(found: Claim) -> tuple[frozenset[str], frozenset[tuple[str, Fraction]]]:
    """The number tokens that belong to no unit, and the quantities (dimension, value) of the others."""
    placed = units.placed(found.tokens)
    taken = {place for place, _, _ in placed}
    bare = frozenset(t for at, t in enumerate(found.tokens) if at not in taken and numbers.is_number(t))
    return bare, frozenset((dimension, value) for _, dimension, value in placed)
