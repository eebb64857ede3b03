"""candidates: what agents and consolidators propose for a vault, one row a model's raw output."""

from collections.abc import Iterable
from pathlib import Path

import polars as pl

from memassets.kernel import digests
from memassets.store import memories

FOLDER = memories.CANDIDATES
SCHEMA = {
    "file": pl.String,
    "content": pl.String,
    "problem": pl.String,
    "digest": pl.String,
}


def candidates(vault: Path) -> pl.DataFrame:
    """One row a file under candidates/, in the order of their paths; hidden files are not read.

    Columns: file (path relative to the folder), content (the output as it was written, "" where it cannot be read),
    problem (a sentence that says why not, else ""), digest of the content.
    """
    folder = vault / FOLDER
    return pl.DataFrame([_row(file, file.relative_to(folder).as_posix()) for file in _files(folder)], schema=SCHEMA)


def of_files(files: Iterable[Path]) -> pl.DataFrame:
    """The same of files that are in no vault, by their paths as given."""
    return pl.DataFrame([_row(file, str(file)) for file in files], schema=SCHEMA)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = (f for f in folder.rglob("*") if not any(p.startswith(".") for p in f.relative_to(folder).parts))
    return sorted(f for f in found if f.is_file() and not f.is_symlink())


def _row(file: Path, path: str) -> dict[str, str]:
    try:
        content, problem = file.read_bytes().decode(), ""
    except UnicodeDecodeError as wrong:
        content, problem = "", f"{path} is not UTF-8: byte {wrong.start}."
    except OSError as wrong:
        content, problem = "", f"{path} cannot be read: {wrong.strerror or 'unknown error'}."
    return {"file": path, "content": content, "problem": problem, "digest": digests.of_text(content)}
