"""A red gate names the change that broke it, upstream-most first, by the frozen baseline alone and by history."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import dagster as dg
import numpy as np
import pytest

from memassets import definitions, resources
from memassets.guard.checks import CLAIMS as GUARD_CLAIMS
from memassets.io_managers import Tables
from memassets.kernel import policy
from memassets.kernel.ports import Vectors
from memassets.kernel.reasons import Reason
from memassets.merge.checks import CLAIMS as MERGE_CLAIMS
from memassets.read.checks import CLAIMS
from memassets.write.checks import CLAIMS as WRITE_CLAIMS
from tests.conftest import Run

# file under the tree, what stands in it, what a careless hand makes of it, what has to be named first
EDITS = {
    "a fixture": (
        "fixtures/read/topics.json",
        "{s} {vp} it",
        "{s} it",
        {"kind": "fixture", "what": "read/topics.json", "asset": "read/topics"},
    ),
    "a finder's table": (
        "memassets/kernel/text/negation.py",
        'CUES = frozenset("not no',
        'CUES = frozenset("no',
        {"kind": "code", "what": "memassets.kernel.text.negation", "asset": "read/probes"},
    ),
    "a flip": (
        "memassets/read/flips.py",
        "return gist[: found.start()] + changed + gist[found.end() :]",
        "return gist",
        {"kind": "code", "what": "memassets.read.flips", "asset": "read/twins"},
    ),
    "the policy": (
        "memassets/kernel/policy.py",
        "SET_CAP_ROWS = 256",
        "SET_CAP_ROWS = 1",
        {"kind": "policy", "what": "SET_CAP_ROWS", "asset": "", "was": "256", "now": "1"},
    ),
    "the embedder": (
        "memassets/backends/fake_embedder.py",
        'id = f"fake-{_DIMENSIONS}-1"',
        'id = f"fake-{_DIMENSIONS}-2"',
        {"kind": "embedder", "what": "embedder", "asset": "read/rankings"},
    ),
}


def edit(tree: Path, name: str) -> dict[str, str]:
    file, was, now, culprit = EDITS[name]
    text = (tree / file).read_text()
    assert was in text
    (tree / file).write_text(text.replace(was, now))
    if name == "the embedder":  # another model, and one that tells nothing apart
        zeros = "        return np.zeros((len(texts), _DIMENSIONS), np.float32)\n        rows = np.zeros"
        source = (tree / file).read_text()
        (tree / file).write_text(source.replace("        rows = np.zeros", zeros, 1))
    return culprit


@pytest.mark.parametrize("name", EDITS)
def test_frozen_baseline_alone_names_the_edit(name: str, tree: Path, run: Run) -> None:
    culprit = edit(tree, name)
    assert run(tree, "-m", "memassets", "eval", "discriminate", "--json").returncode == 1
    told = run(tree, "-m", "memassets", "explain", "verdict", "read", "--json")
    changes = json.loads(told.stdout)["data"]["changes"]
    assert json.loads(told.stdout)["data"]["against"] == "the frozen baseline"
    assert {key: changes[0][key] for key in culprit} == culprit
    assert len(changes) == 1, changes


def test_a_clean_tree_is_green_and_without_changes(tree: Path, run: Run) -> None:
    assert run(tree, "-m", "memassets", "eval", "discriminate", "--json").returncode == 0
    told = run(tree, "-m", "memassets", "explain", "verdict", "read", "--json")
    assert json.loads(told.stdout)["data"]["changes"] == []


class _DeadEmbedder:
    id = "dead"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        return np.zeros((len(texts), 8), np.float32)


class _DeadResource(resources.EmbedderResource):
    mode: str = "dead"

    def embedder(self) -> Any:
        return _DeadEmbedder()


def judged(instance: dg.DagsterInstance, tables: str, **overrides: Any) -> dg.ExecuteInProcessResult:
    """One run of the read path."""
    defs = definitions.build_defs(io_manager=Tables(base=tables), **overrides)
    job = defs.resolve_implicit_global_asset_job_def()
    keys = [key for key in defs.resolve_all_asset_keys() if key.path[0] == "read"]
    return job.execute_in_process(instance=instance, raise_on_error=False, asset_selection=keys)


def checks(result: dg.ExecuteInProcessResult) -> dict[str, Any]:
    return {event.check_name: event for event in result.get_asset_check_evaluations()}


def test_history_names_the_change_and_the_run_that_brought_it(
    instance: dg.DagsterInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = str(tmp_path)
    green = judged(instance, tables)
    assert green.success
    assert all(event.passed for event in checks(green).values())

    monkeypatch.setattr(policy, "MRR_FLOOR", 1.01)
    red = judged(instance, tables)
    assert not red.success
    culprits = checks(red)["ranks_the_fact_first"].metadata["culprits"].value
    assert {k: culprits[0][k] for k in ("kind", "what", "was", "now")} == {
        "kind": "policy",
        "what": "MRR_FLOOR",
        "was": "0.85",
        "now": "1.01",
    }
    assert culprits[0]["run"] == red.run_id
    assert green.run_id in checks(red)["ranks_the_fact_first"].metadata["what changed"].value
    assert checks(red)["tells_facts_from_twins"].passed

    still_red = judged(instance, tables)
    again = checks(still_red)["ranks_the_fact_first"]
    assert again.metadata["culprits"].value[0]["run"] == red.run_id  # not the run that merely saw it again
    assert "policy MRR_FLOOR: 0.85 -> 1.01" in (again.description or "")

    monkeypatch.undo()
    dead = judged(instance, tables, embedder=_DeadResource())
    assert not dead.success
    named = checks(dead)["measures_what_was_asked"].metadata["culprits"].value
    assert [(c["kind"], c["was"], c["now"]) for c in named] == [("embedder", "fake-1024-1", "dead")]


def tags(event: dg.DagsterEvent) -> Mapping[str, str]:
    return event.step_materialization_data.materialization.tags or {}


def test_rematerializing_the_same_content_is_no_change(instance: dg.DagsterInstance, tmp_path: Path) -> None:
    first, second = judged(instance, str(tmp_path)), judged(instance, str(tmp_path))
    versions = [
        {
            event.asset_key.to_user_string(): tags(event)["dagster/data_version"]
            for event in result.get_asset_materialization_events()
            if event.asset_key is not None
        }
        for result in (first, second)
    ]
    assert versions[0] == versions[1]


def test_every_breach_belongs_to_one_blocking_check_of_its_path() -> None:
    for claims in (CLAIMS, GUARD_CLAIMS, WRITE_CLAIMS, MERGE_CLAIMS):
        codes = [code for codes in claims.values() for code in codes]
        assert len(codes) == len(set(codes))
        assert set(codes) <= set(get_args(Reason))


def test_the_guards_frozen_decisions_alone_name_the_edit(tree: Path, run: Run) -> None:
    finder = tree / "memassets/kernel/text/shingles.py"
    source = finder.read_text()
    was = "distinct >= policy.SHINGLE_DISTINCT_TOKENS"
    assert was in source
    finder.write_text(source.replace(was, "distinct > 99"))
    assert run(tree, "-m", "memassets", "eval", "guard", "--json").returncode == 1
    told = run(tree, "-m", "memassets", "explain", "verdict", "guard", "--json")
    (change,) = json.loads(told.stdout)["data"]["changes"]
    assert (change["kind"], change["what"], change["asset"]) == (
        "code",
        "memassets.kernel.text.shingles",
        "guard/corpus",
    )
