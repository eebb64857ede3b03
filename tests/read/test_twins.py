import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.read import probes, rankings, twins


def fact(gist: str, body: str = "", anchor: str = "") -> pl.DataFrame:
    return pl.DataFrame(
        {
            "id": ["t"],
            "gist": [gist],
            "body": [body],
            "title": ["T"],
            "type": ["semantic"],
            "created": ["2026-01-05T08:00:00Z"],
            "anchor": [anchor],
            "status": ["active"],
        }
    )


ASKED = pl.DataFrame(
    [{"probe": "p001", "tier": "content", "target": "t", "polarity": "affirmative", "numeric": False, "query": "q"}],
    schema=probes.SCHEMA,
)


def flipped(gist: str, body: str = "", anchor: str = "") -> dict[str, tuple[str, bool]]:
    found = twins.twins(fact(gist, body, anchor), ASKED).to_dicts()
    gated = ("negation", "numeric", "qualifier")
    return {row["family"]: (row["gist"], row["kept"]) for row in found if row["family"] in gated}


@pytest.mark.parametrize(
    ("gist", "negation", "numeric"),
    [
        ("The job copies 5 tables", "The job does not copy 5 tables", "The job copies 15 tables"),
        ("The job does not copy 99 tables", "The job copies 99 tables", "The job does not copy 109 tables"),
        ("The job keeps 100 dumps", "The job does not keep 100 dumps", "The job keeps 200 dumps"),
        ("The job is old", "The job is not old", None),
    ],
)
def test_flips(gist: str, negation: str, numeric: str | None) -> None:
    found = flipped(gist)
    assert found["negation"] == (negation, True)
    assert found.get("numeric") == (None if numeric is None else (numeric, True))


def test_a_control_that_its_own_predicate_cannot_see_is_refused() -> None:
    assert flipped("The job copies tables", "It does not copy anything.")["negation"][1] is False


def test_a_target_without_controls_gives_no_probe() -> None:
    facts = fact("The job copies tables", "It does not copy anything.")
    controls = twins.twins(facts, ASKED).filter(pl.col("family") == "negation")
    assert controls["kept"].to_list() == [False]
    assert rankings.rankings(facts, ASKED, controls, FakeEmbedder()).height == 0


def test_a_control_is_newer_and_otherwise_like_its_target() -> None:
    row = twins.twins(fact("The job copies 5 tables"), ASKED).to_dicts()[0]
    assert (row["title"], row["type"], row["created"]) == ("T", "semantic", "2026-01-06T08:00:00Z")
