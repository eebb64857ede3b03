"""A writer that dies just before the n-th time it touches the disk, whatever it was about to do there.

    python -m tests.backends.dying_writer VAULT apply|revert|erase N

Exits 9 where it died, 0 where it finished first.
"""

import os
import sys
from pathlib import Path
from typing import Any

from memassets.backends.folder_store import FolderStore
from memassets.kernel.undo import UndoRecord, Write

BEFORE = {"a.md": "one\n", "deep/b.md": "two\n", "gone.md": "three\n"}
AFTER = {"a.md": "ONE\n", "deep/b.md": "TWO\n", "new/c.md": "four\n"}
RECORD = UndoRecord(
    "r1",
    "2026-09-01T08:00:00Z",
    "rev",
    (
        Write("a.md", "one\n", "ONE\n"),
        Write("deep/b.md", "two\n", "TWO\n"),
        Write("gone.md", "three\n", None),
        Write("new/c.md", None, "four\n"),
    ),
    ({"kind": "memory_folded", "subject": "gone.md"},),
)

ERASURE = UndoRecord("r2", "2026-09-02T08:00:00Z", "rev", (Write("a.md", "one\n", None),), erases=True)


def fill(vault: Path) -> None:
    """The store as it is before the run."""
    for path, text in BEFORE.items():
        place = vault / "memories" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def told(vault: Path) -> list[str]:
    """The runs that the log has heard of."""
    log = vault / "told"
    return log.read_text().split() if log.exists() else []


def tell(vault: Path, record: UndoRecord) -> None:
    """A log that takes each run once, as the real one does."""
    if record.run not in told(vault):
        with (vault / "told").open("a") as log:
            log.write(f"{record.run}\n")


def main() -> None:
    vault, doing, last = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    store = FolderStore(vault, vault / "memories")
    touched = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal touched
        if event in ("open", "os.rename", "os.remove", "os.mkdir") and str(vault) in str(arguments):
            if touched == last:
                os._exit(9)
            touched += 1

    sys.addaudithook(count)
    with store.writing():
        if doing == "apply":
            store.apply(RECORD, lambda record: tell(vault, record))
        elif doing == "erase":
            store.apply(ERASURE, lambda record: tell(vault, record))
        else:
            store.revert(RECORD.run, lambda record: None)


if __name__ == "__main__":
    main()
