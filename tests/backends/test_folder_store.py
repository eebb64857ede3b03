"""The store's writer: one at a time, whole or not at all, and always to be taken back, wherever it dies."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from memassets.backends.folder_store import FolderStore, Reverted
from memassets.kernel.ports import LogError, RevisionConflict, StoreBusy
from memassets.kernel.undo import UndoRecord, Write
from tests.backends.dying_writer import AFTER, BEFORE, RECORD, fill, tell, told
from tests.conftest import CHECKOUT


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    fill(tmp_path)
    return tmp_path


def store(vault: Path) -> FolderStore:
    return FolderStore(vault, vault / "memories")


def held(vault: Path) -> dict[str, str]:
    """Every file below the memory folder, hidden ones included."""
    root = vault / "memories"
    return {str(f.relative_to(root)): f.read_text() for f in sorted(root.rglob("*")) if f.is_file()}


def test_a_run_writes_what_it_says_and_is_taken_back_to_the_byte(vault: Path) -> None:
    found = store(vault)
    found.apply(RECORD, lambda record: tell(vault, record))
    assert held(vault) == AFTER
    assert told(vault) == ["r1"]
    assert found.record("r1") == replace(RECORD, state="done")
    assert found.revert("r1", lambda record: None) == Reverted(("new/c.md", "gone.md", "deep/b.md", "a.md"), ())
    assert held(vault) == BEFORE
    assert found.record("r1").state == "reverted"


def test_the_undo_record_is_plain_json(vault: Path) -> None:
    store(vault).apply(RECORD, lambda record: None)
    written = json.loads((vault / ".runs/r1.json").read_text())
    assert written["state"] == "done"
    assert written["writes"][3] == {"path": "new/c.md", "before": None, "after": "four\n"}


def test_a_file_keeps_its_permissions(vault: Path) -> None:
    (vault / "memories/a.md").chmod(0o640)
    store(vault).apply(RECORD, lambda record: None)
    assert (vault / "memories/a.md").stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_since_the_plan_stops_the_run_before_its_first_write(vault: Path) -> None:
    (vault / "memories/deep/b.md").write_text("by hand\n")
    with pytest.raises(RevisionConflict, match=r"^deep/b\.md changed since the run was planned"):
        store(vault).apply(RECORD, lambda record: tell(vault, record))
    assert held(vault) == {**BEFORE, "deep/b.md": "by hand\n"}
    assert store(vault).records() == []
    assert told(vault) == []


def test_a_path_that_is_taken_stops_the_run(vault: Path) -> None:
    (vault / "memories/new").mkdir()
    (vault / "memories/new/c.md").write_text("somebody's\n")
    with pytest.raises(RevisionConflict):
        store(vault).apply(RECORD, lambda record: None)
    assert held(vault) == {**BEFORE, "new/c.md": "somebody's\n"}


def test_a_file_edited_since_is_kept_when_the_run_is_taken_back(vault: Path) -> None:
    found = store(vault)
    found.apply(RECORD, lambda record: None)
    (vault / "memories/a.md").write_text("ONE, and more\n")
    assert found.revert("r1", lambda record: None) == Reverted(("new/c.md", "gone.md", "deep/b.md"), ("a.md",))
    assert held(vault) == {**BEFORE, "a.md": "ONE, and more\n"}


def test_a_revert_is_told_of_once_the_files_are_back(vault: Path) -> None:
    found, heard = store(vault), []
    found.apply(RECORD, lambda record: None)
    found.revert("r1", lambda record: heard.append((record.state, held(vault))))
    assert heard == [("reverting", BEFORE)]


def test_a_run_that_a_later_one_built_on_is_taken_back_after_it(vault: Path) -> None:
    found = store(vault)
    found.apply(RECORD, lambda record: None)
    later = UndoRecord("r2", "2026-09-02T08:00:00Z", "rev", (Write("a.md", "ONE\n", "ONE!\n"),))
    found.apply(later, lambda record: None)
    with pytest.raises(ValueError, match=r"^run r2, which is later, wrote a\.md too: take it back first"):
        found.revert("r1", lambda record: None)
    assert held(vault) == {**AFTER, "a.md": "ONE!\n"}
    found.revert("r2", lambda record: None)
    found.revert("r1", lambda record: None)
    assert held(vault) == BEFORE


def test_a_log_that_cannot_be_written_takes_the_run_back(vault: Path) -> None:
    def deaf(record: UndoRecord) -> None:
        raise LogError("the log: no space left")

    with pytest.raises(LogError):
        store(vault).apply(RECORD, deaf)
    assert held(vault) == BEFORE
    assert store(vault).record("r1").state == "rolled-back"


def test_a_revert_that_failed_half_way_is_taken_up_again(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = store(vault)
    found.apply(RECORD, lambda record: None)
    with monkeypatch.context() as broken:
        broken.setattr(FolderStore, "_prune", lambda *_: (_ for _ in ()).throw(OSError("disk")))
        with pytest.raises(OSError, match="disk"):
            found.revert("r1", lambda record: None)
    assert found.record("r1").state == "reverting"
    found.recover(lambda record: None, but="r1")
    assert set(found.revert("r1", lambda record: None).restored) == {w.path for w in RECORD.writes}
    assert held(vault) == BEFORE


def test_a_file_of_somebody_else_is_not_swept_and_an_emptied_folder_is_removed(vault: Path) -> None:
    found = store(vault)
    theirs = vault / "memories/.a.md.swp"
    theirs.write_text("unsaved")
    found.apply(RECORD, lambda record: None)
    found._keep(replace(RECORD, state="open"))
    (vault / "memories/.a.md.x1.memassets-part").write_text("half")
    found.recover(lambda record: None)
    assert theirs.read_text() == "unsaved"
    assert not list((vault / "memories").glob("*.memassets-part"))
    found.revert("r1", lambda record: None)
    assert not (vault / "memories/new").exists()


def test_what_is_erased_is_in_no_record(vault: Path) -> None:
    found = store(vault)
    found.apply(RECORD, lambda record: None)
    gone = UndoRecord("r2", RECORD.at, "rev", (Write("a.md", "ONE\n", None),), (), erases=True)
    found.apply(gone, lambda record: None)
    assert held(vault) == {path: text for path, text in AFTER.items() if path != "a.md"}
    assert [(r.run, r.state, [w.path for w in r.writes]) for r in found.records()] == [
        ("r1", "done", ["deep/b.md", "gone.md", "new/c.md"]),
        ("r2", "done", []),
    ]
    assert "ONE" not in "".join(file.read_text() for file in (vault / ".runs").iterdir())
    with pytest.raises(ValueError, match="run r2 has forgotten for good"):
        found.revert("r2", lambda record: None)
    assert "a.md" not in found.revert("r1", lambda record: None).restored
    assert held(vault) == {path: text for path, text in BEFORE.items() if path != "a.md"}


def test_only_a_finished_run_is_taken_back_and_only_once(vault: Path) -> None:
    found = store(vault)
    with pytest.raises(FileNotFoundError, match="no record of a run r1"):
        found.revert("r1", lambda record: None)
    found.apply(RECORD, lambda record: None)
    found.revert("r1", lambda record: None)
    with pytest.raises(ValueError, match="run r1 is reverted"):
        found.revert("r1", lambda record: None)


@pytest.mark.parametrize("path", ["../out.md", "/etc/out.md", "deep/../../out.md"])
def test_no_path_leads_out_of_the_folder(vault: Path, path: str) -> None:
    with pytest.raises(ValueError, match="leads out of the memory folder"):
        store(vault).apply(replace(RECORD, writes=(Write(path, None, "x"),)), lambda record: None)


def test_a_link_is_not_written_through(vault: Path) -> None:
    (vault / "memories/link.md").symlink_to(vault / "memories/a.md")
    with pytest.raises(ValueError, match="leads out"):
        store(vault).apply(replace(RECORD, writes=(Write("link.md", "one\n", "x"),)), lambda record: None)


def test_a_second_writer_is_refused_while_the_first_is_at_it(vault: Path) -> None:
    with (
        store(vault).writing(),
        pytest.raises(StoreBusy, match="another run writes to this vault"),
        store(vault).writing(),
    ):
        pass
    with store(vault).writing():
        pass


def died(vault: Path, doing: str, at: int) -> bool:
    """Whether the process died; false where it finished before its n-th touch."""
    command = [sys.executable, "-m", "tests.backends.dying_writer", str(vault), doing, str(at)]
    found = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 9), found.stderr
    return found.returncode == 9


def recovered(vault: Path) -> None:
    found = store(vault)
    with found.writing():
        found.recover(lambda record: tell(vault, record))


def test_a_run_that_dies_anywhere_is_finished_or_never_was(tmp_path: Path) -> None:
    at, seen = 0, set()
    while True:
        vault = tmp_path / str(at)
        fill(vault)
        if not died(vault, "apply", at):
            break
        recovered(vault)
        after = held(vault)
        states = [record.state for record in store(vault).records()]
        assert (after, states, told(vault)) in (
            (BEFORE, [], []),
            (BEFORE, ["rolled-back"], []),
            (AFTER, ["done"], ["r1"]),
        ), at
        assert not list((vault / ".runs").glob(".*"))
        seen.add(tuple(states))
        at += 1
    assert seen == {(), ("rolled-back",), ("done",)}
    assert at >= 12
    assert held(vault) == AFTER


def test_a_revert_that_dies_anywhere_is_finished(tmp_path: Path) -> None:
    at = 0
    while True:
        vault = tmp_path / str(at)
        fill(vault)
        store(vault).apply(RECORD, lambda record: None)
        if not died(vault, "revert", at):
            break
        recovered(vault)
        (state,) = [record.state for record in store(vault).records()]
        assert (held(vault), state) in ((BEFORE, "reverted"), (AFTER, "done")), at
        at += 1
    assert at >= 8
    assert held(vault) == BEFORE


def test_an_erasure_that_dies_anywhere_is_finished_or_never_was(tmp_path: Path) -> None:
    at = 0
    while True:
        vault = tmp_path / str(at)
        fill(vault)
        if not died(vault, "erase", at):
            break
        recovered(vault)
        text = "".join(f.read_text() for folder in ("memories", ".runs") for f in (vault / folder).rglob("*.*"))
        found = store(vault).records()
        states = [record.state for record in found if record.erases]
        assert ("one" in text.replace("done", ""), states, "r2" in told(vault)) in (
            (True, [], False),
            (False, ["done"], True),
        ), at
        at += 1
    assert at >= 8
    assert "a.md" not in held(vault)


def test_a_run_that_died_on_a_file_that_was_then_edited_is_rolled_back(vault: Path) -> None:
    assert died(vault, "apply", 7)
    (half,) = store(vault).records()
    assert half.state == "open"
    (vault / "memories/gone.md").write_text("by hand\n")
    recovered(vault)
    assert held(vault) == {**BEFORE, "gone.md": "by hand\n"}
    assert store(vault).record("r1").state == "rolled-back"
    assert told(vault) == []
