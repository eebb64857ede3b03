"""Seeded draws that are the same on every machine, Python and NumPy."""

from collections.abc import Sequence
from typing import TypeVar

from numpy.random import PCG64

T = TypeVar("T")


class Draw:
    """A stream of draws from the raw output of PCG64, whose bits, unlike NumPy's distributions, never change."""

    def __init__(self, seed: int) -> None:
        self._bits = PCG64(seed)

    def below(self, bound: int) -> int:
        """An integer in 0..bound-1; the bias of the remainder is under bound / 2**64."""
        return int(self._bits.random_raw()) % bound

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a drawn order (Fisher and Yates)."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
