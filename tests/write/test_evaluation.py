"""The figures of the gate, and everything that could break it."""

from pathlib import Path
from typing import Any

import orjson
import polars as pl
import pytest

from memassets.kernel import fixtures, frozen, policy
from memassets.kernel.verdict import Verdict
from memassets.write import evaluation, manifest, rules
from memassets.write.candidates import FIXTURE, candidates
from memassets.write.checks import CLAIMS
from memassets.write.sessions import corpus as transcripts
from tests.write.gate import codes, corpus, judged, labelled, without


@pytest.fixture(scope="module")
def today() -> Verdict:
    return judged(corpus())


def counts(measured: dict[str, Any]) -> tuple[int, ...]:
    return tuple(measured[name] for name in ("trueRefusals", "falseRefusals", "falseAdmissions", "trueAdmissions"))


def open_every_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    for closing in ("CLOSE_REPEATED_QUOTES", "CLOSE_VERBATIM_CLAIMS", "CLOSE_PADDED_IDS"):
        monkeypatch.setattr(policy, closing, False)


def test_todays_policy_decides_every_labelled_candidate_right(today: Verdict) -> None:
    assert today.passed
    assert today.score == 1.0
    assert counts(today.measured) == (31, 0, 0, 31)
    assert today.measured["interval"] == (0.9516, 1.0)


def test_with_the_closings_off_the_corpus_measures_the_origins_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    open_every_gap(monkeypatch)
    found = judged(labelled())
    assert found.score == 0.9333
    assert counts(found.measured) == (28, 1, 3, 30)
    assert [row["id"] for row in found.measured["wrong"]] == ["w02", "r11", "r12", "r13"]
    moved = {breach.where: breach.subjects for breach in found.breaches if breach.code == "known-gap-moved"}
    assert moved == {
        "class repeated-quote": ("r11", "r12"),
        "class verbatim-claim": ("r13",),
        "class padded-session": ("w02",),
    }


def test_gaps_that_are_listed_are_no_breach_while_open_and_one_once_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "KNOWN_GAPS", ("repeated-quote", "verbatim-claim", "padded-session"))
    closed = [b.where for b in judged(labelled()).breaches if b.code == "known-gap-moved"]
    assert closed == ["class repeated-quote", "class verbatim-claim", "class padded-session"]
    open_every_gap(monkeypatch)
    assert "known-gap-moved" not in codes(judged(labelled()))


@pytest.mark.parametrize(
    ("closing", "gap"),
    [
        ("CLOSE_REPEATED_QUOTES", "class repeated-quote"),
        ("CLOSE_VERBATIM_CLAIMS", "class verbatim-claim"),
        ("CLOSE_PADDED_IDS", "class padded-session"),
    ],
)
def test_one_gap_that_opens_is_red_and_named(closing: str, gap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, closing, False)
    assert [b.where for b in judged(labelled()).breaches if b.code == "known-gap-moved"] == [gap]


def test_the_variants_are_many_and_measured_by_reason(today: Verdict) -> None:
    hard = today.measured["hard"]
    assert hard["candidates"] >= 2000
    assert hard["f1"] >= 0.99
    thin = {reason for reason, row in hard["reasons"].items() if row["recall"] < 0.95}
    assert thin == {"polarity-mismatch"}
    # of the gate's reasons none is without a variant
    assert set(hard["reasons"]) == set(today.measured["reasons"])


DRIFTS = {
    "grounding": ["r05 stops at verbatim-quotes (quote-not-in-transcript)"],
    "quote-length": ["r09 stops at verbatim-quotes (quote-not-in-transcript)"],
    "verbatim-quotes": [
        "r06 stops at derived-evidence (derived-evidence)",
        "r07 stops at derived-evidence (derived-evidence)",
        "r08 stops at derived-evidence (derived-evidence)",
    ],
    "derived-evidence": ["r10 stops at distinct-quotes (insufficient-distinct-evidence)"],
    "distinct-quotes": ["r11 written", "r12 written"],
    "verbatim-claim": ["r13 written"],
    "grounded-tokens": ["r14 written"],
    "polarity": ["r15 written"],
    "ambiguous-speakers": ["r16 written"],
    "speakers": ["r17 written"],
    "subjects": ["r18 written"],
    "assertions": ["r19 written"],
    "corrections": ["r20 written"],
    "sidechains": ["r21 stops at conversation (non-conversational-source)"],
    "conversation": ["r22 written"],
    "trust": ["r23 written"],
    "secrets": ["r24 written"],
    "kinds": ["r25 written"],
    "claims": ["r26 written"],
    "bodies": ["r27 written"],
    "titles": ["r28 written"],
    "paths": ["r29 written"],
    "tombstones": ["r30 written"],
    "duplicates": ["r31 written"],
}


def drifted(verdict: Verdict) -> list[str]:
    return [s.partition(", was")[0] for b in verdict.breaches if b.code == "drift" for s in b.subjects]


@pytest.mark.parametrize("rule", DRIFTS)
def test_a_gate_without_one_rule_is_red_and_names_the_candidates(rule: str) -> None:
    with without(rule):
        assert drifted(judged(labelled())) == DRIFTS[rule]


def test_no_rule_is_left_out_above() -> None:
    assert list(DRIFTS) == [name for name, _ in rules.RULES]


def test_a_rule_that_refuses_everything_is_below_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "RULES", (("all", lambda case: ("secret", "no")), *rules.RULES))
    found = judged(labelled())
    assert {"below-floor", "drift"} <= codes(found)
    assert counts(found.measured) == (31, 31, 0, 0)
    assert found.score == 0.6667


def test_a_gate_without_rules_is_below_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "RULES", ())
    found = judged(corpus())
    where = [breach.where for breach in found.breaches if breach.code == "below-floor"]
    assert where == ["tier labelled", "tier hard"]
    assert counts(found.measured) == (4, 0, 27, 31)


@pytest.mark.parametrize(("floor", "red"), [(1.0, False), (1.01, True)])
def test_the_floor_has_two_sides(floor: float, red: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ADMISSION_FLOOR", floor)
    assert ("tier labelled" in [b.where for b in judged(labelled()).breaches if b.code == "below-floor"]) is red


def test_nothing_judged_is_not_passed() -> None:
    found = judged(corpus().clear())
    assert [b.where for b in found.breaches if b.code == "no-candidates"] == ["tier labelled", "tier hard"]
    assert not found.passed


# the frozen manifest --------------------------------------------------------------------------------------------


def changed(name: str, **fields: Any) -> pl.DataFrame:
    """The labelled corpus with one line of the fixture edited; no fields: the line is gone, a new id: it is new."""
    lines = [orjson.loads(line) for line in fixtures.content(FIXTURE).splitlines()]
    known = [line for line in lines if line["id"] == name]
    if not known:
        lines.append({**lines[0], "id": name})
    elif fields:
        known[0].update(fields)
    else:
        lines.remove(known[0])
    content = b"\n".join(orjson.dumps(line) for line in lines)
    return candidates(content, transcripts(), seed=1, rounds=0)


def breached(verdict: Verdict) -> dict[str, tuple[str, ...]]:
    return {b.code: b.subjects for b in verdict.breaches if b.code != "no-candidates"}


def test_an_edited_candidate_is_red_without_a_freeze() -> None:
    assert breached(judged(changed("w31", near="titles"))) == {"edited-unfrozen": ("w31 written",)}


def test_an_added_candidate_is_red_without_a_freeze() -> None:
    assert breached(judged(changed("w99"))) == {"added-unfrozen": ("w99 written",)}


def test_a_removed_candidate_is_red_without_a_freeze() -> None:
    assert breached(judged(changed("r31"))) == {"removed-unfrozen": ("r31 gone",)}


def test_a_hand_edited_manifest_is_red_and_the_line_is_named() -> None:
    edited = manifest.manifest(evaluation.frozen_content())
    edited["entries"]["r31"] |= {"decision": "write", "rule": None, "reason": "verbatim"}
    assert breached(judged(labelled(), edited)) == {
        "manifest-edited": (),
        "drift": ("r31 stops at duplicates (duplicate), was: written",),
    }


def test_a_hand_edited_basis_is_red() -> None:
    edited = manifest.manifest(evaluation.frozen_content())
    edited["basis"]["policy"]["ADMISSION_FLOOR"] = 0.5
    assert breached(judged(labelled(), edited)) == {"manifest-edited": ()}


def test_no_manifest_is_red() -> None:
    assert breached(judged(labelled(), {})) == {"no-manifest": ()}


def test_every_breach_the_gate_can_hold_belongs_to_a_check() -> None:
    claimed = [code for codes in CLAIMS.values() for code in codes]
    assert sorted(claimed) == sorted(["below-floor", "known-gap-moved", "no-candidates", *frozen.CODES])


def test_a_transcript_that_cannot_be_read_whole_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "write" / "sessions"
    folder.mkdir(parents=True)
    (folder / "one.jsonl").write_text('{"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user"\n')
    monkeypatch.setattr(fixtures, "root", lambda: tmp_path)
    with pytest.raises(ValueError, match=r"write/sessions/one\.jsonl"):
        transcripts()
