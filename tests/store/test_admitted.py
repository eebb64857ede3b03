"""Candidates of a vault: admitted ones become memories by the outcome, and each refusal is told once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.backends.folder_store import FolderStore
from memassets.formats.memories import read_memory_file
from memassets.formats.rows import Record
from memassets.kernel import events
from memassets.kernel.text import tombstones
from memassets.merge.judging import OfflineJudge
from memassets.resources import event_log
from memassets.store import admitted, candidates, logged, memories, outcome, plan
from tests.store.vaults import FILES, memory, vault

NOW = "2026-09-01T02:00:00Z"
OPEN: dict[str, Any] = {"allowed": True, "gates": {}, "reasons": {}, "worse": []}
TALK = {
    1: "Marit oils the mast in May, before the sails are bent on.",
    2: "We said it again today: the mast of Marit gets its oil in May.",
    3: "The kiln reaches 1240 degrees on a good day.",
    4: "Yes, our kiln reaches 1240 degrees.",
}


def records() -> list[Record]:
    return [
        Record(f"r{turn}", "s1", f"u{turn}", turn, 0, "user", None, "text", text) for turn, text in sorted(TALK.items())
    ]


def said(claim: str, *turns: int, **fields: Any) -> dict[str, Any]:
    evidence = [{"session": "s1", "turn": turn, "quote": TALK[turn]} for turn in turns]
    return {"kind": "semantic", "claim": claim, "body": "Heard in the yard.", "evidence": evidence, **fields}


MAST = said("The mast of Marit is oiled in May.", 1, 2)
ONCE = said("The sails are bent on after May.", 1)
KILN = said("Our kiln reaches 1240 degrees!", 3, 4)


def proposed(root: Path, *outputs: Any, name: str = "out.jsonl") -> Path:
    (root / "candidates").mkdir(exist_ok=True)
    (root / "candidates" / name).write_text("".join(json.dumps(output) + "\n" for output in outputs))
    return root


def judged(root: Path, excluded: pl.DataFrame = admitted.NOTHING_EXCLUDED) -> pl.DataFrame:
    log = event_log(root).events()
    held = memories.memories(root, logged.stones(log))
    return admitted.admitted(
        candidates.candidates(root),
        records(),
        excluded,
        admitted.holdings(held, logged.stones(log)),
        logged.candidates(log),
    )


def curated(root: Path, run: str = "r1", meanwhile: Callable[[], None] | None = None) -> dict[str, Any]:
    """One curation of a vault with candidates, as the assets make it; `meanwhile` happens between plan and writing."""
    log = event_log(root)
    held = memories.memories(root, logged.stones(log.events()))
    admissions = judged(root)
    planned, _ = plan.plan(memories.active(admitted.joined(held, admissions)), FakeEmbedder(), OfflineJudge())
    report = outcome.outcome(held, admissions, planned, OPEN, {}, run=run, at=NOW, judge="offline")
    if meanwhile:
        meanwhile()
    return outcome.landed(
        report,
        planned,
        admissions,
        FolderStore(root, root / "memories"),
        memories.revision(held),
        lambda: memories.revision(memories.memories(root, logged.stones(log.events()))),
        log,
    )


def files(root: Path) -> dict[str, str]:
    folder = root / "memories"
    return {str(f.relative_to(folder)): f.read_text() for f in sorted(folder.rglob("*")) if f.is_file()}


def test_each_candidate_is_judged_by_the_write_gate(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST, ONCE, {"claim": "Nothing else."})
    found = judged(root)
    assert found.select("file", "index", "decision", "reason", "path").rows() == [
        ("out.jsonl", 0, "write", "verbatim", "semantic/the-mast-of-marit-is-oiled-in-may.md"),
        ("out.jsonl", 1, "refuse", "insufficient-distinct-evidence", ""),
        ("out.jsonl", 2, "refuse", "schema", ""),
    ]
    assert found["sources"].to_list()[0] == ["session:s1"]


def test_what_the_guard_withheld_is_no_evidence(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST)
    withheld = pl.DataFrame(
        [{"record": "r2", "start": 0, "end": len(TALK[2])}], schema=admitted.NOTHING_EXCLUDED.schema
    )
    assert judged(root, withheld)["reason"].to_list() == ["derived-evidence"]


def test_an_admitted_candidate_becomes_a_memory_and_comes_once(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST, ONCE)
    report = curated(root)
    assert (report["applied"], report["refusal"]) == (True, None)
    path = "semantic/the-mast-of-marit-is-oiled-in-may.md"
    (one,) = read_memory_file(path, files(root)[path].encode()).memories
    assert (one.gist, one.body, one.status, one.created) == (MAST["claim"], MAST["body"], "active", NOW)
    assert one.sources == ("session:s1",)
    after = files(root)
    again = curated(root, "r2")
    assert (again["applied"], again["admitted"], len(again["refused"])) == (False, [], 1)
    assert files(root) == after
    told = event_log(root).events("memory_admitted", "candidate_refused")
    assert told.select("kind", "run_id").rows() == [("memory_admitted", "r1"), ("candidate_refused", "r1")]
    assert events.payloads(told)[1]["rule"] == "distinct-quotes"


def test_admissions_and_folds_are_one_run_and_taken_back_together(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST, KILN)
    report = curated(root)
    assert {(fold["keeper"], fold["drop"]) for fold in report["folds"]} == {
        ("kiln/old.md", "new.md"),
        ("kiln/old.md", "semantic/our-kiln-reaches-1240-degrees.md"),
    }
    (drop,) = read_memory_file("x.md", files(root)["semantic/our-kiln-reaches-1240-degrees.md"].encode()).memories
    assert (drop.status, drop.superseded_by) == ("archived", "kiln/old.md")
    (keeper,) = read_memory_file("x.md", files(root)["kiln/old.md"].encode()).memories
    assert "session:s1" in keeper.sources
    store, log = FolderStore(root, root / "memories"), event_log(root)
    store.revert("r1", lambda record: logged.tell(log, record))
    assert files(root) == FILES
    assert log.events("curation_reverted")["subject_id"].to_list() == ["r1"]
    assert curated(root, "r2")["admitted"] == []  # taken back by a person: it does not come again


def test_a_path_that_is_taken_is_numbered_and_never_overwritten(tmp_path: Path) -> None:
    path = "semantic/the-mast-of-marit-is-oiled-in-may.md"
    root = proposed(vault(tmp_path, {**FILES, path: memory("Masts are of spruce.")}), MAST)
    assert curated(root)["applied"]
    assert files(root)[path] == memory("Masts are of spruce.")
    assert path.replace(".md", "-2.md") in files(root)


def test_a_forgotten_claim_does_not_come_back(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST)
    stone = logged.tombstone("semantic/mast.md", tombstones.stone("the mast of Marit is oiled in May"))
    event_log(root).append(events.new([("memory_tombstoned", stone["subject"], stone)]), "r0")
    assert judged(root)["reason"].to_list() == ["tombstoned"]


def test_a_store_of_another_format_is_not_written_to(tmp_path: Path) -> None:
    line = {"type": "entity", "name": "kiln", "entityType": "thing", "observations": ["The kiln reaches 1240 degrees."]}
    root = proposed(vault(tmp_path, {"store.jsonl": json.dumps(line) + "\n"}), MAST)
    report = curated(root)
    assert (report["applied"], report["refusal"]) == (False, "read-only-store")
    assert list(files(root)) == ["store.jsonl"]


@pytest.mark.parametrize("claim", ["The mast\u2028of Marit is oiled in May.", "The mast of Marit is oiled: in May."])
def test_what_is_written_reads_back_or_is_refused(tmp_path: Path, claim: str) -> None:
    root = proposed(vault(tmp_path, {}), {**MAST, "claim": claim, "body": "Oil.\n---\nstatus: archived\n---"})
    (row,) = judged(root).to_dicts()
    if row["decision"] == "refuse":
        assert row["rule"] in ("paths", "decoding")
    else:
        (one,) = read_memory_file(row["path"], admitted.content(row, NOW).encode()).memories
        assert (one.gist, one.body) == (row["gist"], row["body"])


def test_a_file_that_is_there_stops_the_run(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST)
    found = judged(root)
    taken = root / "memories/semantic/the-mast-of-marit-is-oiled-in-may.md"
    taken.parent.mkdir()
    taken.write_text("somebody's")
    held = memories.memories(root)
    empty = pl.DataFrame(schema=plan.SCHEMA)
    report = outcome.outcome(held, found, empty, OPEN, {}, run="r1", at=NOW, judge="offline")
    store = FolderStore(root, root / "memories")
    landed = outcome.landed(report, empty, found, store, "rev", lambda: "rev", event_log(root))
    assert (landed["refusal"], "a file of this name is there already" in landed["detail"]) == ("unwritable", True)
    assert taken.read_text() == "somebody's"
