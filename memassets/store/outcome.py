"""outcome: what became of tonight's plan: refused and why, only planned, or written, with a way back."""

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from memassets.kernel import events, policy
from memassets.kernel.ports import EventLog, MemoryStore, RevisionConflict, StoreBusy
from memassets.kernel.undo import UndoRecord
from memassets.store import edits
from memassets.store import memories as memories_table

# Why a plan that the gate lets pass is refused all the same, each with the sentence a person reads.
REFUSALS = {
    "gate-failed": "A gate is not green, not fresh or not measured; nothing was written.",
    "store-damaged": "A file of the store could not be read whole; mend or remove it first.",
    "read-only-store": "Memories of this format are read for the gates, and not written.",
    "drop-ratio": "The plan would archive more of the store than one run may.",
    "revision-conflict": "The store changed since the plan was made; plan again.",
    "lock-held": "Another run is writing to the store; try again.",
    "unwritable": "A file cannot be changed without losing something.",
}


def outcome(
    memories: pl.DataFrame,
    plan: pl.DataFrame,
    gate: Mapping[str, Any],
    counts: Mapping[str, Any],
    *,
    run: str,
    at: str,
    judge: str,
) -> dict[str, Any]:
    """The report of a run that writes nothing yet: counts, folds, review list, and the refusal if there is one."""
    active = memories_table.active(memories)
    folds = plan.filter(pl.col("decision") == "fold")
    refusal, detail = _refusal(memories, active, folds, gate)
    return {
        "run": run,
        "at": at,
        "judge": judge,
        "applied": False,
        "refusal": refusal,
        "detail": detail,
        "memories": memories.height,
        "active": active.height,
        **counts,
        "folds": folds.select("keeper", "drop", "reason", "cosine").to_dicts(),
        "review": plan.filter(pl.col("decision") == "keep")
        .select("keeper", "drop", "stage", "reason", "sentence", "detail", "cosine", "judged")
        .to_dicts(),
        "gates": dict(gate["gates"]),
        "worse": list(gate["worse"]),
        "recovered": [],
    }


def _refusal(
    memories: pl.DataFrame, active: pl.DataFrame, folds: pl.DataFrame, gate: Mapping[str, Any]
) -> tuple[str | None, str]:
    """The first reason not to land, and what exactly; None where there is none."""
    if not gate["allowed"]:
        states = ", ".join(f"{name} {state}" for name, state in gate["gates"].items())
        worse = f"worse after the plan: {', '.join(gate['worse'][:5])}" if gate["worse"] else ""
        return "gate-failed", "; ".join(part for part in (states, worse) if part)
    damaged = memories.filter(pl.col("status") == "damaged")
    if damaged.height:
        return "store-damaged", str(damaged["gist"][0])
    foreign = active.filter(
        pl.col("id").is_in([*folds["keeper"], *folds["drop"]]) & ~pl.col("format").is_in(list(edits.WRITABLE))
    )
    if foreign.height:
        return "read-only-store", f"{foreign['id'][0]} ({foreign['format'][0]})"
    if folds.height > policy.DROP_RATIO * active.height:
        return "drop-ratio", f"{folds.height} of {active.height} active memories, at most {policy.DROP_RATIO:.0%}"
    return None, ""


def landed(
    report: Mapping[str, Any],
    plan: pl.DataFrame,
    store: MemoryStore,
    revision: str,
    current: Callable[[], str],
    told: Callable[[UndoRecord], None],
) -> dict[str, Any]:
    """The report of a run that may write: what an earlier crash left is settled first, then the folds are written.

    `revision` is the store's as it was planned on, `current` reads it anew under the lock. A refused plan writes
    nothing, and neither does one without a fold.
    """
    try:
        with store.writing():
            recovered = [record.run for record in store.recover(told)]
            report = {**report, "recovered": recovered}
            if report["refusal"] or not report["folds"]:
                return report
            if recovered or current() != revision:
                return _refused(report, "revision-conflict", "the store is not as it was planned on")
            writes = edits.edits(plan, store.text, report["at"])
            store.apply(UndoRecord(report["run"], report["at"], revision, tuple(writes), _events(report)), told)
    except StoreBusy as busy:
        return _refused(report, "lock-held", str(busy))
    except RevisionConflict as conflict:
        return _refused(report, "revision-conflict", str(conflict))
    except ValueError as wrong:
        return _refused(report, "unwritable", str(wrong))
    return {**report, "applied": True}


def _refused(report: Mapping[str, Any], code: str, detail: str) -> dict[str, Any]:
    return {**report, "applied": False, "refusal": code, "detail": detail}


def _events(report: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"kind": "memory_folded", "subject": fold["drop"], "keeper": fold["keeper"], "reason": fold["reason"]}
        for fold in report["folds"]
    )


def told(log: EventLog, record: UndoRecord) -> None:
    """Append a record's events to the log, unless a run that died later had told it already."""
    if record.run not in set(log.events("memory_folded")["run_id"]):
        found = [("memory_folded", event["subject"], {**event, "at": record.at}) for event in record.events]
        log.append(events.new(found), record.run)  # type: ignore[arg-type]
