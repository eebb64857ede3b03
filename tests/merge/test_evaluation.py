"""The merge gate's figures, and everything that turns it red."""

from collections.abc import Callable, Iterator

import polars as pl
import pytest

from memassets.kernel import fixtures, frozen, policy
from memassets.kernel.verdict import Verdict
from memassets.merge import decisions, evaluation, folding, groups, manifest, vetoes
from memassets.merge import verdict as verdicts
from memassets.merge.checks import CLAIMS


@pytest.fixture(scope="module")
def corpus() -> pl.DataFrame:
    return evaluation.corpus()


def judged(asked: pl.DataFrame) -> Verdict:
    kept = manifest.manifest(fixtures.content(manifest.FIXTURE))
    return evaluation.judge(asked, decisions.decisions(asked), kept)


def codes(found: Verdict) -> set[str]:
    return {breach.code for breach in found.breaches}


def accepted(found: Verdict) -> tuple[float, int]:
    return found.measured["acceptance"], found.measured["folded"]


def test_the_gate_is_green_and_folds_all_fourteen(corpus: pl.DataFrame) -> None:
    found = judged(corpus)
    assert found.passed
    assert accepted(found) == (1.0, 14)
    assert (found.measured["precision"], found.measured["kept"], found.measured["foldedKeep"]) == (1.0, 7, 0)
    assert found.measured["bodyNumberOnly"] == {"pairs": 2, "folded": 2}


def test_the_corpus_is_what_it_is_said_to_be(corpus: pl.DataFrame) -> None:
    labelled = corpus.filter(tier="labelled")
    sizes = labelled.group_by("group", maintain_order=True).len()
    assert sizes.filter(pl.col("group").str.starts_with("m"))["len"].to_list() == [2, 2, 3, *[2] * 8, 3]
    assert sizes.filter(pl.col("group").str.starts_with("k")).height == 7
    assert set(labelled["expected"].drop_nulls()) == {
        "veto:numeric", "veto:negation", "veto:variant", "veto:opposite", "veto:name", "veto:scope",
    }  # fmt: skip


def test_every_keep_pair_stops_at_its_stage(corpus: pl.DataFrame) -> None:
    found = decisions.decisions(corpus.filter(pl.col("tier") == "labelled", pl.col("label") == "keep"))
    assert found["rule"].to_list() == found["expected"].to_list()


# What the gate's origin measured with each of its faults, and which pairs they stop.
@pytest.mark.parametrize(
    ("switches", "acceptance", "folded", "gaps"),
    [
        (("NUMERIC_VETO_READS_BODIES",), 0.6429, 9, {"body-number"}),
        (("ROLE_GUARD_FIXES_KEEPERS",), 0.8571, 12, {"repeated-keeper"}),
        (("NUMERIC_VETO_READS_BODIES", "ROLE_GUARD_FIXES_KEEPERS"), 0.5714, 8, {"body-number", "repeated-keeper"}),
    ],
)
def test_the_faults_of_the_origin_are_red(
    corpus: pl.DataFrame,
    monkeypatch: pytest.MonkeyPatch,
    switches: tuple[str, ...],
    acceptance: float,
    folded: int,
    gaps: set[str],
) -> None:
    for switch in switches:
        monkeypatch.setattr(policy, switch, True)
    found = judged(corpus)
    assert accepted(found) == (acceptance, folded)
    assert {"below-floor", "drift", "known-gap-moved"} <= codes(found)
    assert {b.where for b in found.breaches if b.code == "known-gap-moved"} == {f"class {gap}" for gap in gaps}
    monkeypatch.setattr(policy, "MERGE_KNOWN_GAPS", tuple(gaps))
    assert "known-gap-moved" not in codes(judged(corpus))


@pytest.mark.parametrize("gap", verdicts.GAPS)
def test_a_gap_that_is_listed_and_closed_is_red(
    gap: str, corpus: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "MERGE_KNOWN_GAPS", (gap,))
    assert codes(judged(corpus)) == {"known-gap-moved"}


def test_a_phase_that_refuses_everything_is_red(corpus: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "FOLD_CAP", 0)
    found = judged(corpus)
    assert accepted(found) == (0.0, 0)
    assert {"below-floor", "drift"} <= codes(found)


def test_a_phase_that_folds_everything_is_red(corpus: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vetoes, "VETOES", ())
    found = judged(corpus)
    assert found.score == 1.0
    assert {"folded-keep", "drift"} <= codes(found)
    assert found.measured["foldedKeep"] == 7


@pytest.fixture
def without() -> Iterator[Callable[[str], None]]:
    """Take one veto out of the path, for one test."""
    whole = vetoes.VETOES

    def removed(stage: str) -> None:
        vetoes.VETOES = tuple(veto for veto in whole if veto[0] != stage)

    yield removed
    vetoes.VETOES = whole


@pytest.mark.parametrize(
    "stage", [stage for stage, _, _ in vetoes.VETOES if stage not in ("veto:type", "veto:quantifier")]
)
def test_a_veto_removed_turns_the_gate_red(stage: str, corpus: pl.DataFrame, without: Callable[[str], None]) -> None:
    theirs = set(decisions.decisions(corpus).filter(pl.col("rule") == stage)["id"])
    without(stage)
    found = judged(corpus)
    assert codes(found) & {"folded-keep", "drift"}
    named = {subject.split()[0] for breach in found.breaches for subject in breach.subjects}
    assert named
    assert named <= theirs


def test_one_folded_keep_pair_is_red_whatever_the_rate(corpus: pl.DataFrame) -> None:
    decided = decisions.decisions(corpus)
    one = pl.col("id") == "k06/2"
    slipped = decided.with_columns(
        decision=pl.when(one).then(pl.lit("fold")).otherwise("decision"),
        rule=pl.when(one).then(None).otherwise("rule"),
    )
    found = evaluation.judge(corpus, slipped, manifest.manifest(fixtures.content(manifest.FIXTURE)))
    assert found.score == 1.0
    assert {"folded-keep", "drift"} == codes(found)


def test_the_floor_on_both_sides(corpus: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = decisions.decisions(corpus)
    one = pl.col("id") == "m02/2"
    missed = decided.with_columns(decision=pl.when(one).then(pl.lit("keep")).otherwise("decision"))
    kept = manifest.manifest(fixtures.content(manifest.FIXTURE))
    assert evaluation.judge(corpus, missed, kept).score == 0.9286
    assert "below-floor" in codes(evaluation.judge(corpus, missed, kept))
    monkeypatch.setattr(policy, "ACCEPTANCE_FLOOR", 0.92)
    assert "below-floor" not in codes(evaluation.judge(corpus, missed, kept))


def test_nothing_measured_is_not_a_pass(corpus: pl.DataFrame) -> None:
    empty = corpus.clear()
    found = evaluation.judge(empty, decisions.decisions(empty), {})
    assert codes(found) == {"no-pairs", "no-manifest"}
    only_folds = corpus.filter(pl.col("label") == "fold")
    assert "no-pairs" in codes(judged(only_folds))


def test_a_group_edited_added_or_removed_without_a_freeze(corpus: pl.DataFrame) -> None:
    assert codes(judged(corpus.filter(pl.col("group") != "m01"))) == {"removed-unfrozen"}
    edited = corpus.with_columns(digest=pl.when(group="m01").then(pl.lit("x")).otherwise("digest"))
    assert codes(judged(edited)) == {"edited-unfrozen"}
    added = corpus.filter(group="m01").with_columns(group=pl.lit("m99"), id=pl.lit("m99/") + pl.col("place").cast(str))
    assert codes(judged(pl.concat([corpus, added]))) == {"added-unfrozen"}


def test_every_breach_belongs_to_one_check() -> None:
    claimed = [code for claim in CLAIMS.values() for code in claim]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) == {
        "skipped", "no-pairs", "below-floor", "known-gap-moved", "folded-keep", *frozen.CODES,
    }  # fmt: skip


def test_the_harmless_edits_all_fold_and_the_flips_are_all_stopped(corpus: pl.DataFrame) -> None:
    hard = judged(corpus).measured["hard"]
    assert hard["foldedKeep"] == 0
    assert hard["acceptance"] == 1.0
    assert {edit: row["vetoed"] for edit, row in hard["falseVetoes"].items()} == dict.fromkeys(hard["falseVetoes"], 0.0)
    assert all(row["recall"] == 1.0 for veto, row in hard["vetoes"].items() if row["deserve"])


def test_two_groups_of_one_id_and_a_group_of_one_are_refused() -> None:
    line = b'{"id": "x", "label": "fold", "members": [{"gist": "A."}, {"gist": "B."}]}\n'
    with pytest.raises(ValueError, match="two groups of one id"):
        groups.groups(line + line)
    with pytest.raises(ValueError, match="group y has 1 members"):
        groups.groups(b'{"id": "y", "label": "fold", "members": [{"gist": "A."}]}\n')


def test_a_run_that_folds_nothing_says_so() -> None:
    from memassets.merge.members import Member
    from memassets.merge.pairs import Pair

    none = folding.fold([Pair(Member("a", "The lid is open."), Member("b", "The lid is closed."))])
    assert none.refuses_everything
    assert not folding.fold([]).refuses_everything
