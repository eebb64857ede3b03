"""A red write gate names the change that broke it, by the frozen manifest alone and by history."""

import json
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from memassets import definitions
from memassets.io_managers import Tables
from memassets.kernel import policy
from tests.conftest import Run

# file under the tree, what stands in it, what a careless hand makes of it, what has to be named
EDITS = {
    "a candidate": (
        "fixtures/write/candidates.jsonl",
        '{"id": "w31", "label": "write"',
        '{"id": "w31", "label": "refuse", "reason": "secret"',
        {"kind": "fixture", "what": "write/candidates.jsonl", "asset": "write/candidates"},
        "edited-unfrozen",
    ),
    "a transcript": (
        "fixtures/write/sessions/claude-code-2.jsonl",
        "The relay reports error E-77",
        "The relay reports error E-78",
        {"kind": "fixture", "what": "write/sessions/claude-code-2.jsonl", "asset": "write/candidates"},
        "drift",
    ),
    "a rule": (
        "memassets/write/rules/sources.py",
        "if secrets.secrets(text):",
        "if not text:",
        {"kind": "code", "what": "memassets.write.rules.sources", "asset": "write/decisions"},
        "drift",
    ),
    "the policy": (
        "memassets/kernel/policy.py",
        "FRAGMENT_CHARACTERS = 8",
        "FRAGMENT_CHARACTERS = 20",
        {"kind": "policy", "what": "FRAGMENT_CHARACTERS", "asset": "", "was": "8", "now": "20"},
        "drift",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_the_frozen_manifest_alone_names_the_edit(name: str, tree: Path, run: Run) -> None:
    file, was, now, culprit, code = EDITS[name]
    text = (tree / file).read_text()
    assert was in text
    (tree / file).write_text(text.replace(was, now))
    red = run(tree, "-m", "memassets", "eval", "admission", "--json")
    assert red.returncode == 1, red.stderr
    assert code in {breach["code"] for breach in json.loads(red.stdout)["data"]["breaches"]}
    told = json.loads(run(tree, "-m", "memassets", "explain", "verdict", "write", "--json").stdout)["data"]
    assert (told["passed"], told["against"]) == (False, "the frozen baseline")
    assert [{key: change[key] for key in culprit} for change in told["changes"]] == [culprit]


def test_a_clean_tree_is_green_and_without_changes_and_its_freeze_changes_nothing(tree: Path, run: Run) -> None:
    manifest = tree / "fixtures" / "write" / "manifest.json"
    before = manifest.read_bytes()
    frozen = run(tree, "-m", "memassets", "freeze", "write", "--json")
    assert json.loads(frozen.stdout)["data"] == {"file": "write/manifest.json", "entries": 62, "changed": {}}
    assert manifest.read_bytes() == before


def judged(instance: dg.DagsterInstance, tables: str) -> dg.ExecuteInProcessResult:
    """One run of the write path."""
    defs = definitions.build_defs(io_manager=Tables(base=tables))
    job = defs.resolve_implicit_global_asset_job_def()
    keys = [key for key in defs.resolve_all_asset_keys() if key.path[0] == "write"]
    return job.execute_in_process(instance=instance, raise_on_error=False, asset_selection=keys)


def checks(result: dg.ExecuteInProcessResult) -> dict[str, Any]:
    return {event.check_name: event for event in result.get_asset_check_evaluations()}


def made(result: dg.ExecuteInProcessResult) -> list[dg.AssetMaterialization]:
    return [event.step_materialization_data.materialization for event in result.get_asset_materialization_events()]


def versions(result: dg.ExecuteInProcessResult) -> dict[str, str]:
    return {m.asset_key.to_user_string(): (m.tags or {})["dagster/data_version"] for m in made(result)}


def test_history_names_the_change_and_the_run_that_brought_it(
    instance: dg.DagsterInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "WRITE_HARD_ROUNDS", 1)  # half the variants do for what is asked here
    first = judged(instance, str(tmp_path))
    green = judged(instance, str(tmp_path))
    assert green.success
    assert versions(first) == versions(green)
    report = next(m.metadata for m in made(green) if m.asset_key.path[-1] == "report")
    assert str(report["picture"].value).startswith("![Refusals per rule](data:image/png;base64,")
    assert "| labelled | refuse | 31 | 0 |" in str(report["confusion"].value)
    assert "| decoding | 4 |" in str(report["refusals per rule"].value)
    assert "| labelled | 62 | 1 | 1 | 1 |" in str(report["measures"].value)
    assert {name: event.passed for name, event in checks(green).items()} == {
        "admits_like_the_labels": True,
        "has_not_drifted": True,
        "known_gaps_have_not_moved": True,
        "is_green": True,
    }

    monkeypatch.setattr(policy, "CLOSE_VERBATIM_CLAIMS", False)
    red = judged(instance, str(tmp_path))
    assert not red.success
    found = checks(red)
    assert {name: event.passed for name, event in found.items()} == {
        "admits_like_the_labels": True,
        "has_not_drifted": False,
        "known_gaps_have_not_moved": False,
        "is_green": False,
    }
    assert "r13 written" in (found["has_not_drifted"].description or "")
    culprit = found["known_gaps_have_not_moved"].metadata["culprits"].value[0]
    assert (culprit["what"], culprit["was"], culprit["now"]) == ("CLOSE_VERBATIM_CLAIMS", "True", "False")
    assert culprit["run"] == red.run_id
