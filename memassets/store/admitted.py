"""admitted: what the write gate says of a vault's candidates: which become memories, which do not, and why."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import polars as pl

from memassets.formats import markdown_memory
from memassets.formats.rows import Memory, Record
from memassets.kernel import digests, policy
from memassets.kernel.text import secrets
from memassets.store import memories as memories_table
from memassets.write import decoding, transcripts
from memassets.write.decisions import Decision, decide
from memassets.write.proposals import Candidate, Refusal, refusal
from memassets.write.rules.case import Holdings, words_of

_ANY_TIME = "2000-01-01T00:00:00Z"

SCHEMA: dict[str, Any] = {
    "candidate": pl.String,
    "file": pl.String,
    "index": pl.Int64,
    "decision": pl.String,
    "rule": pl.String,
    "reason": pl.String,
    "detail": pl.String,
    "path": pl.String,
    "gist": pl.String,
    "body": pl.String,
    "title": pl.String,
    "type": pl.String,
    "entities": pl.List(pl.String),
    "sources": pl.List(pl.String),
}
NOTHING_EXCLUDED = pl.DataFrame(schema=transcripts.EXCLUDED_SCHEMA)


def admitted(
    candidates: pl.DataFrame,
    records: Iterable[Record],
    excluded: pl.DataFrame,
    held: Holdings,
    known: Iterable[str],
    *,
    minimum: int = policy.MIN_DISTINCT_EVIDENCE,
) -> pl.DataFrame:
    """One row a candidate that was not admitted before, in the order they were written.

    `records` are the vault's, read once; `excluded` is the guard's frame record, start, end; `known` names the
    candidates that were admitted already: taken back or edited since, they do not come again. Columns: candidate (an id
    from its content), file, index in it, decision (`write` or `refuse`), rule and detail (null where written), reason,
    path (relative to the memory folder, "" where refused), gist, body, title, type, entities and sources of the memory
    to be. A refused candidate shows no secret.
    """
    before = set(known)
    proposed = [entry for entry in _proposed(candidates) if entry[0] not in before]
    found = decide([entry[3] for entry in proposed], records, held, excluded=excluded, minimum=minimum)
    rows = [_row(*entry[:3], answer) for entry, answer in zip(proposed, found, strict=True)]
    return pl.DataFrame([_writable(row) for row in rows], schema=SCHEMA)


def content(row: Mapping[str, Any], at: str) -> str:
    """The file of an admitted candidate, created at a time; ValueError where it would not read back as it is."""
    given: dict[str, Any] = {name: row[name] for name in ("gist", "body", "title", "type")}
    given |= {name: tuple(row[name]) for name in ("entities", "sources")}
    return markdown_memory.write(Memory(row["path"], **given, created=at, updated=at)).decode()


def holdings(memories: pl.DataFrame, tombstones: Iterable[str]) -> Holdings:
    """What a store holds, as the write gate's rules ask for it; `tombstones` are those of its log."""
    return Holdings(
        {name.partition("#")[0].casefold() for name in memories.filter(pl.col("status") != "damaged")["id"]},
        {words_of(gist) for gist in memories_table.active(memories)["gist"]},
        set(tombstones),
    )


def joined(memories: pl.DataFrame, admitted: pl.DataFrame) -> pl.DataFrame:
    """The store's memories, and after them what is to be written, active and not yet created."""
    written = admitted.filter(pl.col("decision") == "write")
    given = {"id": "path", **{name: name for name in ("gist", "body", "title", "type", "entities", "sources")}}
    rows = [
        {
            **dict.fromkeys(memories_table.SCHEMA, ""),
            **{name: row[column] for name, column in given.items()},
            "status": "active",
            "created": None,
            "updated": None,
            "superseded_by": None,
            "links": [],
            "format": markdown_memory.FORMAT,
            "line": 1,
        }
        for row in written.iter_rows(named=True)
    ]
    return pl.concat([memories, pl.DataFrame(rows, schema=memories_table.SCHEMA)])


def _proposed(candidates: pl.DataFrame) -> Iterator[tuple[str, str, int, Candidate | Refusal]]:
    """Every proposal with its id, its file and its place in it; one that stands in two outputs comes once."""
    seen: set[str] = set()
    for row in candidates.iter_rows(named=True):
        unread = row["problem"] and refusal("decoding", "decode-error", row["problem"])
        for index, proposal in enumerate([unread] if unread else decoding.decode(row["content"])):
            identity = _identity(proposal, row["file"], index)
            if identity not in seen:
                seen.add(identity)
                yield identity, row["file"], index, proposal


def _identity(proposal: Candidate | Refusal, file: str, index: int) -> str:
    """What a candidate is known by: all it says; of what could not be decoded, where it stands."""
    said: Any = repr(proposal) if isinstance(proposal, Candidate) else (file, index, repr(proposal))
    return digests.of_json(said)[:16]


def _writable(row: dict[str, Any]) -> dict[str, Any]:
    """The row, refused where no file could hold what it says."""
    if row["decision"] == "write":
        try:
            content(row, _ANY_TIME)
        except ValueError as wrong:
            return {
                **row,
                "decision": "refuse",
                "rule": "paths",
                "reason": "unwritable-text",
                "detail": str(wrong),
                "path": "",
            }
    return row


def _row(identity: str, file: str, index: int, found: Decision) -> dict[str, Any]:
    one = found.candidate
    row: Mapping[str, Any] = {
        "candidate": identity,
        "file": file,
        "index": index,
        "decision": "write" if found.admitted else "refuse",
        "rule": found.refusal.rule if found.refusal else None,
        "reason": found.reason,
        "detail": found.refusal.detail if found.refusal else None,
        "path": found.path if found.admitted else "",
    }
    if one is None:
        return {**row, **dict.fromkeys(("gist", "body", "title", "type"), ""), "entities": [], "sources": []}
    shown = secrets.redacted
    return {
        **row,
        "gist": shown(" ".join(one.claim.split())),
        "body": "" if one.body == one.claim else shown(one.body),
        "title": shown(one.title),
        "type": one.kind,
        "entities": [shown(entity) for entity in one.entities],
        "sources": list(dict.fromkeys(f"session:{evidence.session.strip()}" for evidence in one.evidence)),
    }
