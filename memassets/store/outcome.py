"""outcome: what became of tonight's plan: refused and why, only planned, or written, with a way back."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import polars as pl

from memassets.kernel import policy
from memassets.kernel.ports import EventLog, LogError, MemoryStore, RevisionConflict, StoreBusy
from memassets.kernel.undo import UndoRecord
from memassets.merge.judging import OfflineJudge
from memassets.store import edits, logged
from memassets.store import memories as memories_table

_CLAIMS = ("keeperClaim", "dropClaim")
_REVIEWED = ("keeper", "drop", "stage", "reason", "sentence", "detail", "cosine", "judged")

# Why a plan that the gate lets pass is refused all the same, each with the sentence a person reads.
REFUSALS = {
    "gate-failed": "A gate is not green, not fresh or not measured; nothing was written.",
    "store-damaged": "A file of the store could not be read whole; mend or remove it first.",
    "read-only-store": "Memories of this format are read for the gates, and not written.",
    "drop-ratio": "The plan would archive more of the store than one run may.",
    "revision-conflict": "The store changed since the plan was made; plan again.",
    "lock-held": "Another run is writing to the store; try again.",
    "unwritable": "A file cannot be changed without losing something.",
    "write-failed": "A file could not be written, and what had been written was taken back.",
}


def outcome(
    memories: pl.DataFrame,
    admitted: pl.DataFrame,
    plan: pl.DataFrame,
    gate: Mapping[str, Any],
    counts: Mapping[str, Any],
    *,
    run: str,
    at: str,
    judge: str,
) -> dict[str, Any]:
    """The report of a run that writes nothing yet: counts, admissions, folds, review list, and the refusal if any."""
    written, refused = (admitted.filter(pl.col("decision") == said) for said in ("write", "refuse"))
    folds, kept = (plan.filter(pl.col("decision") == said) for said in ("fold", "keep"))
    claims = pl.concat([memories.select("id", claim="gist"), written.select(id="path", claim="gist")])
    refusal, detail = _refusal(memories, written, folds, gate)
    return {
        "run": run,
        "at": at,
        "judge": judge,
        "applied": False,
        "refusal": refusal,
        "detail": detail,
        "memories": memories.height,
        "active": memories_table.active(memories).height,
        "skipped": memories.height - memories_table.active(memories).height,
        **{_camel(name): value for name, value in counts.items()},
        "admitted": _shown(written, "path", "claim", "reason", "sources", "candidate", "file", "index"),
        "refused": _shown(refused, "file", "index", "claim", "rule", "reason", "detail", "candidate"),
        "llmGroups": 0 if judge == OfflineJudge.id else counts.get("groups", 0),
        "folds": _shown(_with_claims(folds, claims), "keeper", "drop", "reason", "cosine", *_CLAIMS),
        "review": _shown(_with_claims(kept, claims), *_REVIEWED, *_CLAIMS),
        "gates": dict(gate["gates"]),
        "worse": list(gate["worse"]),
        "recovered": [],
    }


def _with_claims(pairs: pl.DataFrame, claims: pl.DataFrame) -> pl.DataFrame:
    """Pairs of the plan with what both of them say: columns keeperClaim and dropClaim."""
    for side in ("keeper", "drop"):
        said = claims.select(pl.col("id").alias(side), pl.col("claim").alias(f"{side}Claim"))
        pairs = pairs.join(said, on=side, how="left", maintain_order="left")
    return pairs


def _because(gate: Mapping[str, Any], name: str) -> str:
    reason = gate["reasons"].get(name)
    return f" ({reason})" if reason else ""


def _camel(name: str) -> str:
    """A name as the shell's JSON spells it."""
    first, *more = name.split("_")
    return first + "".join(word.capitalize() for word in more)


def _shown(frame: pl.DataFrame, *columns: str) -> list[dict[str, Any]]:
    return frame.rename({"gist": "claim"}, strict=False).select(columns).to_dicts()


def _refusal(
    memories: pl.DataFrame, written: pl.DataFrame, folds: pl.DataFrame, gate: Mapping[str, Any]
) -> tuple[str | None, str]:
    """The first reason not to land, and what exactly; None where there is none."""
    damaged = memories.filter(pl.col("status") == "damaged")
    if damaged.height:  # before the gates, which are red for it and cannot name it
        return "store-damaged", str(damaged["gist"][0])
    if not gate["allowed"]:
        states = ", ".join(f"{name} {state}{_because(gate, name)}" for name, state in gate["gates"].items())
        worse = f"worse after the plan: {', '.join(gate['worse'][:5])}" if gate["worse"] else ""
        return "gate-failed", "; ".join(part for part in (states, worse) if part)
    active = memories_table.active(memories)
    foreign = active.filter(~pl.col("format").is_in(list(edits.WRITABLE)))
    # a store that is of other formats altogether would get files that its own reader never looks at
    strange = written.height > 0 and foreign.height == active.height
    touched = foreign if strange else foreign.filter(pl.col("id").is_in([*folds["keeper"], *folds["drop"]]))
    if touched.height:
        return "read-only-store", f"{touched['id'][0]} ({touched['format'][0]})"
    dropped = active.filter(pl.col("id").is_in(folds["drop"].implode())).height
    if dropped > policy.DROP_RATIO * active.height:
        return "drop-ratio", f"{dropped} of {active.height} active memories, at most {policy.DROP_RATIO:.0%}"
    return None, ""


def landed(
    report: Mapping[str, Any],
    plan: pl.DataFrame,
    admitted: pl.DataFrame,
    store: MemoryStore,
    revision: str,
    current: Callable[[], str],
    log: EventLog,
) -> dict[str, Any]:
    """The report of a run that may write: what an earlier crash left is settled first, then the plan is written.

    `revision` is the store's as it was planned on, `current` reads it anew under the lock. A refused plan writes
    nothing to the store, and neither does an empty one; the log is told of a refusal, and of every refused candidate.
    """
    told = partial(logged.tell, log)
    found = {**report}
    try:
        with store.writing():
            recovered = store.recover(told)
            found["recovered"] = [{"run": record.run, "state": record.state} for record in recovered]
            if not found["refusal"] and (found["folds"] or found["admitted"]):
                if recovered:
                    settled = ", ".join(f"{record.run} {record.state}" for record in recovered)
                    raise RevisionConflict(f"a run that was cut off had to be settled first: {settled}")
                if current() != revision:
                    raise RevisionConflict("the store is not as it was planned on")
                writes = edits.edits(plan, admitted, store.text, found["at"])
                store.apply(UndoRecord(found["run"], found["at"], revision, tuple(writes), _events(found)), told)
                found["applied"] = True
    except (StoreBusy, RevisionConflict, LogError, OSError, ValueError) as wrong:
        found["refusal"], found["detail"] = _why(wrong)
    refused = found["refusal"]
    events = logged.refused(found["run"], refused) if refused else logged.not_admitted(found["refused"])
    with suppress(LogError):  # a log that cannot be written has refused the run already, or nothing was to be written
        log.append(events, found["run"])
    return found


def _why(wrong: Exception) -> tuple[str, str]:
    """The refusal that an error of the store or the log is, and what exactly."""
    if isinstance(wrong, OSError):
        return "write-failed", f"{wrong.filename or 'the store'}: {wrong.strerror or wrong}"
    codes = {StoreBusy: "lock-held", RevisionConflict: "revision-conflict", LogError: "write-failed"}
    return codes.get(type(wrong), "unwritable"), str(wrong)


def _events(report: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    return (*map(logged.admission, report["admitted"]), *map(logged.fold, report["folds"]))
