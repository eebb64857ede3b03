"""audit: does any evidence quote a live artifact, is every exclusion accounted for, does the manifest follow?"""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
import polars as pl

from memassets.formats.rows import Record
from memassets.guard import artifacts as artifact_table
from memassets.guard.exclusions import AUDITED
from memassets.guard.matcher import Index, Thresholds
from memassets.guard.sift import sift
from memassets.kernel import events

_SHOWN_CHARS = 60


def leaks(evidence: pl.DataFrame, index: Index, thresholds: Thresholds) -> list[str]:
    """The evidence that quotes a live artifact, a sentence each: record, artifact, score, threshold, first words."""
    return [
        f"record {sifted.record.id} (session {sifted.record.session}, turn {sifted.record.turn}) quotes {match.kind}"
        f" {match.name}: {match.measure} {match.score:g}, threshold {match.threshold:g}:"
        f" {_first_words(sifted.record.text, match.spans[0])!r}"
        for sifted in sift(_passages(evidence), index, thresholds)
        for match in sifted.matches
        if match.withholds and match.outcome == "withheld"
    ]


def unexplained(exclusions: pl.DataFrame, log: pl.DataFrame) -> list[str]:
    """The exclusions without an event, and those whose event lacks artifact, measure, score or threshold."""
    known = dict(zip(log["subject_id"], events.payloads(log), strict=True))
    found = []
    for row in exclusions.unique("event", maintain_order=True).iter_rows(named=True):
        payload: Mapping[str, Any] | None = known.get(row["event"])
        lacking = list(AUDITED) if payload is None else [name for name in AUDITED if payload.get(name) is None]
        if lacking:
            what = "has no event" if payload is None else f"has an event without {', '.join(lacking)}"
            found.append(f"record {row['record']}, excluded for {row['kind']} {row['name']}, {what} ({row['event']})")
    return found


def astray(manifest: bytes | None, log: pl.DataFrame) -> list[str]:
    """The entries of a manifest file that do not follow from the log, and those of the log that it lacks."""
    follows = artifact_table.lines(artifact_table.artifacts(log))
    if manifest == follows or (manifest is None and not follows):
        return []
    if manifest is None:
        return [f"{artifact_table.FILE} is missing"]
    was, now = manifest.decode("utf-8", "replace").splitlines(), follows.decode().splitlines()
    extra = [f"{_named(line)} does not follow from the log" for line in was if line not in set(now)]
    lacking = [f"{_named(line)} is missing" for line in now if line not in set(was)]
    return [*extra, *lacking] or [f"{artifact_table.FILE}: {_order(was, now)}"]


def broken(log: pl.DataFrame) -> list[str]:
    """What no append of ours can have left: numbers missing or twice, unknown kinds, payloads that are no object."""
    found = [] if log["seq"].to_list() == list(range(log.height)) else ["seq does not count from 0 without a gap"]
    for row in log.iter_rows(named=True):
        if row["kind"] not in events.KINDS:
            found.append(f"event {row['seq']}: {row['kind']!r} is no kind of event")
        elif not isinstance(_json(row["payload"]), dict):
            found.append(f"event {row['seq']}: its payload is no JSON object")
    once = log.filter(pl.col("kind").is_in(events.ONCE))
    twice = once.filter(once.select("kind", "subject_id").is_duplicated())
    found += [
        f"{kind} of {subject} stands twice" for kind, subject in twice.select("kind", "subject_id").unique().rows()
    ]
    return found


def told(log: pl.DataFrame) -> list[dict[str, Any]]:
    """Exclusions for a person, in the order of their events: when, where, which artifact, by how much, and no words
    yet."""
    names = ("session", "record", "kind", "name", "measure", "score", "threshold", "spans")
    return [
        {"at": at, **{name: payload[name] for name in names}, "words": None}
        for at, payload in zip(log["at"], events.payloads(log), strict=True)
    ]


def _json(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _order(was: list[str], now: list[str]) -> str:
    moved = next((line for line in difflib.ndiff(was, now) if line[0] in "+-"), "")
    return f"its lines are out of order or repeated, the first at {_named(moved[2:])}"


def _named(line: str) -> str:
    try:
        entry = orjson.loads(line)
        return f"{entry['kind']} {entry['name']}"
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return f"the line {line[:_SHOWN_CHARS]!r}"


def _passages(evidence: pl.DataFrame) -> Iterator[Record]:
    for row in evidence.iter_rows(named=True):
        yield Record(
            row["record_id"], row["session"], None, row["turn"], 0, row["role"], row["at"], "text", row["text"]
        )


def _first_words(text: str, span: tuple[int, int]) -> str:
    return " ".join(text[span[0] : span[0] + _SHOWN_CHARS].split())
