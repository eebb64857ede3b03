"""memories: what a vault's memory folder holds, one row a memory, and one a file that could not be taken whole."""

from pathlib import Path
from typing import Any

import polars as pl

from memassets.formats import memories as readers
from memassets.formats.rows import Memory, Skip
from memassets.kernel import digests

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


def memories(vault: Path) -> pl.DataFrame:
    """One row a memory, in the order of their ids' paths.

    Columns as in `formats.rows.Memory`; ids are paths relative to the memory folder, times UTC. A file or line that is
    damaged is a row of status `damaged`, its gist the sentence that says what is wrong and where: no path ranks or
    merges it, and a verdict names it. Reads `vault/memories` where there is one, else the folder itself.
    """
    rows: list[dict[str, Any]] = []
    for reading in readers.read_folder(folder(vault)):
        rows += [_row(memory) for memory in reading.memories]
        rows += [_damaged(skip) for skip in reading.skipped if skip.code not in readers.NOTES]
    return pl.DataFrame(rows, schema=SCHEMA)


def folder(vault: Path) -> Path:
    """Where a vault keeps its memories."""
    inside = vault / "memories"
    return inside if inside.is_dir() else vault


def active(memories: pl.DataFrame) -> pl.DataFrame:
    """The memories that may be ranked and merged."""
    return memories.filter(pl.col("status") == "active")


def revision(memories: pl.DataFrame) -> str:
    """The store's revision: the ids and the content of every file read."""
    return digests.of_frame(memories.select("id", "status", "gist", "revision"))


def _row(memory: Memory) -> dict[str, Any]:
    found = {name: getattr(memory, name) for name in SCHEMA}
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
