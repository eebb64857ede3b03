"""Sessions of every format -> records: which format a file is in, and where reading it continues.

The role of a record is the transcript's, `tool` for what a tool answered. Its words are that role's own only
where `origin` is empty and neither `summary` nor `sidechain` is set.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from memassets.formats import chatgpt, claude_code, codex, markdown_chat, plain_chat
from memassets.formats.lines import Line, LineReader, Watermark, as_utf8, utf16
from memassets.formats.rows import Record, Skip
from memassets.formats.turns import Turns

# from the most particular to the least: a chat of plain role lines would also be found in the others
_FORMATS: Final = (claude_code, codex, chatgpt, plain_chat, markdown_chat)
_DOCUMENTS: Final = frozenset({chatgpt.NAME, markdown_chat.NAME})


def detect(head: bytes) -> str | None:
    """The name of the format of a file that begins with `head`, by its content; None for no format.

    `head` is the file's beginning as it is on disk, at most `lines.HEAD_BYTES` of it are worth giving.
    """
    text = as_utf8(head, utf16(head))
    return next((reader.NAME for reader in _FORMATS if reader.sniff(text)), None)


class SessionRows(Iterator[Record | Skip]):
    """The rows of one file in its order; `watermark` is where the next read continues, once all are read."""

    def __init__(self, source: Path | BinaryIO, path: str, since: Watermark | None, final: bool) -> None:
        self.watermark = since or Watermark(0, 0, 0, "")
        self.format: str | None = None
        self.restarted = False  # the file was not what the watermark says, and is read from its start
        self._rows = self._read(source, path, since, final)

    def __next__(self) -> Record | Skip:
        return next(self._rows)

    def __iter__(self) -> Iterator[Record | Skip]:
        return self._rows

    def _read(
        self, source: Path | BinaryIO, path: str, since: Watermark | None, final: bool
    ) -> Iterator[Record | Skip]:
        stream = source.open("rb") if isinstance(source, Path) else source
        try:
            lines = LineReader(stream, path, final=final)
            turns = Turns()
            whole_file = Line(path, 0, 0, b"")
            self.format = since.format if since and since.format else None
            if self.format and since:
                if lines.resume(since):
                    turns = Turns.load(since.state)
                else:
                    self.restarted = True
                    self.format = None
                    yield whole_file.skip("rewritten")
            self.format = self.format or detect(lines.head)
            lines.whole = self.format in _DOCUMENTS
            if not lines.head:
                yield whole_file.skip("empty-file")
            elif self.format is None:
                yield whole_file.skip("unknown-format")
            elif self.format == plain_chat.NAME and not _known_session(lines, turns):
                yield whole_file.skip("no-turn-yet")
            else:
                yield from _records(self.format, lines, turns)
            self.watermark = lines.watermark(self.format or "", turns.dump() if self.format else "")
        finally:
            if isinstance(source, Path):
                stream.close()


def read_session(
    source: Path | BinaryIO, *, path: str | None = None, since: Watermark | None = None, final: bool = False
) -> SessionRows:
    """The records of one session file and what had to be skipped, streamed.

    `path` is what the skips call the file (default: as `source` says). `since` is the `watermark` of an
    earlier read: lines are read from there, a document only where it changed, and a file that was shortened
    or rewritten from its start. `final` says the file will not grow, so that a last line without a newline
    counts. The first row raises OSError where the file
    cannot be opened.
    """
    name = str(source) if isinstance(source, Path) else str(getattr(source, "name", ""))
    return SessionRows(source, path if path is not None else name, since, final)


def _known_session(lines: LineReader, turns: Turns) -> bool:
    turns.session = turns.session or plain_chat.session_of(as_utf8(lines.head, utf16(lines.head))) or ""
    return bool(turns.session)


def _records(name: str, lines: LineReader, turns: Turns) -> Iterator[Record | Skip]:
    if name == claude_code.NAME:
        return claude_code.records(lines, turns)
    if name == codex.NAME:
        return codex.records(lines, turns)
    if name == plain_chat.NAME:
        return plain_chat.records(lines, turns)
    if name == chatgpt.NAME:
        return chatgpt.records(lines, turns)
    lines.final = True
    turns.session = markdown_chat.session_of(as_utf8(lines.head, utf16(lines.head)))
    return markdown_chat.records(lines, turns)
