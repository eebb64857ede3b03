import pytest

from memassets.kernel.text import claim, divergence


def test_the_features_of_a_claim() -> None:
    found = claim.read("The Pro plan does not allow 30 seats before all audits")
    assert found.tokens == ("the", "pro", "plan", "does", "not", "allow", "30", "seats", "before", "all", "audits")
    assert found.content == ("pro", "plan", "allow", "30", "seat", "befor", "all", "audit")
    assert found.negated == {"allow"}
    assert found.numbers == {"30"}
    assert found.qualifiers == {"pro"}
    assert found.quantifiers == {0}
    assert found.opposites == {("allow/deny", 0), ("befor/after", 0)}
    assert found.bigrams == {
        ("pro", "plan"),
        ("plan", "allow"),
        ("allow", "30"),
        ("30", "seat"),
        ("seat", "befor"),
        ("befor", "all"),
        ("all", "audit"),
    }
    assert found.signature == ("#", "*", "after/", "allow/", "audit", "plan", "seat")


@pytest.mark.parametrize(
    "twin",
    [
        "The job does not copy 2 tables",
        "It is no longer true that the job copies two tables",
        "The beta job copies 12 tables",
        "The job copies 12 tables",
        "the job copied two tables",
        "The deprecated job still copies two tables",
    ],
)
def test_negation_numbers_qualifiers_and_inflection_are_masked_in_a_signature(twin: str) -> None:
    assert claim.read(twin).signature == claim.read("The job copies two tables").signature


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leases last 30 s", "Leases last 30 ms"),
        ("Leases last 90 seconds", "Leases last 1.5 minutes"),
        ("The page may weigh 5 min", "The page may weigh 5 hours"),
        ("Leases last a day", "Leases last an hour"),
        ("Lamps burn by day", "Lamps burn by night"),
        ("All doors lock", "Some doors lock"),
        ("It always locks", "It sometimes locks"),
        ("The lamp is on", "The lamp is off"),
        ("Prices rise in May", "Prices fall in May"),
        ("Ada likes rye", "Ada hates rye"),
        ("The maximum is met", "The minimum is met"),
        ("The first row is kept", "The last row is kept"),
        ("Loans are longer", "Loans are shorter"),
        ("Loans are no longer renewed", "Loans are renewed"),
    ],
)
def test_units_quantifiers_and_opposites_are_masked_in_a_signature(one: str, other: str) -> None:
    assert claim.read(one).signature == claim.read(other).signature


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leases last 30 s", "Leases last 30 MB"),
        ("All doors lock", "Doors lock"),
        ("The lamp is on", "The lamp is new"),
        ("Leases last 3 days", "Leases last nights"),
        ("Ask Ada", "Ask Imke"),
    ],
)
def test_what_is_not_masked(one: str, other: str) -> None:
    assert claim.read(one).signature != claim.read(other).signature


@pytest.mark.parametrize("other", ["The job moves two tables", "The job copies tables", "The job copies two rows"])
def test_other_claims_have_other_signatures(other: str) -> None:
    assert claim.read(other).signature != claim.read("The job copies two tables").signature


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ("red blue", "red blue", 1.0),
        ("red blue", "red green", 1 / 3),
        ("red", "blue", 0.0),
        ("", "the", 1.0),
        ("red", "", 0.0),
        ("red red blue", "red blue", 1.0),
    ],
)
def test_jaccard(a: str, b: str, share: float) -> None:
    assert claim.jaccard(claim.read(a), claim.read(b)) == pytest.approx(share)
    assert claim.jaccard(claim.read(b), claim.read(a)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("a", "b", "families"),
    [
        ("The job copies the table", "The job does not copy the table", {"negation"}),
        ("The job does not copy", "The job copies, nobody reads", {"negation"}),
        ("retry 3 times", "retry 13 times", {"numeric"}),
        ("retry 3 times", "retry three times", set()),
        ("the plan", "the pro plan", {"qualifier"}),
        ("the beta plan has 3 seats", "the plan never has 4 seats", {"negation", "numeric", "qualifier"}),
        ("the job is not only quick", "the job is quick", set()),
    ],
)
def test_divergence_predicates(a: str, b: str, families: set[str]) -> None:
    gated: tuple[divergence.Family, ...] = ("negation", "numeric", "qualifier")
    assert {family for family in gated if divergence.PREDICATES[family](a, b)} == families
    assert {family for family in gated if divergence.PREDICATES[family](b, a)} == families
    assert not any(divergence.PREDICATES[family](a, a) for family in gated)
