"""memories: what a vault's memory folder holds, one row a memory, and one a file that could not be taken whole."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import polars as pl

from memassets.backends.folder_store import memory_folder
from memassets.formats import memories as readers
from memassets.formats.rows import Memory, Skip
from memassets.kernel import digests
from memassets.kernel.text import tombstones

CANDIDATES = "candidates"
SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "id": pl.String,
    "gist": pl.String,
    "body": pl.String,
    "title": pl.String,
    "type": pl.String,
    "status": pl.String,
    "scope": pl.String,
    "created": pl.String,
    "updated": pl.String,
    "superseded_by": pl.String,
    "entities": pl.List(pl.String),
    "links": pl.List(pl.String),
    "sources": pl.List(pl.String),
    "format": pl.String,
    "line": pl.Int64,
    "revision": pl.String,
}


def memories(vault: Path, forgotten: Collection[str] = ()) -> pl.DataFrame:
    """One row a memory, in the order of their ids' paths.

    Columns as in `formats.rows.Memory`; ids are paths relative to the memory folder, times UTC. A file or line that is
    damaged is a row of status `damaged`, its gist the sentence that says what is wrong and where: no path ranks or
    merges it, and a verdict names it. So it is with one of status `tombstoned`, which states a claim whose tombstone is
    in `forgotten`: somebody has put it back. Reads `vault/memories` where there is one, else the folder itself, but
    for its candidates: what is only proposed is no memory.
    """
    rows: list[dict[str, Any]] = []
    for reading in readers.read_folder(memory_folder(vault)):
        rows += [_row(memory, forgotten) for memory in reading.memories if not _is_proposed(memory.id)]
        rows += [
            _damaged(skip) for skip in reading.skipped if skip.code not in readers.NOTES and not _is_proposed(skip.path)
        ]
    return pl.DataFrame(rows, schema=SCHEMA)


def _is_proposed(path: str) -> bool:
    return path.startswith(f"{CANDIDATES}/")


def active(memories: pl.DataFrame) -> pl.DataFrame:
    """The memories that may be ranked and merged."""
    return memories.filter(pl.col("status") == "active")


def revision(memories: pl.DataFrame) -> str:
    """The store's revision: the ids and the content of every file read."""
    return digests.of_frame(memories.select("id", "status", "gist", "revision"))


def _row(memory: Memory, forgotten: Collection[str]) -> dict[str, Any]:
    found = {name: getattr(memory, name) for name in SCHEMA}
    if memory.status == "active" and any(tombstones.stated(text, forgotten) for text in (memory.gist, memory.body)):
        found["status"] = "tombstoned"
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _damaged(skip: Skip) -> dict[str, Any]:
    return {
        **dict.fromkeys(SCHEMA, ""),
        "id": f"{skip.path}:{skip.line}:{skip.byte}:{skip.code}",
        "gist": f"{skip.path}, line {skip.line}, byte {skip.byte}: {skip.message}",
        "status": "damaged",
        "created": None,
        "updated": None,
        "superseded_by": None,
        "entities": [],
        "links": [],
        "sources": [],
        "line": skip.line,
    }
