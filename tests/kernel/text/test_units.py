from fractions import Fraction

import pytest

from memassets.kernel.text import numbers
from memassets.kernel.text.units import quantities, unit

Found = list[tuple[str, Fraction]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("500 ms", [("time", Fraction(1, 2))]),
        ("half a second", [("time", Fraction(1, 2))]),
        ("30s", [("time", Fraction(30))]),
        ("2 hours 30 min", [("time", Fraction(7200)), ("time", Fraction(1800))]),
        ("1.5 h", [("time", Fraction(5400))]),
        ("twenty minutes", [("time", Fraction(1200))]),
        ("5 µs", [("time", Fraction(1, 200000))]),
        ("5 μs", [("time", Fraction(1, 200000))]),
        ("5us", [("time", Fraction(1, 200000))]),
        ("5 GB", [("bytes", Fraction(5 * 10**9))]),
        ("1 GiB", [("bytes", Fraction(2**30))]),
        ("3 kHz", [("frequency", Fraction(3000))]),
        ("1 mile", [("length", Fraction(1609344, 1000))]),
        ("100 percent", [("share", Fraction(1))]),
        ("2 kg", [("mass", Fraction(2000))]),
    ],
)
def test_quantities_in_the_base_unit(text: str, found: Found) -> None:
    assert list(quantities(numbers.tokens(text))) == found


@pytest.mark.parametrize("text", ["3 apples", "a second", "1.2.3 s", "ms", "the first second", ""])
def test_no_number_or_no_unit_is_no_quantity(text: str) -> None:
    assert quantities(numbers.tokens(text)) == ()


@pytest.mark.parametrize(("token", "dimension"), [("ms", "time"), ("gb", "bytes"), ("apples", None)])
def test_unit(token: str, dimension: str | None) -> None:
    assert unit(token) == dimension
