import os
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
import pytrec_eval

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.backends.static_embedder import StaticEmbedder
from memassets.cli import main
from memassets.kernel import policy
from memassets.read import discriminate, interchange, paired
from tests.read.gate import evaluated


def test_another_tool_gives_the_same_mrr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discriminate, "near_sets", lambda drawn: [])
    found = evaluated(size=80, asked=16)
    runs: dict[str, dict[str, float]] = {}
    qrels: dict[str, dict[str, int]] = {}
    for line in interchange.trec_run(found.rankings).splitlines():
        question, _, row, _, score, _ = line.split()
        assert float(score) not in runs.setdefault(question, {}).values()
        runs[question][row] = float(score)
    for line in interchange.trec_qrels(found.rankings).splitlines():
        question, _, row, relevance = line.split()
        qrels.setdefault(question, {})[row] = int(relevance)
    ranks = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(runs)
    means = [
        sum(one["recip_rank"] for name, one in ranks.items() if name.endswith(tier)) / 16
        for tier in ("content", "paraphrase")
    ]
    assert round(min(means), 4) == found.verdict.score < 1


def test_a_red_gate_is_a_red_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    green, red = evaluated(size=80, asked=16), evaluated(size=20, asked=36)
    for found, failures in ((green, "0"), (red, "1")):
        suite = Xml.fromstring(interchange.junit(found.rankings, found.verdict))
        assert (suite.get("failures"), suite.get("tests")) == (failures, str(len(suite)))


def test_both_ways_round() -> None:
    found = evaluated(size=80, asked=16)
    both = paired.paired(found.facts, found.probes, found.twins, found.rankings, found.synonyms, FakeEmbedder())
    told = paired.summary(both)
    assert (told["pairs"], told["right"], told["accuracy"]) == (16, 16, 1.0)
    assert set(both["family"]) == set(policy.GATED_FAMILIES)
    assert both["right"].sum() == both["pairs"].sum() == 2 * found.twins["kept"].sum()


def test_real_geometry_is_green() -> None:
    found = evaluated(embedder=StaticEmbedder())
    assert [b.code for b in found.verdict.breaches] == []


def test_a_seeded_evaluation_opens_nothing_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "DAGSTER_HOME", "MEMASSETS_VAULT", "MEMASSETS_TABLES", "MEMASSETS_CACHE"):
        closed = tmp_path / name
        closed.write_bytes(b"a file where a folder is looked for")  # unreadable as a folder, for root as well
        monkeypatch.setenv(name, str(closed))
    before = {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(tmp_path)}
    with pytest.raises(SystemExit) as left:
        main(["eval", "discriminate", "--dense"])
    assert not left.value.code
    assert {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(tmp_path)} == before
