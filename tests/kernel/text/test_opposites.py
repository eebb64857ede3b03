import pytest

from memassets.kernel.text import normal
from memassets.kernel.text.opposites import opposites


def sides(text: str) -> set[tuple[str, int]]:
    return set(opposites(normal.words(text)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("login is enabled", "login is disabled"),
        ("audits run before release", "audits run after release"),
        ("the load increases", "the load decreases"),
        ("access allowed", "access denied"),
        ("the flag is on", "the flag is off"),
        ("above the limit", "below the limit"),
        ("starts at noon", "stops at noon"),
    ],
)
def test_opposites_name_two_sides_of_one_pair(one: str, other: str) -> None:
    pairs = {(pair, 1 - side) for pair, side in sides(one)}
    assert pairs & sides(other)


@pytest.mark.parametrize("forms", ["enabled enabling enables", "stops stopped stopping", "allows allowed allowing"])
def test_inflection_does_not_change_the_side(forms: str) -> None:
    assert len({frozenset(sides(word)) for word in forms.split()}) == 1
    assert sides(forms.split()[0])


@pytest.mark.parametrize("text", ["on and off", "the new old thing", "before and after", "the ledger job", ""])
def test_both_sides_or_none_say_nothing(text: str) -> None:
    assert sides(text) == set()
