"""What the report says beside the gated numbers."""

import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import policy
from memassets.kernel.text.claim import Claim
from memassets.read import discriminate, paired, report
from memassets.read.evaluation import Evaluation
from tests.read.gate import codes, evaluated


def paired_of(found: Evaluation) -> pl.DataFrame:
    return paired.paired(found.facts, found.probes, found.twins, found.rankings, found.synonyms, FakeEmbedder())


def test_the_hard_tier_is_reported_by_family() -> None:
    found = evaluated(size=80, asked=16)
    table = report.ungated_table(found.verdict, paired_of(found))
    assert set(table["tier"]) == {"hard"}
    assert table["family"].to_list() == sorted(policy.GATED_FAMILIES)
    assert table["paired"].to_list() == [1.0] * len(policy.GATED_FAMILIES)


def test_a_family_that_is_not_gated_is_reported_and_turns_nothing_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "GATED_FAMILIES", tuple(f for f in policy.GATED_FAMILIES if f != "order"))
    monkeypatch.setattr(discriminate, "_out_of_order", lambda asked, gists: [0] * len(gists))
    found = evaluated(size=80, asked=16)
    assert "order" not in found.verdict.measured["families"]
    assert codes(found.verdict) == set()
    table = report.ungated_table(found.verdict, paired_of(found))
    order = table.filter(pl.col("family") == "order").select("tier", "inversions", "ties", "paired")
    count = found.twins.filter("kept", pl.col("family") == "order").height
    assert order.rows() == [("content", 0, count, 0.0), ("hard", 0, count, 0.0), ("paraphrase", 0, count, None)]


def test_a_liking_for_one_polarity_is_right_one_way_round_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def negated_first(asked: object, gists: list[Claim], wholes: object) -> list[int]:
        return [len(gist.negations) for gist in gists]

    monkeypatch.setattr(discriminate, "_negations", negated_first)
    found = paired_of(evaluated(size=80, asked=16))
    (share,) = found.filter(pl.col("tier") == "content", pl.col("family") == "negation")["accuracy"]
    assert share == 0.0
    shown = report.paired_table(found)
    assert shown.columns == ["family", "content", "hard"]
    assert shown.filter(pl.col("family") == "negation")["content"].to_list() == ["0/16"]


def test_what_is_not_gated_is_said() -> None:
    assert "does not prove" in " ".join(report.UNGATED.split())
