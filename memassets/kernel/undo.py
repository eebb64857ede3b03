"""The undo record: what one run writes to a store, before and after, so that it can be finished or taken back."""

from dataclasses import dataclass, field
from typing import Any, Literal

# open: written before the first file; done: every file is as said; reverting, reverted: on its way back, and back;
# rolled-back: a crash found a file that somebody else had changed meanwhile, so what had been written was taken back
State = Literal["open", "done", "reverting", "reverted", "rolled-back"]


@dataclass(frozen=True, slots=True)
class Write:
    """One file, by its path relative to the memory folder. None: no such file."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """Everything that one run writes; plain JSON on disk."""

    run: str
    at: str  # UTC, RFC 3339
    revision: str  # of the store, before the run
    writes: tuple[Write, ...]
    events: tuple[dict[str, Any], ...] = field(default=())  # what the log is told once every file is written
    state: State = "open"
    erases: bool = False  # what it removes is to be gone for good: no record keeps it once it is done


def to_json(record: UndoRecord) -> dict[str, Any]:
    """The record as JSON values."""
    return {
        "run": record.run,
        "at": record.at,
        "state": record.state,
        "erases": record.erases,
        "revision": record.revision,
        "events": list(record.events),
        "writes": [{"path": w.path, "before": w.before, "after": w.after} for w in record.writes],
    }


def from_json(value: dict[str, Any]) -> UndoRecord:
    """The record that `to_json` wrote; KeyError or TypeError for anything else."""
    writes = tuple(Write(**write) for write in value["writes"])
    events = tuple(value["events"])
    # a record of a version that could not erase yet says nothing of it
    erases = value.get("erases", False)
    return UndoRecord(value["run"], value["at"], value["revision"], writes, events, value["state"], erases)
