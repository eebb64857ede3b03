"""The write gate's figures, and everything that turns it red."""

from collections.abc import Callable, Iterator

import orjson
import polars as pl
import pytest

from memassets.kernel import fixtures, frozen, policy
from memassets.kernel.verdict import Verdict
from memassets.write import candidates, evaluation, manifest, rules
from memassets.write import verdict as verdicts
from memassets.write.checks import CLAIMS


@pytest.fixture(scope="module")
def labelled() -> pl.DataFrame:
    return candidates.candidates(fixtures.content(candidates.FIXTURE))


def judged(proposed: pl.DataFrame, taken: dict[str, object] | None = None) -> Verdict:
    """The verdict on candidates alone, without a run over the variants."""
    decided = evaluation.judged(proposed)
    kept = manifest.manifest(fixtures.content(manifest.FIXTURE)) if taken is None else taken
    return evaluation.judge(proposed, decided, kept)


def codes(found: Verdict) -> set[str]:
    return {breach.code for breach in found.breaches if breach.where != "tier hard"}


def counts(found: Verdict) -> tuple[int, int, int, float]:
    """True refusals, bad candidates admitted, good ones refused, F1."""
    m = found.measured
    return m["trueRefusals"], m["falseAdmissions"], m["falseRefusals"], m["f1"]


def test_the_gate_is_green_and_perfect_on_the_labelled_corpus() -> None:
    found = evaluation.evaluate().verdict
    assert found.passed
    assert counts(found) == (31, 0, 0, 1.0)
    assert found.measured["hard"]["candidates"] == 1525
    assert found.measured["hard"]["f1"] == 0.9971
    assert {row["id"].split("-")[1] for row in found.measured["hard"]["wrong"]} == {"denied"}


def test_with_all_three_closings_off_it_measures_what_its_origin_did(
    labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    for switch in ("CLOSE_REPEATED_QUOTES", "CLOSE_VERBATIM_CLAIMS", "CLOSE_PADDED_IDS"):
        monkeypatch.setattr(policy, switch, False)
    found = judged(labelled)
    assert counts(found) == (28, 3, 1, 0.9333)
    assert sorted(row["id"] for row in found.measured["wrong"]) == ["r11", "r12", "r13", "w02"]
    assert codes(found) == {"drift", "known-gap-moved"}
    monkeypatch.setattr(policy, "KNOWN_GAPS", verdicts.GAPS)
    assert codes(judged(labelled)) == {"drift"}


@pytest.mark.parametrize("gap", verdicts.GAPS)
def test_a_gap_that_is_listed_and_closed_is_red(
    gap: str, labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "KNOWN_GAPS", (gap,))
    found = judged(labelled)
    assert [b.where for b in found.breaches if b.code == "known-gap-moved"] == [f"class {gap}"]


def test_the_corpus_is_what_it_is_said_to_be(labelled: pl.DataFrame) -> None:
    assert labelled["label"].value_counts().sort("label").rows() == [("refuse", 31), ("write", 31)]
    deserved = set(labelled["expected"].drop_nulls())
    assert len(deserved) == 30
    assert {name for name, _ in rules.RULES} <= set(labelled["near"])
    assert labelled.filter(pl.col("gap") != "")["gap"].unique().sort().to_list() == sorted(verdicts.GAPS)


@pytest.fixture
def without() -> Iterator[Callable[[str], None]]:
    """Take one rule out of the gate, for one test."""
    whole = rules.RULES

    def removed(name: str) -> None:
        rules.RULES = tuple(rule for rule in whole if rule[0] != name)

    yield removed
    rules.RULES = whole


# What each rule alone stands between: the candidate it refuses, and where that ends without it.
@pytest.mark.parametrize("rule", [name for name, _ in rules.RULES])
def test_a_rule_removed_turns_the_gate_red_and_names_its_candidates(
    rule: str, labelled: pl.DataFrame, without: Callable[[str], None]
) -> None:
    kept = manifest.manifest(fixtures.content(manifest.FIXTURE))
    theirs = {name for name, entry in kept["entries"].items() if entry["rule"] == rule}
    assert theirs
    without(rule)
    found = judged(labelled)
    (drifted,) = [breach for breach in found.breaches if breach.code == "drift"]
    assert theirs <= {subject.split()[0] for subject in drifted.subjects}


def test_a_gate_that_admits_everything_is_red(labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "objection", lambda case: None)
    found = judged(labelled)
    assert {"below-floor", "drift"} <= codes(found)
    assert found.score < policy.ADMISSION_FLOOR


def test_a_gate_that_refuses_everything_is_red(labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        rules, "objection", lambda case: candidates.refusal("grounding", "unknown-session", "All are refused.")
    )
    found = judged(labelled)
    assert found.score == 0.6667
    assert {"below-floor", "drift"} <= codes(found)


def test_the_floor_on_both_sides(labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = evaluation.judged(labelled)
    for misses, passes in ((6, True), (7, False)):
        bad = decided.filter(label="refuse")["id"].to_list()[:misses]
        admitted = pl.col("id").is_in(bad)
        changed = decided.with_columns(decision=pl.when(admitted).then(pl.lit("write")).otherwise("decision"))
        found = evaluation.judge(labelled, changed, manifest.manifest(fixtures.content(manifest.FIXTURE)))
        assert (found.score >= policy.ADMISSION_FLOOR) is passes
        assert ("below-floor" not in codes(found)) is passes


def test_nothing_measured_is_not_a_pass(labelled: pl.DataFrame) -> None:
    empty = labelled.clear()
    found = evaluation.judge(empty, evaluation.judged(empty), None)
    assert codes(found) == {"no-candidates", "no-manifest", "known-gap-moved"} - {"known-gap-moved"}
    assert not found.passed


# the frozen manifest -------------------------------------------------------------------------------------------


def taken(**entries: dict[str, object] | None) -> dict[str, object]:
    """The frozen manifest with some entries changed, or removed, by a hand that does not seal."""
    found = manifest.manifest(fixtures.content(manifest.FIXTURE))
    found["entries"] = {
        name: {**entry, **(entries.get(name) or {})}
        for name, entry in found["entries"].items()
        if entries.get(name, {}) is not None
    }
    return found


def test_a_candidate_added_without_a_freeze(labelled: pl.DataFrame) -> None:
    found = judged(labelled, taken(r05=None))
    assert codes(found) == {"added-unfrozen", "manifest-edited"}
    (added,) = [breach for breach in found.breaches if breach.code == "added-unfrozen"]
    assert added.subjects == ("r05 stops at grounding (unknown-session)",)


def test_a_candidate_removed_without_a_freeze(labelled: pl.DataFrame) -> None:
    found = judged(labelled.filter(pl.col("id") != "w03"))
    assert codes(found) == {"removed-unfrozen"}
    (removed,) = [breach for breach in found.breaches if breach.code == "removed-unfrozen"]
    assert removed.subjects == ("w03 gone",)


def test_a_candidate_edited_without_a_freeze(labelled: pl.DataFrame) -> None:
    edited = labelled.with_columns(
        digest=pl.when(pl.col("id") == "w03").then(pl.lit("another")).otherwise(pl.col("digest"))
    )
    found = judged(edited)
    assert codes(found) == {"edited-unfrozen"}


def test_a_manifest_edited_by_hand(labelled: pl.DataFrame) -> None:
    assert "manifest-edited" in codes(judged(labelled, taken(r05={"decision": "write", "rule": None})))
    assert "drift" in codes(judged(labelled, taken(r05={"decision": "write", "rule": None})))


def test_no_manifest_at_all(labelled: pl.DataFrame) -> None:
    found = evaluation.judge(labelled, evaluation.judged(labelled), None)
    assert codes(found) == {"no-manifest"}


def test_what_is_frozen_reads_back_and_is_sealed(labelled: pl.DataFrame) -> None:
    decided = evaluation.judged(labelled)
    basis = evaluation.basis((labelled, decided))
    content = frozen.written(manifest.rows(decided), basis)
    again = frozen.read(content)
    assert frozen.is_sealed(again)
    assert frozen.basis_of(again) == basis
    assert len([line for line in content.splitlines() if b'"decision"' in line]) == 62
    assert frozen.drift(manifest.rows(decided), again) == []


def test_every_breach_belongs_to_one_check() -> None:
    claimed = [code for claim in CLAIMS.values() for code in claim]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) == {"skipped", "no-candidates", "below-floor", "known-gap-moved", *frozen.CODES}


def test_the_same_corpus_for_the_same_seed(labelled: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    first = evaluation.corpus()
    assert first.equals(evaluation.corpus())
    monkeypatch.setattr(policy, "WRITE_HARD_SEED", 1)
    other = evaluation.corpus()
    assert not first.equals(other)
    assert all(orjson.loads(text) for text in other.filter(~pl.col("raw"))["content"])
