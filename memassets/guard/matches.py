"""matches: what of which record quotes which artifact, and what follows from it."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from memassets.formats.rows import Record
from memassets.guard.matcher import Index, Thresholds
from memassets.guard.sift import Match, Sifted, sift
from memassets.guard.spans import Span
from memassets.kernel.text import shingles

SPANS = pl.List(pl.Struct({"start": pl.Int64, "end": pl.Int64}))
SCHEMA: dict[str, Any] = {
    "record": pl.String,
    "session": pl.String,
    "turn": pl.Int64,
    "at": pl.String,
    "kind": pl.String,
    "name": pl.String,
    "sha256": pl.String,
    "measure": pl.String,
    "score": pl.Float64,
    "threshold": pl.Float64,
    "matched": pl.Int64,
    "containment": pl.Float64,
    "outcome": pl.String,
    "matcher": pl.String,
    "spans": SPANS,
    "corrected": SPANS,
}


def matches(records: Iterable[Record], index: Index, thresholds: Thresholds) -> pl.DataFrame:
    """One row a record and artifact whose threshold it reaches, in the order of the records.

    Columns: record, session, turn, at; kind, name and sha256 of the artifact; measure (matched, containment or
    provenance), score, threshold in force, matched (distinct shingles), containment (0..1), outcome (withheld,
    near-reference, emitted-later, tool-provenance), matcher, spans withheld and sentences corrected, both in code
    points of the record's text. A record may come twice; its first text counts.
    """
    rows = [_row(sifted, match) for sifted in sift(records, index, thresholds) for match in sifted.matches]
    return pl.DataFrame(rows, schema=SCHEMA)


def _row(sifted: Sifted, match: Match) -> dict[str, Any]:
    record = sifted.record
    return {
        "record": record.id,
        "session": record.session,
        "turn": record.turn,
        "at": record.at,
        "kind": match.kind,
        "name": match.name,
        "sha256": match.sha256,
        "measure": match.measure,
        "score": match.score,
        "threshold": match.threshold,
        "matched": match.matched,
        "containment": match.containment,
        "outcome": match.outcome,
        "matcher": shingles.MATCHER,
        "spans": _spans(match.spans),
        "corrected": _spans(match.corrected),
    }


def _spans(spans: Iterable[Span]) -> list[dict[str, int]]:
    return [{"start": start, "end": end} for start, end in spans]
