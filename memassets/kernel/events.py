"""The kinds of event a vault's log holds, and how one is written down."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import orjson
import polars as pl

Event = Literal[
    "artifact_committed",
    "artifact_tombstoned",
    "record_ingested",
    "derived_excluded",
    "threshold_changed",
    "candidate_refused",
    "memory_admitted",
    "memory_folded",
    "memory_tombstoned",
    "curation_refused",
    "curation_reverted",
    "review_dismissed",
]
KINDS: tuple[str, ...] = get_args(Event)
ONCE = ("record_ingested", "derived_excluded", "candidate_refused", "curation_reverted")
"""Kinds that happen once to a subject: telling of it again adds nothing."""

SCHEMA_VERSION = 1
NEW: dict[str, Any] = {"kind": pl.String, "subject_id": pl.String, "payload": pl.String}
LOGGED: dict[str, Any] = {
    "seq": pl.Int64,
    "at": pl.String,
    "kind": pl.String,
    "run_id": pl.String,
    "subject_id": pl.String,
    "schema_version": pl.Int64,
    "payload": pl.String,
}


def new(events: Iterable[tuple[Event, str, Mapping[str, Any]]]) -> pl.DataFrame:
    """Events to append, of (kind, subject, payload)."""
    rows = [
        {"kind": kind, "subject_id": subject, "payload": orjson.dumps(payload, option=orjson.OPT_SORT_KEYS).decode()}
        for kind, subject, payload in events
    ]
    return pl.DataFrame(rows, schema=NEW)


def payloads(events: pl.DataFrame) -> list[dict[str, Any]]:
    """The payload of every event, as JSON values."""
    return [orjson.loads(payload) for payload in events["payload"]]
