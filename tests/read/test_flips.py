"""The edits themselves; that each is seen by its family's predicate is asked in test_twins and test_families."""

import pytest

from memassets.read import flips


@pytest.mark.parametrize(
    ("gist", "expected"),
    [
        ("The job can't copy tables", "The job can copy tables"),
        ("The job cannot copy tables", "The job can copy tables"),
        ("The job won't stop", "The job will stop"),
        ("The job no longer copies tables", "The job copies tables"),
        ("The job runs without a lock", "The job runs with a lock"),
        ("The job never copies tables", "The job copies tables"),
        ("No job copies tables", "Job copies tables"),
        ("Not only the job copies", "Not only the job does not copy"),
        ("More often than not the job runs", "More often than not the job does not run"),
        ("The job has 5 tables", "The job does not have 5 tables"),
        ("The job has copied tables", "The job has not copied tables"),
        ("The job ran", "The job did not run"),
        ("Copy the tables", "Do not copy the tables"),
        ("Tables everywhere", "It is not true that tables everywhere"),
    ],
)
def test_a_negation_is_taken_away_put_in_or_wrapped_around(gist: str, expected: str) -> None:
    assert flips.negation(gist) == expected


@pytest.mark.parametrize(
    ("gist", "expected"),
    [
        ("Version 1.2.3 is out", "Version 11.2.3 is out"),
        ("It costs 2.5 euro, 3 in all", "It costs 5 euro, 3 in all"),
        ("It holds 1,000 rows", "It holds 2000 rows"),
        ("It takes 30s", "It takes 40s"),
        ("The p95 of v2", None),
    ],
)
def test_the_first_number_is_changed(gist: str, expected: str | None) -> None:
    assert flips.numeric(gist) == expected


def test_a_qualifier_is_put_before_the_anchor_and_is_another_than_the_one_there() -> None:
    words = [flips.qualifier("The beta job runs", "job", choice) for choice in range(2)]
    assert words == ["The beta legacy job runs", "The beta legacy job runs"]
    assert flips.qualifier("The job runs", "table", 0) is None
    assert flips.qualifier("The job runs", "", 0) is None


def test_a_name_is_never_replaced_by_one_that_stands_there() -> None:
    for choice in range(10):
        flipped = flips.name("The desk of Keldby faces that of Vexrim", choice)
        assert flipped is not None
        assert flipped.count("Vexrim") == 1
        assert flipped.count("Keldby") == 0


def test_an_opposite_flipped_twice_is_the_claim_again() -> None:
    for gist in ("It runs before dawn", "The lid is open", "It takes more room"):
        flipped = flips.opposite(gist)
        assert flipped is not None
        assert flips.opposite(flipped) == gist


@pytest.mark.parametrize("gist", ["", "7", "not"])
def test_a_text_that_is_hardly_a_claim_raises_nothing(gist: str) -> None:
    for flip in (flips.negation, flips.numeric, flips.opposite, flips.unit, flips.order, flips.quantifier):
        flip(gist)
    flips.name(gist, 0)
