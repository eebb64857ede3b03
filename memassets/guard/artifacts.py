"""artifacts: what is emitted and not taken back, a projection of the log alone."""

from collections.abc import Mapping
from typing import Any

import orjson
import polars as pl

from memassets.guard.matcher import Artifact, Thresholds
from memassets.kernel import events
from memassets.kernel.text import shingles

FILE = ".artifacts.jsonl"
SCHEMA: dict[str, Any] = {
    "kind": pl.String,
    "name": pl.String,
    "sha256": pl.String,
    "shingles": pl.List(pl.String),
    "emitted_at": pl.String,
    "matcher": pl.String,
}
LOGGED = ("artifact_committed", "artifact_tombstoned")
THRESHOLD = "threshold_changed"


def artifacts(log: pl.DataFrame) -> pl.DataFrame:
    """The live artifacts after these events, in the order of kind and name: the manifest.

    Columns: kind, name, sha256, shingles (16 hex digits each, in order, distinct), emitted_at, matcher.
    """
    live: dict[tuple[str, str], dict[str, Any]] = {}
    for kind, payload in zip(log["kind"], events.payloads(log), strict=True):
        key = payload["kind"], payload["name"]
        if kind == "artifact_committed":
            live[key] = {name: payload[name] for name in SCHEMA}
        else:
            live.pop(key, None)
    return pl.DataFrame([live[key] for key in sorted(live)], schema=SCHEMA)


def changes(sections: pl.DataFrame, live: pl.DataFrame) -> pl.DataFrame:
    """The events that lead from the live artifacts to these sections: new, changed or of an older matcher; gone.

    A text that was there keeps the time it was emitted; one that comes anew has what its emitter recorded, or none.
    """
    known = {(row["kind"], row["name"]): row for row in live.iter_rows(named=True)}
    told: list[tuple[events.Event, str, Mapping[str, Any]]] = []
    for row in sections.iter_rows(named=True):
        before = known.pop((row["kind"], row["name"]), None)
        same = before is not None and before["sha256"] == row["sha256"]
        if before is None or not same or before["matcher"] != shingles.MATCHER:
            emitted = before["emitted_at"] if before is not None and same else row["emitted_at"]
            payload = {
                "kind": row["kind"],
                "name": row["name"],
                "sha256": row["sha256"],
                "shingles": shingles.as_hex(row["text"]),
                "emitted_at": emitted,
                "matcher": shingles.MATCHER,
            }
            told.append(("artifact_committed", subject(row["kind"], row["name"]), payload))
    for (kind, name), row in known.items():
        payload = {"kind": kind, "name": name, "sha256": row["sha256"]}
        told.append(("artifact_tombstoned", subject(kind, name), payload))
    return events.new(told)


def subject(kind: str, name: str) -> str:
    """What an event about an artifact is about."""
    return f"{kind}:{name}"


def lines(artifacts: pl.DataFrame) -> bytes:
    """The manifest file: one JSON object a line, the same bytes for the same artifacts."""
    return b"".join(orjson.dumps(row) + b"\n" for row in artifacts.iter_rows(named=True))


def indexed(artifacts: pl.DataFrame, sections: pl.DataFrame) -> list[Artifact]:
    """The live artifacts with their texts, for the matcher."""
    texts = {(row["kind"], row["name"], row["sha256"]): row["text"] for row in sections.iter_rows(named=True)}
    return [
        Artifact(row["kind"], row["name"], text, row["sha256"], row["emitted_at"], row["matcher"])
        for row in artifacts.iter_rows(named=True)
        if (text := texts.get((row["kind"], row["name"], row["sha256"]))) is not None
    ]


def in_force(log: pl.DataFrame) -> Thresholds:
    """The thresholds after these events: the policy's, each replaced by the vault's newest change of it."""
    changed = {p["name"]: p["now"] for p in events.payloads(log.filter(pl.col("kind") == THRESHOLD))}
    return Thresholds.of({name: value for name, value in changed.items() if value is not None})
