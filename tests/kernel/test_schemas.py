"""Stored tables are checked where they enter a step."""

import polars as pl
import pytest

from memassets import definitions
from memassets.backends.fake_embedder import FakeEmbedder
from memassets.guard import sessions as guard_sessions
from memassets.kernel import fixtures, schemas
from memassets.merge import decisions as merge_decisions
from memassets.merge import evaluation as merge_evaluation
from memassets.merge.judging import OfflineJudge
from memassets.read import facts, paired, probes, rankings, topics, twins
from memassets.store import admitted, candidates, memories, plan
from memassets.store import rankings as store_rankings
from memassets.write import evaluation as write_evaluation


@pytest.fixture(scope="module")
def made() -> dict[str, pl.DataFrame]:
    """Every table, as its module makes it."""
    content = fixtures.content(topics.FIXTURE)
    words = topics.words(content)
    frames = topics.topics(content)
    corpus = facts.facts(frames, words, seed=1, size=40)
    asked = probes.probes(corpus, 6, words.synonyms)
    controls = twins.twins(corpus, asked)
    ranked = rankings.rankings(corpus, asked, controls, FakeEmbedder())
    proposed, grouped = write_evaluation.candidates(), merge_evaluation.corpus()
    sample = fixtures.root() / "vault"
    held, waiting = memories.memories(sample), candidates.candidates(sample)
    records = guard_sessions.records(sample, guard_sessions.sessions(sample))
    return {
        "read/topics": frames,
        "read/facts": corpus,
        "read/probes": asked,
        "read/twins": controls,
        "read/rankings": ranked,
        "read/paired": paired.paired(corpus, asked, controls, ranked, words.synonyms, FakeEmbedder()),
        "write/candidates": proposed,
        "write/decisions": write_evaluation.decisions(proposed),
        "merge/groups": grouped,
        "merge/decisions": merge_decisions.decisions(grouped),
        "store/plan": plan.plan(memories.active(held), FakeEmbedder(), OfflineJudge())[0],
        "store/memories": held,
        "store/candidates": waiting,
        "store/admitted": admitted.admitted(
            waiting, records, admitted.NOTHING_EXCLUDED, admitted.holdings(held, ()), ()
        ),
        "store/rankings": store_rankings.rankings(held, FakeEmbedder(), seed=1, count=6),
    }


def test_what_every_module_makes_is_what_is_declared(made: dict[str, pl.DataFrame]) -> None:
    # the guard's tables hang on a vault: the whole-graph run checks them where they enter a step
    assert set(made) == {asset for asset in schemas.TABLES if not asset.startswith("guard/")}
    for asset, frame in made.items():
        assert schemas.validated(asset, frame).equals(frame)


def test_every_asset_that_makes_a_table_has_its_schema_declared() -> None:
    graph = definitions.defs.resolve_asset_graph()
    tables = {
        key.to_user_string()
        for key in graph.get_all_asset_keys()
        if graph.get(key).kinds & {"polars", "numpy", "delta"}
    }
    assert tables <= set(schemas.TABLES)


def row(**changed: object) -> pl.DataFrame:
    found = {"probe": "p1", "tier": "content", "target": "m1", "polarity": "negative", "numeric": True, "query": "q"}
    return pl.DataFrame([{**found, **changed}])


def test_a_table_of_the_asset_passes() -> None:
    assert schemas.validated("read/probes", row()).equals(row())


@pytest.mark.parametrize(
    ("frame", "named"),
    [
        pytest.param(row().drop("query"), "query", id="a column short"),
        pytest.param(row().cast({"numeric": pl.Int64}), "numeric", id="another type"),
        pytest.param(row(tier="easy"), "tier", id="a value nobody knows"),
        pytest.param(row(target=None).cast({"target": pl.String}), "target", id="a null"),
        pytest.param(pl.concat([row(), row()]), "primary_key", id="a row twice"),
    ],
)
def test_anything_else_is_refused_by_name(frame: pl.DataFrame, named: str) -> None:
    with pytest.raises(ValueError, match=rf"^read/probes: .*{named}.*materialize it anew\.$"):
        schemas.validated("read/probes", frame)
