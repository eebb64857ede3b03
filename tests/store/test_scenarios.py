"""Ways in which other systems' nightly consolidation has lost memories, each played on this store.

Not played, for want of what they need: a rewrite of a memory's text, shrunk to a stub or lost between delete and write
(this store never rewrites a claim: a fold archives a file and adds to another). A skipped, failed or missing gate is
played in `test_gate` too, a skill that restates a forgotten memory in `tests/cli/test_admission.py`.
"""

import errno
import json
from pathlib import Path

import polars as pl
import pytest

from memassets.backends import object_store
from memassets.backends.folder_store import FolderStore
from memassets.kernel import policy
from memassets.resources import event_log
from memassets.store import audit, edits, logged, memories
from tests.store.test_outcome import NONE, NOW, OPEN, held, run
from tests.store.vaults import FILES, memory, vault


def test_a_gate_that_inverts_one_pair_blocks_though_its_average_is_high(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    report = run(root, {**OPEN, "allowed": False, "gates": {"read": "failed"}})
    assert (report["applied"], report["refusal"], report["detail"]) == (False, "gate-failed", "read failed")
    assert held(root) == FILES


def test_a_gate_that_was_skipped_is_no_pass(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    report = run(root, {**OPEN, "allowed": False, "gates": {"read": "skipped"}})
    assert (report["applied"], report["refusal"], report["detail"]) == (False, "gate-failed", "read skipped")
    assert held(root) == FILES


def test_a_night_cannot_remove_most_of_a_store(tmp_path: Path) -> None:
    files = {f"{place}.md": memory(f"Shelf {'one' if place < 9 else 'two'} holds the glaze.") for place in range(10)}
    root = vault(tmp_path, files)
    report = run(root)
    assert len(report["folds"]) > policy.DROP_RATIO * 10
    assert (report["applied"], report["refusal"]) == (False, "drop-ratio")
    assert held(root) == files


def test_a_lost_race_is_a_conflict_and_the_next_night_merges(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    store = FolderStore(root, root / "memories")
    with store.writing():
        assert run(root)["refusal"] == "lock-held"
    assert run(root, name="r2")["applied"]


def test_a_cut_off_last_line_is_counted_and_stops_the_merge_and_not_the_reading(tmp_path: Path) -> None:
    whole = {"type": "entity", "name": "C", "entityType": "tool", "observations": ["C is a kiln."]}
    cut = '{"type":"entity","name":"D","entityTy'
    root = vault(tmp_path, {**FILES, "store.jsonl": f"{json.dumps(whole)}\n{cut}"})
    found = memories.memories(root)
    assert found.filter(pl.col("format") == "mcp-memory")["gist"].to_list() == ["C is a kiln."]
    (damaged,) = audit.broken(found)
    assert damaged.startswith("store.jsonl, line 2, byte ")
    assert run(root)["refusal"] == "store-damaged"


@pytest.mark.parametrize("at", range(1, 7))
def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    root = vault(tmp_path, FILES)
    written, left = object_store.write_bytes, iter(range(1, 100))

    def full(place: str, content: bytes) -> None:
        if next(left) >= at:
            raise OSError(errno.ENOSPC, "No space left on device", place)
        written(place, content)

    monkeypatch.setattr(object_store, "write_bytes", full)
    try:
        report = run(root)
    finally:
        monkeypatch.setattr(object_store, "write_bytes", written)
    if not report["applied"]:
        assert (report["refusal"], "No space left on device" in report["detail"]) == ("write-failed", True)
    again = run(root, name="r2")
    assert again["refusal"] in (None, "revision-conflict")
    run(root, name="r3")
    assert memories.memories(root).filter(pl.col("id") == "new.md")["superseded_by"].item() == "kiln/old.md"
    store = FolderStore(root, root / "memories")
    done = [record.run for record in store.records() if record.state == "done"]
    store.revert(done[-1], lambda record: None)
    assert held(root) == FILES


def test_a_later_fold_cannot_name_what_an_earlier_one_removed(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    (root / "memories/new.md").unlink()
    row = {"keeper": "new.md", "drop": "dry.md", "decision": "fold"}
    with pytest.raises(ValueError, match=r"^new\.md: the file is gone; plan again"):
        edits.edits(pl.DataFrame([row]), NONE, FolderStore(root, root / "memories").text, NOW)


def test_an_index_over_the_limit_is_named_and_every_memory_is_read(tmp_path: Path) -> None:
    files = {f"{place}.md": memory(f"Shelf {place} holds {place} jars.") for place in range(205)}
    index = "".join(f"- [{path}]({path})\n" for path in files)
    root = vault(tmp_path, {**files, "MEMORY.md": index})
    (said,) = audit.unloaded(index)
    assert said == "MEMORY.md: 205 lines, of which an agent loads the first 200: the last 5 are never seen; shorten it"
    assert audit.unloaded("".join(index.splitlines(keepends=True)[:200])) == []
    assert memories.active(memories.memories(root)).height == 205


def test_a_review_list_is_refreshed_and_does_not_grow_and_respects_a_dismissal(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    first = run(root)["review"]
    assert [(row["keeper"], row["drop"]) for row in first] == [("dry.md", "dry-2.md")]
    again = run(root, name="r2")
    assert (again["review"], again["dismissed"]) == (first, 0)
    (one,) = first
    kept = logged.dismissal((one["drop"], one["dropClaim"]), (one["keeper"], one["keeperClaim"]))
    event_log(root).append(kept, "")
    third = run(root, name="r3")
    assert (third["review"], third["dismissed"]) == ([], 1)
    # what says something else now is looked at anew
    (root / "memories/dry.md").write_text(memory("Lids dry for 4 days before glazing."))
    assert [(row["keeper"], row["drop"]) for row in run(root, name="r4")["review"]] == [("dry.md", "dry-2.md")]
