import pytest

from memassets.kernel.text import divergence
from memassets.kernel.text.divergence import Family
from memassets.read import flips
from tests.read.test_discriminate import ranks
from tests.read.test_twins import fact

LONG = "of the nightly ledger import job for the northern harbour office annex"


@pytest.mark.parametrize(
    ("family", "gist", "expected"),
    [
        ("opposite", "The pump starts before the alarm", "The pump starts after the alarm"),
        ("opposite", "The pump starts twice", None),
        ("quantifier", "It works on all floors", "It works on some floors"),
        ("quantifier", "It sometimes works", "It always works"),
        ("quantifier", "It works", None),
        ("unit", "The lock is held for 30 seconds", "The lock is held for 30 minutes"),
        ("unit", "The page weighs 5 MB", "The page weighs 5 GB"),
        ("unit", "The timeout is 30s", "The timeout is 30ms"),
        ("unit", "There are 30 cows, and days pass", None),
        ("order", "Files go from the attic to the cellar", "Files go from the cellar to the attic"),
        ("order", "Files go from attic to attic", None),
        ("order", "Files go away", None),
    ],
)
def test_flips(family: Family, gist: str, expected: str | None) -> None:
    flip = {"opposite": flips.opposite, "quantifier": flips.quantifier, "unit": flips.unit, "order": flips.order}
    flipped = flip[family](gist)
    assert flipped == expected
    if flipped is not None:
        assert divergence.PREDICATES[family](gist, flipped)
        assert divergence.PREDICATES[family](flipped, gist)
    assert not divergence.PREDICATES[family](gist, gist)


def test_a_name_gives_way_to_another() -> None:
    flipped = flips.name("The desk of Marit is open", 0)
    assert flipped is not None
    assert "Marit" not in flipped
    assert divergence.name("The desk of Marit is open", flipped)
    assert flips.name("The desk is open", 0) is None
    assert flips.name("Yesterday the desk was open", 0) is None


@pytest.mark.parametrize(
    ("family", "gist", "body"),
    [
        ("opposite", "The pump starts before the alarm", "Not after it."),
        ("quantifier", "All doors lock", "Some doors."),
    ],
)
def test_a_body_that_says_both_hides_the_difference(family: Family, gist: str, body: str) -> None:
    flipped = {"opposite": flips.opposite, "quantifier": flips.quantifier}[family](gist) or ""
    seen = divergence.PREDICATES[family](f"{gist}\n{body}", f"{flipped}\n{body}")
    assert seen is (family == "quantifier")
    assert fact(gist, body).height == 1


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("ledger import lock 90 seconds", f"The lock {LONG} is 1.5 minutes", f"The lock {LONG} is 1.5 hours"),
        ("ledger import on each floor", f"The import {LONG} is on every floor", f"The import {LONG} is on some floors"),
        ("ledger timeout 500 ms", f"The timeout {LONG} is 0.5 seconds", f"The timeout {LONG} is 0.5 minutes"),
        ("is the lid lifted", "The lid is lifted", "The lid is lowered"),  # in no table of flips or finders
        ("go from attic to cellar", "Files go from attic to cellar", "Files go from cellar to attic"),
    ],
)
def test_what_says_the_same_in_other_words_counts(query: str, right: str, wrong: str) -> None:
    assert ranks(query, right, wrong) == [1, 2]
    assert ranks(query, wrong, right) == [2, 1]


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("pages weigh 5 megabytes", "Pages weigh 5 MB", "Pages weigh 5 GB"),
        ("timeout half a minute", "The timeout is 30 s", "The timeout is 30 ms"),
        ("timeout 30000 ms", "The timeout is 30 s", "The timeout is 30 ms"),  # the wrong one shares the unit's word
        ("kiln cools 72 hours", "The kiln cools for 3 days", "The kiln cools for 3 hours"),
        ("timeout 30 seconds", "The timeout is 0.5 minutes", "The timeout is 30 minutes"),  # here the number's
        ("timeout 30 s, not 30 ms", "The timeout is 30 s", "The timeout is 30 min"),
        ("does each door lock", "All doors lock", "Some doors lock"),
        ("constantly retries", "It always retries", "It sometimes retries"),
        ("several audits logged", "Some audits are logged", "All audits are logged"),
        (
            "rotated each 8 nights on each shift",
            "Rotated every 8 nights on all shifts",
            "Rotated every 8 nights on some shifts",
        ),
        ("enable the cache", "The cache is enabled", "The cache is disabled"),
        ("does the lamp switch on", "The lamp is on", "The lamp is off"),
    ],
)
def test_short_claims_are_told_apart_as_long_ones_are(query: str, right: str, wrong: str) -> None:
    assert ranks(query, right, wrong) == [1, 2]
    assert ranks(query, wrong, right) == [2, 1]
