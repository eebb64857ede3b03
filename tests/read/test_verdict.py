"""Verdicts on rankings written out by hand."""

from typing import Any

import polars as pl
import pytest

from memassets.kernel import policy
from memassets.kernel.verdict import Basis, Verdict
from memassets.read import rankings, verdict

BASIS = Basis({}, {}, {}, {}, "fake", {})
FAMILIES = policy.GATED_FAMILIES


def row(probe: str, family: str = "negation", tier: str = "content", **other: Any) -> dict[str, Any]:
    """A question that is right, but for what is given."""
    return {
        "probe": probe,
        "tier": tier,
        "polarity": "affirmative",
        "family": family,
        "target": f"m-{probe}",
        "control": f"m-{probe}-{family}",
        "query": "q",
        "target_rank": 1,
        "control_rank": 3,
        "outcome": "above",
        "undecidable": False,
        "degraded": "",
        "moved": False,
        "leaked": 0,
        **{f"target_{arm}": 0.9 for arm in verdict.ARMS},
        **{f"control_{arm}": 0.8 for arm in verdict.ARMS},
        "cosine": 0.9,
        **other,
    }


def judged(*changed: dict[str, Any], asked: int = 10, floor: float = 0.85, **other: Any) -> Verdict:
    """The verdict on ten probes of both polarities in every gated family and tier, the changed rows in their place."""
    right = [
        row(f"p{place}", family, tier, polarity=("affirmative", "negative")[place % 2])
        for place in range(10)
        for family in FAMILIES
        for tier in policy.GATED_TIERS
    ]
    known = {(r["probe"], r["family"], r["tier"]): r for r in [*right, *changed]}
    table = pl.DataFrame(list(known.values()), schema=rankings.SCHEMA)
    given: dict[str, Any] = {"refused": 0, "seed": 1, "corpus_size": 20, "baseline": None, **other}
    return verdict.verdict(table, BASIS, asked=asked, floor=floor, **given)


def codes(found: Verdict) -> set[str]:
    return {breach.code for breach in found.breaches}


def test_all_right_is_green() -> None:
    found = judged()
    assert (found.passed, found.score, found.breaches) == (True, 1.0, ())
    counted = {name: found.measured[name] for name in ("probes", "discriminated", "ties", "missing", "undecidable")}
    assert counted == {"probes": 10, "discriminated": 10, "ties": 0, "missing": 0, "undecidable": 0}
    assert set(found.measured["families"]) == set(FAMILIES)
    assert found.measured["interval"] == (0.7, 1.0)  # no error among ten probes: up to 3/10


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"outcome": "inverted", "target_rank": 2, "control_rank": 1}, "inversion"),
        ({"outcome": "tie", "control_rank": 1}, "tie"),
        ({"outcome": "missing", "target_rank": None}, "missing-target"),
        ({"undecidable": True}, "undecidable"),
        ({"moved": True}, "order-dependent"),
        ({"leaked": 1}, "scope-leak"),
        ({"degraded": "vector"}, "degraded"),
        ({"degraded": "fusion"}, "bad-scores"),
        ({"control_vector": 0.9}, "degraded"),
    ],
)
def test_one_wrong_row_is_red_and_named(wrong: dict[str, Any], code: str) -> None:
    found = judged(row("p0", **wrong))
    assert code in codes(found)
    breach = next(b for b in found.breaches if b.code == code)
    assert breach.subjects == ("p0 content",)
    assert not found.passed


def test_an_inversion_lists_every_control_of_its_question() -> None:
    (wrong,) = judged(row("p0", outcome="inverted", target_rank=2, control_rank=1)).measured["inversions"]
    assert (wrong["query"], wrong["target"], wrong["targetRank"]) == ("q", "m-p0", 2)
    assert {control["family"]: control["outcome"] for control in wrong["controls"]} == {
        **dict.fromkeys(FAMILIES, "above"),
        "negation": "inverted",
    }


def test_the_floor_binds_at_the_mean_reciprocal_rank() -> None:
    wrong = row("p0", outcome="inverted", target_rank=2, control_rank=1)  # 9 of 10 right, one second: 0.95
    assert judged(wrong).score == 0.95
    for floor, below in ((0.95, False), (0.951, True)):
        overall = [b for b in judged(wrong, floor=floor).breaches if b.code == "below-floor" and b.where == "all"]
        assert bool(overall) is below


def test_the_floor_binds_in_each_family_and_polarity() -> None:
    wrong = [
        row(f"p{place}", polarity="negative", outcome="inverted", target_rank=2, control_rank=1) for place in (1, 3)
    ]
    found = judged(*wrong, floor=0.85)
    assert found.score == 0.9
    assert {b.where for b in found.breaches if b.code == "below-floor"} == {"polarities: negative"}


def test_too_few_probes_no_probes_and_a_family_without_one() -> None:
    assert codes(judged(asked=11)) == {"too-few-probes"}
    nothing = verdict.verdict(
        pl.DataFrame(schema=rankings.SCHEMA),
        BASIS,
        refused=3,
        asked=4,
        floor=0.0,
        seed=1,
        corpus_size=0,
        baseline=None,
    )
    assert (codes(nothing), nothing.passed, nothing.measured["probes"]) == ({"no-probes"}, False, 0)
    assert [b.where for b in judged(required=(*FAMILIES, "name")).breaches] == (
        [] if "name" in FAMILIES else ["family name"]
    )


def test_a_question_worse_than_frozen_or_gone_is_red() -> None:
    frozen = {"p0 content": 1, "p99 content": 1, "p1 content": 2, "p2 content": 0}
    found = judged(baseline=frozen)
    assert codes(found) == {"worse-than-frozen"}
    assert found.measured["baseline"] == {
        "compared": True,
        "worse": [{"question": "p99 content", "frozen": 1, "now": None}],
    }
    assert codes(judged(row("p0", outcome="tie", control_rank=1), baseline=frozen)) >= {"worse-than-frozen", "tie"}


def test_what_is_not_gated_is_reported_and_does_not_make_it_red() -> None:
    found = judged(row("p0", tier="hard", outcome="inverted", target_rank=2, control_rank=1))
    assert found.passed
    assert found.measured["hard"]["negation"]["inversions"] == 1
    assert found.measured["ranks"]["p0 hard"] == 2


def test_a_skipped_run_is_no_pass() -> None:
    found = verdict.skipped("live", "no credentials", BASIS, 0.85)
    assert (found.passed, found.measured["probes"]) == (False, 0)
    assert found.breaches[0].observed == "no credentials"


def test_an_arm_alone_shows_when_it_is_upside_down() -> None:
    lexical = {"target_lexical": 0.1, "control_lexical": 0.5}
    wrong = [row(f"p{p}", f, t, **lexical) for p in range(10) for f in FAMILIES for t in policy.GATED_TIERS]
    found = judged(*wrong)
    assert codes(found) == {"bad-scores"}
    assert found.measured["arms"]["lexical"]["mrr"] == round(1 / (1 + len(FAMILIES)), 4)
    assert found.measured["arms"]["vector"]["inversions"] == 0
