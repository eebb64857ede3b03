"""A quote gives no evidence, talk does, and ten lines of fifty are a quote: each fails with the others' shortcut."""

import hashlib
from pathlib import Path

import polars as pl
import pytest

from memassets.guard import corpus, quotes, thresholds
from memassets.guard.matcher import Artifact, Index, Measure, Thresholds
from memassets.guard.outcomes import Sweep
from memassets.kernel import policy
from tests.guard.vaults import Vault, artifact, kept, lines, sifted

SECTION = lines(50)
MANUAL = artifact("# Care of the forge\n\n" + "\n".join(SECTION))
TEN = "The manual says:\n\n" + "\n".join(SECTION[20:30])
TALK = (
    "I think the forge is fired too hot. Since Anneke changed the grate the ingots crack at the rim, and the manual"
    f' says "{SECTION[3]}" which nobody does. Decision: from Monday on we open the flue half an hour earlier.'
)


def is_red(text: str) -> bool:
    """a2: a discussion without quotes gives evidence, nearly all of it."""
    return sum(map(len, kept(text, MANUAL))) < 0.9 * len(text)


def test_a1_a_verbatim_quote_gives_no_evidence_and_an_event_that_names_the_artifact(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.reference("# Care of the forge\n\n" + "\n".join(SECTION))
    vault.session("From the manual:\n\n" + "\n".join(SECTION))
    found = vault.ingest()
    assert found.texts == []
    events = vault.log.events("derived_excluded")
    assert events.height == 1
    assert '"name":"manual/forge#care-of-the-forge"' in events["payload"][0]


def test_a2_a_discussion_without_quotes_gives_evidence(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.reference("# Care of the forge\n\n" + "\n".join(SECTION))
    vault.session(TALK, "Anneke says the grate is fine.")
    found = vault.ingest()
    assert found.texts == [TALK, "Anneke says the grate is fine."]
    assert found.exclusions.height == 0
    assert vault.log.events("derived_excluded").height == 0


def test_a2_turns_red_where_the_reference_threshold_is_lowered_and_the_sweep_shows_it() -> None:
    lowered = Thresholds.of({"reference_matched": 8})
    assert not is_red(TALK)
    assert sifted(TALK, MANUAL, thresholds=lowered).withheld
    labelled = corpus.corpus(policy.GUARD_SEED, 10)
    swept = thresholds.thresholds(Sweep(labelled, quotes.quotes(labelled, corpus.artifacts())), Thresholds.of())
    counts = swept.filter(pl.col("threshold") == "reference_matched")
    hit = dict(zip(counts["value"], counts["talk_hit"], strict=True))
    assert hit[8.0] > hit[24.0]
    assert hit[24.0] <= 2


def test_a3_ten_lines_of_fifty_are_caught() -> None:
    found = sifted(TEN, MANUAL)
    assert found.kept == ()
    assert found.matches[0].measure == "matched"
    assert found.matches[0].containment < policy.SKILL_CONTAINMENT


def test_a3_is_not_caught_with_the_skill_threshold() -> None:
    as_skill = artifact(MANUAL.text, kind="skill", name="forge")
    assert sifted(TEN, as_skill).kept == ((0, len(TEN)),)


# the shortcuts that would pass one of the three -------------------------------------------------------------------


def test_a_whole_chunk_hash_fails_a3() -> None:
    known = {hashlib.sha256(MANUAL.text.encode()).hexdigest()}
    assert hashlib.sha256(MANUAL.text.encode()).hexdigest() in known
    assert hashlib.sha256(TEN.encode()).hexdigest() not in known


def test_a_filter_that_excludes_everything_fails_a2(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(self: Thresholds, kind: str, matched: int, size: int) -> tuple[Measure, float, float]:
        return "matched", 99.0, 0.0

    monkeypatch.setattr(Thresholds, "reached", everything)
    monkeypatch.setattr(Index, "candidates", lambda self, texts, rule: [(n, 0) for n, _ in enumerate(texts)])
    monkeypatch.setattr("memassets.guard.spans._runs", lambda hits: [(0, 40)])
    assert is_red(TALK)


def test_a_matcher_that_never_fires_fails_a1_and_a3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Index, "candidates", lambda self, texts, rule: [])
    assert sifted(TEN, MANUAL).kept != ()
    assert sifted(MANUAL.text, MANUAL).kept != ()


def test_the_skill_threshold_alone_fails_a3() -> None:
    alone = Thresholds.of({"reference_matched": 10**9, "reference_containment": policy.SKILL_CONTAINMENT})
    assert sifted(TEN, MANUAL, thresholds=alone).kept != ()
    assert sifted(MANUAL.text, MANUAL, thresholds=alone).kept == ()


def test_equal_text_as_skill_and_reference_is_two_artifacts() -> None:
    twin: Artifact = artifact(MANUAL.text, kind="skill", name="forge")
    assert [m.kind for m in sifted(MANUAL.text, MANUAL, twin).matches] == ["reference", "skill"]
