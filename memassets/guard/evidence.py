"""evidence: the passages of the sessions that may support a memory, one row a stretch that no quote breaks."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from memassets.formats.rows import Record
from memassets.guard.residue import kept
from memassets.guard.spans import Span

NEAR_REFERENCE = "near-reference"
SCHEMA: dict[str, Any] = {
    "record_id": pl.String,
    "session": pl.String,
    "turn": pl.Int64,
    "role": pl.String,
    "at": pl.String,
    "start": pl.Int64,
    "end": pl.Int64,
    "text": pl.String,
    "flags": pl.List(pl.String),
}


def evidence(records: Iterable[Record], matches: pl.DataFrame) -> pl.DataFrame:
    """One row a passage, in the order of the records: record_id, session, turn, role, at, start, end, text, flags.

    Start and end are code points of the record's text. Flags say what the words are where they are not the role's own:
    thinking, tool_use, tool_result, sidechain, summary, origin:<who put them there>; and near-reference, a passage that
    changes what an artifact says.
    """
    spans: dict[str, list[Span]] = {}
    corrected: dict[str, list[Span]] = {}
    for row in matches.iter_rows(named=True):
        spans.setdefault(row["record"], []).extend((s["start"], s["end"]) for s in row["spans"])
        corrected.setdefault(row["record"], []).extend((s["start"], s["end"]) for s in row["corrected"])
    rows = [
        _row(record, piece, corrected.get(record.id, []))
        for record in records
        for piece in kept(record.text, spans.get(record.id, []))
    ]
    return pl.DataFrame(rows, schema=SCHEMA)


def _row(record: Record, piece: Span, corrected: list[Span]) -> dict[str, Any]:
    start, end = piece
    near = any(low < end and start < high for low, high in corrected)
    flags = (
        *((record.kind,) if record.kind != "text" else ()),
        *(("sidechain",) if record.sidechain else ()),
        *(("summary",) if record.summary else ()),
        *((f"origin:{record.origin}",) if record.origin else ()),
        *((NEAR_REFERENCE,) if near else ()),
    )
    return {
        "record_id": record.id,
        "session": record.session,
        "turn": record.turn,
        "role": record.role,
        "at": record.at,
        "start": start,
        "end": end,
        "text": record.text[start:end],
        "flags": list(flags),
    }
