"""Forgetting: the file is gone for good, with what is folded under it, and the claim is known when it comes again."""

from pathlib import Path

import pytest

from memassets.backends.folder_store import FolderStore
from memassets.resources import event_log
from memassets.store import forgotten, logged, memories
from tests.store.test_outcome import held
from tests.store.test_outcome import run as curate
from tests.store.vaults import FILES, memory, vault


def forget(root: Path, path: str, run: str = "f1") -> list[str]:
    store, log = FolderStore(root, root / "memories"), event_log(root)
    found = memories.memories(root)
    stones = logged.stones_of(log.events(), path)
    record = forgotten.forgotten(found, path, store.text, stones, run=run, at="2026-09-02T00:00:00Z", revision="r")
    store.apply(record, lambda told: logged.tell(log, told))
    return [event["subject"] for event in record.events]


def test_a_memory_goes_with_what_is_folded_under_it_and_from_every_record(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    assert curate(root)["applied"]
    assert forget(root, "kiln/old.md") == ["kiln/old.md", "new.md"]
    assert not {"kiln/old.md", "new.md"} & set(held(root))
    assert "1240" not in "".join(file.read_text() for file in (root / ".runs").iterdir())
    log = event_log(root).events()
    assert "1240" not in "".join(log["payload"])
    assert len(logged.stones(log)) == 2


def test_a_file_that_somebody_removed_is_forgotten_by_what_the_log_knows(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    curate(root)
    (root / "memories/new.md").unlink()
    assert forget(root, "new.md") == ["new.md"]
    (root / "memories/back.md").write_text(memory("Kiln reaches 1,240 degrees!"))
    found = memories.memories(root, logged.stones(event_log(root).events()))
    assert found.filter(found["id"] == "back.md")["status"].item() == "tombstoned"


def test_the_index_forgets_too_and_what_still_names_it_is_told(tmp_path: Path) -> None:
    index = "# Index\n- [dry](dry.md) - Lids dry for 3 days\n- [lids](lids.md)\n"
    linking = memory("Glazing waits for the lids.", links="[dry.md]")
    root = vault(tmp_path, {**FILES, "MEMORY.md": index, "link.md": linking})
    held_before = memories.memories(root)
    assert forget(root, "dry.md") == ["dry.md"]
    assert held(root)["MEMORY.md"] == "# Index\n- [lids](lids.md)\n"
    left = held_before.filter(held_before["id"] != "dry.md")
    assert forgotten.naming(left, ["dry.md"], ["Lids dry for 3 days before glazing."]) == ["link.md"]


def test_what_comes_back_is_neither_ranked_nor_merged(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    forget(root, "dry.md")
    stones = logged.stones(event_log(root).events())
    (root / "memories/again.md").write_text(memory("lids dry for 3 days, before glazing"))
    (root / "memories/longer.md").write_text(memory("Mind this.", body="Lids dry for 3 days before glazing, always."))
    found = memories.memories(root, stones)
    assert found.filter(found["status"] == "tombstoned")["id"].to_list() == ["again.md", "longer.md"]
    assert "dry-2.md" in memories.active(found)["id"].to_list()
    assert memories.revision(found) != memories.revision(memories.memories(root))


@pytest.mark.parametrize(("path", "said"), [("never.md", "no such memory"), ("notes.md#1", "no such memory")])
def test_what_cannot_be_forgotten_is_named(tmp_path: Path, path: str, said: str) -> None:
    root = vault(tmp_path, FILES)
    with pytest.raises(ValueError, match=said):
        forget(root, path)
    assert held(root) == FILES


def test_a_memory_of_a_file_of_several_is_not_forgotten(tmp_path: Path) -> None:
    note = "---\ntitle: Kiln\n---\n\n## Observations\n\n- [fact] It is hot\n- [fact] It is old\n"
    root = vault(tmp_path, {**FILES, "note.md": note})
    one = next(path for path in memories.memories(root)["id"] if path.startswith("note.md"))
    with pytest.raises(ValueError, match="only a Markdown or HTML file of one memory can be forgotten"):
        forget(root, one)
    assert held(root)["note.md"] == note


def test_a_second_telling_adds_nothing(tmp_path: Path) -> None:
    root = vault(tmp_path, FILES)
    forget(root, "dry.md")
    log = event_log(root)
    record = FolderStore(root, root / "memories").record("f1")
    logged.tell(log, record)
    assert log.events("memory_tombstoned").height == 1
