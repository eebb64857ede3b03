"""exclusions: what is withheld, one row a span, each with the event that accounts for it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import polars as pl

from memassets.formats.rows import Record
from memassets.kernel import digests, events

SCHEMA: dict[str, Any] = {
    "event": pl.String,
    "record": pl.String,
    "session": pl.String,
    "turn": pl.Int64,
    "at": pl.String,
    "start": pl.Int64,
    "end": pl.Int64,
    "kind": pl.String,
    "name": pl.String,
    "sha256": pl.String,
    "measure": pl.String,
    "score": pl.Float64,
    "threshold": pl.Float64,
    "matcher": pl.String,
}
AUDITED = ("kind", "name", "sha256", "measure", "score", "threshold", "matcher")


def exclusions(matches: pl.DataFrame) -> pl.DataFrame:
    """One row a span that is withheld, in the order of the records.

    Columns: event (the id of its derived_excluded event), record, session, turn, at, start, end (code points of the
    record's text), kind, name and sha256 of the artifact, measure, score, threshold, matcher. The write path refuses a
    quote that stands in such a span only; it reads record, start and end.
    """
    withheld = matches.filter(pl.col("spans").list.len() > 0)
    ids = pl.Series("event", [event_id(row) for row in withheld.iter_rows(named=True)], dtype=pl.String)
    return withheld.with_columns(ids).explode("spans").unnest("spans").select(list(SCHEMA))


def event_id(match: Mapping[str, Any]) -> str:
    """What an exclusion is known by: record, artifact, matcher and threshold, so that telling of it twice adds nothing,
    and a changed threshold is told."""
    names = ("record", "kind", "name", "sha256", "matcher", "measure", "threshold")
    return digests.of_text("\0".join(str(match[name]) for name in names))[:32]


def ingested(records: Iterable[Record], matches: pl.DataFrame) -> pl.DataFrame:
    """The events of an ingest, one commit: every record once, derived or not, and every exclusion; no text."""
    return events.new(_told(records, matches))


def _told(records: Iterable[Record], matches: pl.DataFrame) -> Iterator[tuple[events.Event, str, Mapping[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in matches.filter(pl.col("spans").list.len() > 0).iter_rows(named=True):
        found.setdefault(row["record"], []).append(row)
    for record in records:
        mine = found.get(record.id, [])
        fullest = max(mine, key=lambda row: float(row["containment"]), default=None)
        yield (
            "record_ingested",
            record.id,
            {
                "session": record.session,
                "role": record.role,
                "at": record.at,
                "sha256": digests.of_text(record.text),
                "derived": bool(mine),
                "artifact": fullest and {name: fullest[name] for name in ("kind", "name", "sha256")},
            },
        )
        for row in mine:
            yield (
                "derived_excluded",
                event_id(row),
                {
                    "session": record.session,
                    "record": record.id,
                    "spans": [[span["start"], span["end"]] for span in row["spans"]],
                    **{name: row[name] for name in AUDITED},
                    "overlap": row["containment"],
                },
            )
