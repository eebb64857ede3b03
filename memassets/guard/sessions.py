"""sessions: the transcripts of a vault, one row a file, up to its last whole line."""

import hashlib
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import read_session
from memassets.formats.skips import HARMLESS

FOLDER = "sessions"
SCHEMA: dict[str, Any] = {
    "path": pl.String,
    "format": pl.String,
    "consumed_bytes": pl.Int64,
    "records": pl.Int64,
    "digest": pl.String,
    "skipped": pl.List(pl.String),
    "damaged": pl.Int64,
}
_SHOWN_SKIPS = 100  # of one file; `damaged` counts them all


def sessions(vault: Path) -> pl.DataFrame:
    """One row a file under sessions/, in the order of their paths.

    Columns: path, format, consumed_bytes (the watermark: what a line that is still being written has is not taken),
    records, digest of their ids and texts, skipped (what could not be taken, and where), damaged (how many of these).
    """
    folder = vault / FOLDER
    files = (
        sorted(f for f in folder.rglob("*") if f.is_file() and not f.name.startswith(".")) if folder.is_dir() else []
    )
    return pl.DataFrame([_row(file, file.relative_to(folder).as_posix()) for file in files], schema=SCHEMA)


def records(vault: Path, sessions: pl.DataFrame) -> Iterator[Record]:
    """The records of these files, streamed up to each watermark; one that several files hold comes once."""
    seen: set[bytes] = set()
    for row in sessions.iter_rows(named=True):
        with (vault / FOLDER / row["path"]).open("rb") as file:
            for record in read_session(io.BufferedReader(_Prefix(file, row["consumed_bytes"])), path=row["path"]):
                if isinstance(record, Record) and (key := bytes.fromhex(record.id)) not in seen:
                    seen.add(key)
                    yield record


def _row(file: Path, path: str) -> dict[str, Any]:
    rows = read_session(file, path=path)
    every = hashlib.sha256()
    count = 0
    told: list[str] = []
    codes: Counter[str] = Counter()
    for row in rows:
        if isinstance(row, Skip):
            codes[row.code] += 1
            if row.code not in HARMLESS and len(told) < _SHOWN_SKIPS:
                told.append(f"{row.path}, line {row.line}, byte {row.byte}: {row.code}: {row.message}")
            continue
        count += 1
        every.update(row.id.encode())
        every.update(row.text.encode("utf-8", "surrogatepass"))
    return {
        "path": path,
        "format": rows.format or "",
        "consumed_bytes": rows.watermark.offset,
        "records": count,
        "digest": every.hexdigest()[:16],
        "skipped": told,
        "damaged": sum(number for code, number in codes.items() if code not in HARMLESS),
    }


class _Prefix(io.RawIOBase):
    """The first bytes of a file, however it grows meanwhile."""

    def __init__(self, file: io.BufferedReader, size: int) -> None:
        self._file, self._size = file, size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(self._size + offset) if whence == 2 else self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: Any) -> int:
        taken = self._file.read(min(len(buffer), max(0, self._size - self._file.tell())))
        buffer[: len(taken)] = taken
        return len(taken)
