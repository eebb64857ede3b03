"""A memory store in a local folder: one writer at a time, the undo record first, each file whole or not at all."""

import fcntl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from memassets.backends import object_store
from memassets.kernel import undo
from memassets.kernel.ports import LogError, RevisionConflict, StoreBusy
from memassets.kernel.undo import UndoRecord, Write

_LOCK = ".lock"
_RUNS = ".runs"


def memory_folder(vault: Path) -> Path:
    """Where a vault keeps its memories: `memories/` in it, or the folder itself where there is none."""
    inside = vault / "memories"
    return inside if inside.is_dir() else vault


@dataclass(frozen=True, slots=True)
class Reverted:
    """What a revert did: the files put back, and those left as they are because somebody has changed them since."""

    restored: tuple[str, ...]
    kept: tuple[str, ...]


class FolderStore:
    """The memory folder of a vault. `root` holds the files, `vault` the lock and the undo records."""

    def __init__(self, vault: Path, root: Path) -> None:
        self._vault = vault
        self._root = root.resolve()
        self._runs = vault / _RUNS

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the store for one writer. StoreBusy where another process holds it; a dead one holds nothing."""
        with (self._vault / _LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreBusy(f"{self._vault}: another run writes to this vault") from None
            yield

    def text(self, path: str) -> str | None:
        """The text of a file, None where there is none; UnicodeDecodeError for one that is not UTF-8."""
        place = self._place(path)
        return place.read_bytes().decode() if place.exists() else None

    def apply(self, record: UndoRecord, told: Callable[[UndoRecord], None]) -> None:
        """Write what the record says; `told` is called once every file is written, before the record is closed.

        RevisionConflict, with every file as it was, where a file is not as the record has it. OSError where one cannot
        be written, LogError where it cannot be told: what had been written is taken back at once, or by the next
        `recover` where even that fails.
        """
        self._check(record.writes)
        self._keep(record)
        try:
            for write in record.writes:
                self._check([write])
                self._put(write.path, write.after)
            told(record)
        except (RevisionConflict, OSError, LogError):
            self._take_back(record)
            self._keep(replace(record, state="rolled-back"))
            raise
        self._keep(self._closed(record))

    def recover(self, told: Callable[[UndoRecord], None], but: str = "") -> list[UndoRecord]:
        """Settle what a crash has cut off: a run with every file written is told and closed, any other taken back.

        Nothing is written that was not there before, whatever the gates say today. An erasure is finished, as half of
        it may be gone, unless somebody has changed one of its files since. The run `but` is left as it is.
        """
        object_store.sweep(self._runs)
        finished = []
        for record in self.records():
            if record.run == but:
                continue
            if record.state in ("open", "reverting"):
                for write in record.writes:
                    place = self._place(write.path)
                    object_store.sweep(place.parent, place.name)
            if record.state == "open":
                finished.append(self._settled(record, told))
            elif record.state == "reverting":
                self._take_back(record)
                told(record)
                finished.append(replace(record, state="reverted"))
            else:
                continue
            self._keep(finished[-1])
        return finished

    def revert(self, run: str, told: Callable[[UndoRecord], None]) -> Reverted:
        """Put every file of a finished run back to the byte; one that was changed since stays, and is named.

        `told` is called with the record, `reverting`, once every file is back. A revert that was cut off is taken up
        again. FileNotFoundError for a run there is no record of; ValueError for one that is not done, has erased what
        it removed, or was followed by another that wrote one of its files and stands.
        """
        record = self.record(run)
        if record.erases:
            raise ValueError(f"run {run} has forgotten for good; nothing of it is kept")
        if record.state not in ("done", "reverting"):
            raise ValueError(f"run {run} is {record.state}, and only one that is done can be taken back")
        mine = {write.path for write in record.writes}
        for later in self.records():
            shared = sorted(mine & {write.path for write in later.writes})
            if later.state == "done" and (later.at, later.run) > (record.at, record.run) and shared:
                raise ValueError(f"run {later.run}, which is later, wrote {shared[0]} too: take it back first")
        record = replace(record, state="reverting")
        self._keep(record)
        found = self._take_back(record)
        told(record)
        self._keep(replace(record, state="reverted"))
        return found

    def record(self, run: str) -> UndoRecord:
        """The undo record of a run; FileNotFoundError where there is none."""
        place = self._runs / f"{run}.json"
        if Path(run).name != run or not place.is_file():
            raise FileNotFoundError(f"{self._runs}: no record of a run {run}")
        return undo.from_json(orjson.loads(place.read_bytes()))

    def records(self) -> list[UndoRecord]:
        """Every undo record, oldest first."""
        found = [undo.from_json(orjson.loads(place.read_bytes())) for place in self._runs.glob("[!.]*.json")]
        return sorted(found, key=lambda record: (record.at, record.run))

    def _settled(self, record: UndoRecord, told: Callable[[UndoRecord], None]) -> UndoRecord:
        now = {write.path: self.text(write.path) for write in record.writes}
        if record.erases and all(now[write.path] in (write.before, write.after) for write in record.writes):
            for write in record.writes:
                self._put(write.path, write.after)
        elif any(now[write.path] != write.after for write in record.writes):
            self._take_back(record)
            return replace(record, state="rolled-back")
        told(record)
        return self._closed(record)

    def _closed(self, record: UndoRecord) -> UndoRecord:
        """The record of a run whose files are all as it says, and that is told."""
        if record.erases:
            self._erase({write.path for write in record.writes}, {write.before for write in record.writes})
            record = replace(record, writes=())
        return replace(record, state="done")

    def _erase(self, paths: set[str], texts: set[str | None]) -> None:
        """Take these files, and any that held one of these texts, out of every record that is closed."""
        for record in self.records():
            left = tuple(
                write
                for write in record.writes
                if write.path not in paths and texts.isdisjoint({write.before, write.after} - {None})
            )
            if record.state != "open" and len(left) < len(record.writes):
                self._keep(replace(record, writes=left))

    def _take_back(self, record: UndoRecord) -> Reverted:
        restored: list[str] = []
        kept: list[str] = []
        for write in reversed(record.writes):
            now = self.text(write.path)
            if now == write.after:
                self._put(write.path, write.before)
                if write.before is None:
                    self._prune(self._place(write.path).parent)
            (restored if now in (write.after, write.before) else kept).append(write.path)
        return Reverted(tuple(restored), tuple(kept))

    def _check(self, writes: Sequence[Write]) -> None:
        for write in writes:
            if self.text(write.path) != write.before:
                raise RevisionConflict(f"{write.path} changed since the run was planned; plan again")

    def _put(self, path: str, text: str | None) -> None:
        place = self._place(path)
        if text is not None:
            object_store.write_bytes(str(place), text.encode())
        elif place.exists():
            place.unlink()
            object_store.settle(place.parent)

    def _prune(self, folder: Path) -> None:
        """Remove a folder that the run had made, once nothing is left in it."""
        while folder != self._root and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent

    def _keep(self, record: UndoRecord) -> None:
        content = orjson.dumps(undo.to_json(record), option=orjson.OPT_INDENT_2)
        object_store.write_bytes(str(self._runs / f"{record.run}.json"), content)

    def _place(self, path: str) -> Path:
        place = self._root / path
        if not place.resolve().is_relative_to(self._root) or place.is_symlink():
            raise ValueError(f"{path} leads out of the memory folder")
        return place
