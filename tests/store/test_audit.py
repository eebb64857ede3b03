"""Each way a store can have lost or garbled a memory, broken on purpose and named."""

from dataclasses import replace
from pathlib import Path

from memassets.backends.folder_store import FolderStore
from memassets.kernel.undo import UndoRecord
from memassets.resources import event_log
from memassets.store import audit, logged, memories
from tests.store.test_admitted import MAST, curated, proposed
from tests.store.test_forgotten import forget
from tests.store.test_outcome import run
from tests.store.vaults import FILES, memory, vault


def found(root: Path) -> list[str]:
    log = event_log(root).events()
    held = memories.memories(root, logged.stones(log))
    records = FolderStore(root, root / "memories").records()
    return [*audit.broken(held), *audit.lost(held, log), *audit.cut_off(records)]


def test_a_curated_store_is_whole(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST)
    assert curated(root)["applied"]
    assert found(root) == []


def test_damage_and_what_came_back_are_named(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    forget(root, "dry.md")
    (root / "memories/bad.md").write_bytes(b"---\ndescription: caf\xe9\n---\n")
    (root / "memories/dry.md").write_text(FILES["dry.md"])
    damaged, back = found(root)
    assert damaged.startswith("bad.md, line 2, byte ")
    assert back == "dry.md: its claim was forgotten, and it is back; `memassets forget` it or reword it"


def test_a_lost_survivor_and_a_circle_are_named(tmp_path: Path) -> None:
    fields = {"status": "archived"}
    files = {
        "a.md": memory("One.", **fields, **{"superseded-by": "b.md"}),
        "b.md": memory("Two.", **fields, **{"superseded-by": "a.md"}),
        "c.md": memory("Three.", **fields, **{"superseded-by": "never.md"}),
        "d.md": memory("Four.", **fields, **{"superseded-by": "c.md"}),
    }
    assert found(vault(tmp_path, files)) == [
        "a.md: archived under b.md, which leads back to a.md",
        "b.md: archived under a.md, which leads back to b.md",
        "c.md: archived under never.md, which the store does not have",
    ]


def test_a_memory_that_a_run_wrote_and_somebody_removed_is_named_until_it_is_forgotten(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, {path: text for path, text in FILES.items() if path != "gone.md"}), MAST)
    curated(root)
    path = "semantic/the-mast-of-marit-is-oiled-in-may.md"
    (root / "memories/new.md").unlink()
    (root / "memories" / path).rename(root / "memories/mast.md")  # moved, and so not lost
    (lost,) = found(root)
    assert lost.startswith("new.md: was folded under kiln/old.md in run r1, and its file is gone")
    forget(root, "new.md")
    assert not [line for line in found(root) if line.startswith("new.md")]


def test_what_was_taken_back_is_not_lost(tmp_path: Path) -> None:
    root = proposed(vault(tmp_path, FILES), MAST)
    curated(root)
    log = event_log(root)
    FolderStore(root, root / "memories").revert("r1", lambda record: logged.tell(log, record))
    assert found(root) == []


def test_a_run_that_was_cut_off_is_named() -> None:
    record = UndoRecord("r1", "2026-09-01T08:00:00Z", "rev", ())
    assert audit.cut_off([record, replace(record, run="r2", state="reverting"), replace(record, state="done")]) == [
        "run r1 was cut off; the next `memassets merge` settles it",
        "run r2 was cut off while it was taken back; the next `memassets merge` settles it",
    ]


def test_names_that_differ_in_case_only_are_named(tmp_path: Path) -> None:
    root = vault(tmp_path, {"a.md": memory("One."), "A.md": memory("Two.")})
    if len(list((root / "memories").iterdir())) == 2:  # a file system that tells them apart
        assert found(root) == ["A.md and a.md: names that differ in case only"]


def test_a_store_that_was_never_curated_has_lost_nothing(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    assert run(root, apply=False)["applied"] is False
    assert found(root) == []
