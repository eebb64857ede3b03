"""Reading written-out sessions in the tests of the formats."""

import io
import json

from memassets.formats.rows import Record, Skip
from memassets.formats.sessions import read_session


def jsonl(*values: object) -> bytes:
    """The values as JSON, one a line."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def read(data: bytes) -> list[Record | Skip]:
    """Every row of a session."""
    return list(read_session(io.BytesIO(data), path="s"))


def records(data: bytes) -> list[Record]:
    """The records of a session."""
    return [row for row in read(data) if isinstance(row, Record)]


def spoken(data: bytes) -> list[tuple[int, str, str, str]]:
    """(turn, role, origin, text) of every record."""
    return [(row.turn, row.role, row.origin, row.text) for row in records(data)]


def skipped(data: bytes) -> list[tuple[int, str]]:
    """(line, code) of everything that was left out."""
    return [(row.line, row.code) for row in read(data) if isinstance(row, Skip)]
