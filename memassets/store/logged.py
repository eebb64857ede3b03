"""logged: what a vault's log says of its memories: admitted, folded, forgotten, taken back; and how a run is told."""

from collections.abc import Iterable, Mapping
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
        taken_back = events.new([(REVERTED, record.run, {"paths": [write.path for write in record.writes]})])
        # what a person has taken back is not folded again the next night
        kept = [
            _dismissal(((e["keeper"], e["keeperStone"]), (e["subject"], e["stone"])))
            for e in record.events
            if e["kind"] == FOLDED and "keeperStone" in e
        ]
        log.append(pl.concat([taken_back, *kept]), record.run)
    elif record.run not in set(log.events(*WRITTEN)["run_id"]):
        log.append(events.new([(e["kind"], e["subject"], {**e, "at": record.at}) for e in record.events]), record.run)


def admission(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of an admitted candidate."""
    told = {name: row[name] for name in ("candidate", "file", "reason", "sources")}
    return {"kind": ADMITTED, "subject": row["path"], "stone": tombstones.stone(row["claim"]), **told}


def fold(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of a fold."""
    stones = {"stone": tombstones.stone(row["dropClaim"]), "keeperStone": tombstones.stone(row["keeperClaim"])}
    return {"kind": FOLDED, "subject": row["drop"], "keeper": row["keeper"], "reason": row["reason"], **stones}


def tombstone(path: str, stone: str) -> dict[str, Any]:
    """What is told of a forgotten memory: enough to know the claim again, and not enough to read it."""
    return {"kind": FORGOTTEN, "subject": path, "stone": stone}


def not_admitted(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """The events of refused candidates: one each, at which rule and why; the log keeps no words of theirs."""
    names = ("file", "index", "rule", "reason")
    return events.new([(NOT_ADMITTED, row["candidate"], {name: row[name] for name in names}) for row in rows])


def refused(run: str, code: str) -> pl.DataFrame:
    """The event of a run that was to write and was not allowed to."""
    return events.new([(REFUSED, run, {"code": code})])


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


Pair = tuple[tuple[str, str], tuple[str, str]]
"""Two memories, each by its path and the stone of its claim; the lesser path first."""


def pair(first: tuple[str, str], second: tuple[str, str]) -> Pair:
    """A pair of (path, claim) as it is dismissed: one whose claim changes is another pair."""
    return _ordered(*((path, tombstones.stone(claim)) for path, claim in (first, second)))


def dismissal(first: tuple[str, str], second: tuple[str, str], *, undone: bool = False) -> pl.DataFrame:
    """The event of a pair of (path, claim) that a person wants to keep apart, or no longer."""
    return _dismissal(pair(first, second), undone=undone)


def dismissed(log: pl.DataFrame) -> set[Pair]:
    """The pairs that are to be kept apart and not reviewed."""
    found: set[Pair] = set()
    for payload in events.payloads(log.filter(pl.col("kind") == DISMISSED)):
        one, other = ((str(path), str(stone)) for path, stone in payload["pair"])
        (found.discard if payload.get("undone") else found.add)((one, other))
    return found


def _dismissal(pair: Pair, *, undone: bool = False) -> pl.DataFrame:
    ordered = _ordered(*pair)
    payload = {"pair": ordered, "undone": undone}
    return events.new([(DISMISSED, "\n".join(path for path, _ in ordered), payload)])


def _ordered(*pair: tuple[str, str]) -> Pair:
    one, other = sorted(pair)
    return one, other
