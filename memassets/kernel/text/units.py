"""Quantities: a number with its unit, in the base unit of its dimension."""

from fractions import Fraction

_TABLE: dict[str, tuple[tuple[str, Fraction], ...]] = {
    "time": (
        ("ns nanosecond nanoseconds", Fraction(1, 10**9)),
        ("us μs microsecond microseconds", Fraction(1, 10**6)),
        ("ms msec millisecond milliseconds", Fraction(1, 1000)),
        ("s sec secs second seconds", Fraction(1)),
        ("min mins minute minutes", Fraction(60)),
        ("h hr hrs hour hours", Fraction(3600)),
        ("day days", Fraction(86400)),
        ("week weeks", Fraction(604800)),
    ),
    "bytes": (
        ("b byte bytes", Fraction(1)),
        ("kb kilobyte kilobytes", Fraction(10**3)),
        ("mb megabyte megabytes", Fraction(10**6)),
        ("gb gigabyte gigabytes", Fraction(10**9)),
        ("tb terabyte terabytes", Fraction(10**12)),
        ("kib kibibytes", Fraction(2**10)),
        ("mib mebibytes", Fraction(2**20)),
        ("gib gibibytes", Fraction(2**30)),
        ("tib tebibytes", Fraction(2**40)),
    ),
    "frequency": (
        ("hz hertz", Fraction(1)),
        ("khz", Fraction(10**3)),
        ("mhz", Fraction(10**6)),
        ("ghz", Fraction(10**9)),
    ),
    "length": (
        ("mm millimetre millimetres millimeter millimeters", Fraction(1, 1000)),
        ("cm centimetre centimetres centimeter centimeters", Fraction(1, 100)),
        ("metre metres meter meters", Fraction(1)),
        ("km kilometre kilometres kilometer kilometers", Fraction(1000)),
        ("mile miles", Fraction(1609344, 1000)),
    ),
    "mass": (
        ("mg milligram milligrams", Fraction(1, 1000)),
        ("g gram grams", Fraction(1)),
        ("kg kilogram kilograms", Fraction(1000)),
        ("tonne tonnes", Fraction(10**6)),
    ),
    "share": (("percent", Fraction(1, 100)),),
    "money": (("cent cents", Fraction(1, 100)), ("eur euro euros", Fraction(1))),
    "dollars": (("usd dollar dollars", Fraction(1)),),
}
_UNITS = {
    word: (dimension, factor)
    for dimension, units in _TABLE.items()
    for words, factor in units
    for word in words.split()
}
_FRACTIONS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}


def unit(token: str) -> str | None:
    """The dimension a token is a unit of, None where it is none."""
    found = _UNITS.get(token)
    return found[0] if found else None


def quantities(tokens: tuple[str, ...]) -> tuple[tuple[str, Fraction], ...]:
    """The quantities of a token list as (dimension, value in the dimension's base unit), in order.

    "500 ms" and "half a second" are both ("time", 1/2). A number without a unit is no quantity.
    """
    found: list[tuple[str, Fraction]] = []
    for at, token in enumerate(tokens):
        if token not in _UNITS or at == 0:
            continue
        value = _number(tokens[at - 1])
        if value is None and tokens[at - 1] in ("a", "an") and at > 1:
            value = _FRACTIONS.get(tokens[at - 2])
        if value is None:
            value = _FRACTIONS.get(tokens[at - 1])
        if value is not None:
            dimension, factor = _UNITS[token]
            found.append((dimension, value * factor))
    return tuple(found)


def _number(token: str) -> Fraction | None:
    whole, _, part = token.partition(".")
    if whole.isascii() and whole.isdecimal() and (not part or (part.isascii() and part.isdecimal())):
        return Fraction(token)
    return None
