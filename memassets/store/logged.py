"""logged: what a vault's log says of its memories: admitted, folded, forgotten, taken back; and how a run is told."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_args

import polars as pl

from memassets.kernel import events
from memassets.kernel.events import Event
from memassets.kernel.ports import EventLog
from memassets.kernel.text import tombstones
from memassets.kernel.undo import UndoRecord

ADMITTED: Event = "memory_admitted"
FOLDED: Event = "memory_folded"
FORGOTTEN: Event = "memory_tombstoned"
REVERTED: Event = "curation_reverted"
DISMISSED: Event = "review_dismissed"
REFUSED: Event = "curation_refused"
NOT_ADMITTED: Event = "candidate_refused"
WRITTEN = (ADMITTED, FOLDED, FORGOTTEN)

assert {*WRITTEN, REVERTED, REFUSED, NOT_ADMITTED, DISMISSED} <= set(get_args(Event))


def tell(log: EventLog, record: UndoRecord) -> None:
    """Append what a run has written, or that it is taken back; telling of it again adds nothing."""
    if record.state == "reverting":
        log.append(events.new([(REVERTED, record.run, {"paths": [write.path for write in record.writes]})]), record.run)
    elif record.run not in set(log.events(*WRITTEN)["run_id"]):
        log.append(events.new([(e["kind"], e["subject"], {**e, "at": record.at}) for e in record.events]), record.run)


def admission(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of an admitted candidate."""
    told = {name: row[name] for name in ("candidate", "file", "reason", "sources")}
    return {"kind": ADMITTED, "subject": row["path"], "stone": tombstones.stone(row["claim"]), **told}


def fold(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of a fold."""
    told = {name: row[name] for name in ("keeper", "reason")}
    return {"kind": FOLDED, "subject": row["drop"], "stone": tombstones.stone(row["dropClaim"]), **told}


def tombstone(path: str, stone: str) -> dict[str, Any]:
    """What is told of a forgotten memory: enough to know the claim again, and not enough to read it."""
    return {"kind": FORGOTTEN, "subject": path, "stone": stone}


def not_admitted(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """The events of refused candidates: one each, at which rule and why."""
    names = ("file", "index", "rule", "reason", "detail")
    return events.new([(NOT_ADMITTED, row["candidate"], {name: row[name] for name in names}) for row in rows])


def refused(run: str, code: str, detail: str) -> pl.DataFrame:
    """The event of a run that was to write and was not allowed to."""
    return events.new([(REFUSED, run, {"code": code, "detail": detail})])


def stones(log: pl.DataFrame) -> set[str]:
    """The tombstones of every forgotten claim."""
    return {str(payload["stone"]) for payload in events.payloads(log.filter(pl.col("kind") == FORGOTTEN))}


def stones_of(log: pl.DataFrame, path: str) -> set[str]:
    """The tombstones of the claims that were once written at a path, as the log knows them."""
    found = log.filter(pl.col("kind").is_in(WRITTEN) & (pl.col("subject_id") == path))
    return {str(payload["stone"]) for payload in events.payloads(found) if "stone" in payload}


def candidates(log: pl.DataFrame) -> set[str]:
    """The candidates that were admitted, whatever became of them since."""
    return {str(payload["candidate"]) for payload in events.payloads(log.filter(pl.col("kind") == ADMITTED))}


def dismissal(first: tuple[str, str], second: tuple[str, str]) -> pl.DataFrame:
    """The event of a pair, two paths and claims, that a person has looked at: it is not to be reviewed again."""
    pair = _pair(first, second)
    return events.new([(DISMISSED, "\n".join(path for path, _ in pair), {"pair": pair})])


def dismissed(log: pl.DataFrame) -> set[tuple[tuple[str, str], ...]]:
    """The pairs that were dismissed, each as `is_dismissed` asks for it."""
    found = events.payloads(log.filter(pl.col("kind") == DISMISSED))
    return {tuple((str(path), str(stone)) for path, stone in payload["pair"]) for payload in found}


def is_dismissed(
    first: tuple[str, str], second: tuple[str, str], pairs: Collection[tuple[tuple[str, str], ...]]
) -> bool:
    """Whether a person has dismissed this pair; one whose claim has changed since is looked at anew."""
    return _pair(first, second) in pairs


def _pair(first: tuple[str, str], second: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((path, tombstones.stone(claim)) for path, claim in (first, second)))
