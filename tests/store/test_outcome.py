"""What a run writes, what stops it, and that nothing is lost by it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memassets.backends.delta_log import DeltaLog
from memassets.backends.fake_embedder import FakeEmbedder
from memassets.backends.folder_store import FolderStore
from memassets.formats.memories import read_memory_file
from memassets.kernel import policy
from memassets.kernel.ports import LogError
from memassets.merge.judging import OfflineJudge
from memassets.resources import event_log
from memassets.store import admitted, edits, logged, memories, outcome, plan
from tests.store.vaults import FILES, memory, vault

OPEN: Mapping[str, Any] = {"allowed": True, "gates": {}, "reasons": {}, "worse": []}
SHUT: Mapping[str, Any] = {"allowed": False, "gates": {"read": "failed"}, "reasons": {}, "worse": []}
NOW = "2026-09-01T02:00:00Z"
NONE = pl.DataFrame(schema=admitted.SCHEMA)


def held(root: Path) -> dict[str, str]:
    folder = root / "memories"
    return {str(f.relative_to(folder)): f.read_text() for f in sorted(folder.rglob("*")) if f.is_file()}


def run(root: Path, gate: Mapping[str, Any] = OPEN, *, apply: bool = True, name: str = "r1") -> dict[str, Any]:
    """One curation of a vault, as the asset makes it."""
    found = memories.memories(root)
    dismissed = logged.dismissed(event_log(root).events())
    planned, counts = plan.plan(memories.active(found), FakeEmbedder(), OfflineJudge(), dismissed)
    report = outcome.outcome(found, NONE, planned, gate, asdict(counts), run=name, at=NOW, judge="offline")
    return landed(root, report, planned, found) if apply else report


def landed(root: Path, report: dict[str, Any], planned: pl.DataFrame, found: pl.DataFrame) -> dict[str, Any]:
    """What became of it, written."""
    return outcome.landed(
        report,
        planned,
        NONE,
        FolderStore(root, root / "memories"),
        memories.revision(found),
        lambda: memories.revision(memories.memories(root)),
        event_log(root),
    )


def read(root: Path, path: str) -> Any:
    (found,) = read_memory_file(path, (root / "memories" / path).read_bytes()).memories
    return found


def test_a_fold_archives_the_drop_and_the_keeper_gains(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    assert run(root)["applied"]
    drop, keeper = read(root, "new.md"), read(root, "kiln/old.md")
    assert (drop.status, drop.superseded_by, drop.updated) == ("archived", "kiln/old.md", NOW)
    assert drop.gist == "Kiln reaches 1,240 degrees!"
    assert (keeper.status, keeper.gist) == ("active", "The kiln reaches 1240 degrees.")
    assert set(keeper.sources) == {"s1", "s2"}
    assert set(keeper.links) == {"clay.md"}
    untouched = {path: text for path, text in FILES.items() if path not in ("new.md", "kiln/old.md")}
    assert {path: text for path, text in held(root).items() if path in untouched} == untouched


def test_a_second_run_does_nothing_and_a_revert_restores_every_byte(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    run(root)
    once = held(root)
    again = run(root, name="r2")
    assert (again["applied"], again["folds"], again["refusal"]) == (False, [], None)
    assert held(root) == once
    FolderStore(root, root / "memories").revert("r1", lambda record: None)
    assert held(root) == FILES


def test_a_dry_run_reports_and_writes_nothing(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    report = run(root, apply=False)
    assert [(f["keeper"], f["drop"]) for f in report["folds"]] == [("kiln/old.md", "new.md")]
    assert (report["applied"], report["refusal"]) == (False, None)
    assert held(root) == FILES
    assert not (root / ".runs").exists()
    assert event_log(root).version() == "none"


def test_a_shut_gate_writes_nothing(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    report = run(root, SHUT)
    assert (report["applied"], report["refusal"], report["detail"]) == (False, "gate-failed", "read failed")
    assert held(root) == FILES
    (event,) = event_log(root).events().to_dicts()
    assert (event["kind"], event["subject_id"]) == ("curation_refused", "r1")
    assert json.loads(event["payload"]) == {"code": "gate-failed"}


def test_a_probe_made_worse_is_named(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    report = run(root, {"allowed": False, "gates": {}, "reasons": {}, "worse": ["lids.md"]})
    assert (report["refusal"], report["detail"]) == ("gate-failed", "worse after the plan: lids.md")


def test_a_damaged_file_stops_the_apply_and_not_the_reading(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    (root / "memories/bad.md").write_bytes(b"---\ndescription: caf\xe9\n---\n")
    report = run(root)
    assert (report["applied"], report["refusal"]) == (False, "store-damaged")
    assert "bad.md" in report["detail"]


def test_a_store_that_cannot_be_written_is_read_only(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    line = {"type": "entity", "name": "kiln", "entityType": "thing", "observations": ["The kiln reaches 1240 degrees."]}
    (root / "memories/store.jsonl").write_text(json.dumps(line) + "\n")
    assert run(root)["refusal"] == "read-only-store"


def test_the_drop_ratio_on_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = vault(tmp_path, FILES)
    monkeypatch.setattr(policy, "DROP_RATIO", 1 / 6 - 0.001)
    report = run(root)
    assert (report["applied"], report["refusal"]) == (False, "drop-ratio")
    assert held(root) == FILES
    monkeypatch.setattr(policy, "DROP_RATIO", 1 / 6)
    assert run(root)["applied"]


def test_a_store_that_changed_since_the_plan_is_a_conflict_and_can_be_tried_again(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    found = memories.memories(root)
    planned, _ = plan.plan(memories.active(found), FakeEmbedder(), OfflineJudge())
    report = outcome.outcome(found, NONE, planned, OPEN, {}, run="r1", at=NOW, judge="offline")
    (root / "memories/lids.md").write_text(memory("Lids are glazed on both sides."))
    refused = landed(root, report, planned, found)
    assert (refused["applied"], refused["refusal"]) == (False, "revision-conflict")
    assert run(root, name="r2")["applied"]


def test_another_writer_refuses_the_run(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    with FolderStore(root, root / "memories").writing():
        report = run(root)
    assert (report["applied"], report["refusal"]) == (False, "lock-held")
    assert held(root) == FILES


def test_a_plan_over_a_file_that_is_gone_writes_nothing(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    row = {"keeper": "kiln/old.md", "drop": "never.md", "decision": "fold"}
    with pytest.raises(ValueError, match=r"^never\.md: the file is gone"):
        edits.edits(pl.DataFrame([row]), NONE, FolderStore(root, root / "memories").text, NOW)
    assert held(root) == FILES


def test_every_refusal_has_its_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in outcome.REFUSALS.values())


def test_what_was_cut_off_is_not_finished_behind_a_red_gate(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    run(root)
    store = FolderStore(root, root / "memories")
    record = store.record("r1")
    (root / "memories/new.md").write_text(FILES["new.md"])  # as if it had died before this file
    store._keep(replace(record, state="open"))
    report = run(root, SHUT, name="r2")
    assert (report["refusal"], report["recovered"]) == ("gate-failed", [{"run": "r1", "state": "rolled-back"}])
    assert held(root) == FILES


def test_a_fold_that_was_taken_back_is_not_made_again_until_it_is_asked_for(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    log = event_log(root)
    run(root)
    FolderStore(root, root / "memories").revert("r1", lambda record: logged.tell(log, record))
    again = run(root, name="r2")
    assert (again["applied"], again["folds"], again["dismissed"]) == (False, [], 1)
    assert held(root) == FILES
    pair = ("kiln/old.md", "The kiln reaches 1240 degrees."), ("new.md", "Kiln reaches 1,240 degrees!")
    log.append(logged.dismissal(*pair, undone=True), "")
    assert run(root, name="r3")["applied"]


def test_a_log_that_cannot_be_written_is_a_refusal_that_left_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = vault(tmp_path, FILES)

    def full(*_: object) -> int:
        raise LogError("the log: no space left")

    monkeypatch.setattr(DeltaLog, "append", full)
    report = run(root)
    assert (report["applied"], report["refusal"], report["detail"]) == (
        False,
        "write-failed",
        "the log: no space left",
    )
    assert held(root) == FILES


def test_a_red_gate_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    shut = {**SHUT, "reasons": {"read": "inversion over all: 1, limit 0"}}
    assert run(vault(tmp_path, FILES), shut)["detail"] == "read failed (inversion over all: 1, limit 0)"
