"""What a file is taken for: a memory, a session or a document, how much it gave and what was skipped."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memassets.formats import documents, html_memory, json_values, markdown_memory, memories, sessions, skill
from memassets.formats.lines import BOM
from memassets.formats.rows import Memory, Reading, Record, Section, Skip

Kind = Literal["memory", "session", "document", "nothing"]
Row = Memory | Section | Record


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file was taken for and what it gave."""

    path: str
    kind: Kind
    format: str
    rows: int
    by_type: tuple[tuple[str, int], ...]  # how many rows of which type, the most frequent first
    skipped: tuple[Skip, ...]

    def skipped_by_code(self) -> tuple[tuple[str, int], ...]:
        return tuple(Counter(skip.code for skip in self.skipped).most_common())


@dataclass(frozen=True, slots=True)
class SessionFormats:
    """How sessions are told and read; given by the caller, so that describing a memory reads no session."""

    detect: Callable[[bytes], str | None]
    read: Callable[[str, bytes], Iterable[Record | Skip]]


def describe(path: str, content: bytes, told_sessions: SessionFormats | None = None) -> Taken:
    """What the readers make of a file; a skill or a manual is a document, whatever a memory folder would say.

    A session is told first, then what holds memories, then documents: plain Markdown without front matter is
    a document here, although a memory folder takes it for a memory.
    """
    head = content[: memories.HEAD_BYTES].removeprefix(BOM)
    session = told_sessions.detect(head) if told_sessions else None
    if told_sessions and session:
        return _counted(path, "session", session, told_sessions.read(path, content))
    found = memories.detect(path, head)
    document = documents.detect(path, head)
    marked = _is_marked(found, head, document)
    told = found and marked and path.rpartition("/")[2] != markdown_memory.INDEX_NAME
    if told or (head.lstrip()[:1] in (b"{", b"[") and json_values.first_keys(head)):
        reading = memories.read_memory_file(path, content)
        return _of_reading(path, "memory" if told else "nothing", reading)
    reading = documents.read_document(path, content)
    return _of_reading(path, "document" if reading.sections else "nothing", reading)


def describe_file(file: Path) -> Taken:
    """What the readers make of a file on disk; a session is streamed. Raises OSError where it cannot be read."""
    with file.open("rb") as stream:
        session = sessions.detect(stream.read(memories.HEAD_BYTES))
    if session:
        return _counted(file.name, "session", session, sessions.read_session(file, path=file.name, final=True))
    return describe(file.name, file.read_bytes())


def _is_marked(memory: str | None, head: bytes, document: str | None) -> bool:
    """Whether a text says of itself that it is a memory: by a mark, or by front matter that is not a skill's."""
    if memory == html_memory.FORMAT:
        return b"<mark" in head.lower() or b"memory:" in head.lower()
    return memory != markdown_memory.FORMAT or (document != skill.FORMAT and head.lstrip().startswith(b"---"))


def _of_reading(path: str, kind: Kind, reading: Reading) -> Taken:
    return _counted(path, kind, reading.format, (*reading.memories, *reading.sections, *reading.skipped))


def _counted(path: str, kind: Kind, form: str, rows: Iterable[Row | Skip]) -> Taken:
    """Count rows as they come, keeping only what was skipped."""
    types: Counter[str] = Counter()
    skipped: list[Skip] = []
    for row in rows:
        if isinstance(row, Skip):
            skipped.append(row)
        else:
            types[_type_of(row)] += 1
    return Taken(path, kind, form, types.total(), tuple(types.most_common()), tuple(skipped))


def _type_of(row: Row) -> str:
    if isinstance(row, Memory):
        return row.status
    return f"{row.role} {row.kind}" if isinstance(row, Record) else "section"
