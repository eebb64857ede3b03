"""The one line reader: newline-terminated lines of a binary stream, from a watermark, in bounded memory."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from memassets.formats.rows import Skip
from memassets.formats.skips import SENTENCES

HEAD_BYTES: Final = 256 * 1024  # what detection may look at
LINE_BYTES: Final = 64 * 1024 * 1024  # a longer line is passed over, so that one line cannot exhaust memory
_CHUNK_BYTES: Final = 1024 * 1024
_MARK_BYTES: Final = 4096  # hashed at each end of what was consumed: rewriting shows, and a check costs two reads
BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a file was read, and how to tell that it is still the same file."""

    offset: int  # bytes consumed
    lines: int  # lines consumed
    size: int  # bytes the file had
    digest: str  # of the first and the last 4,096 bytes before `offset`; of every byte where `whole`
    whole: bool = False  # a document, which is read as one and never continued
    format: str = ""
    state: str = ""  # what the format's reader remembers at `offset`, as JSON


@dataclass(slots=True)
class Line:
    """One line without its newline, decoded to UTF-8 where the file is UTF-16."""

    path: str
    number: int  # from 1
    byte: int  # offset of the line from the start of the file
    raw: bytes

    def skip(self, code: str, detail: str = "") -> Skip:
        """The report of what was not taken of this line; `detail` follows the code's own sentence."""
        return Skip(
            self.path,
            self.number,
            self.byte,
            code,
            f"{SENTENCES[code]} {detail}" if detail else SENTENCES[code],
        )


def utf16(head: bytes) -> str:
    """The codec of a UTF-16 file by its mark or by the NUL halves of its first two characters; else empty."""
    if head[:2] == b"\xff\xfe" or (head[1:2] == b"\0" == head[3:4] and b"\0" not in (head[0:1], head[2:3])):
        return "utf-16-le"
    if head[:2] == b"\xfe\xff" or (head[0:1] == b"\0" == head[2:3] and b"\0" not in (head[1:2], head[3:4])):
        return "utf-16-be"
    return ""


def as_utf8(raw: bytes, codec: str) -> bytes:
    """`raw` as UTF-8 without a byte order mark; `codec` as `utf16` gives it."""
    if codec:
        try:
            text = raw.decode(codec, "surrogatepass")
        except UnicodeDecodeError:
            text = raw.decode(codec, "replace")
        raw = text.encode("utf-8", "surrogatepass")
    return raw.removeprefix(BOM)


class LineReader:
    """Reads one stream; `offset` and `lines` tell what was consumed.

    `final` says that the file will not grow, so a last line without a newline is a whole line. A stream that
    cannot seek is read from where it stands, and cannot be resumed.
    """

    def __init__(self, stream: BinaryIO, path: str = "", *, final: bool = False, limit: int = LINE_BYTES) -> None:
        self.path = path
        self.final = final
        self.whole = False
        self.offset = 0
        self.lines = 0
        self._stream = stream
        self._limit = limit
        self._seekable = stream.seekable()
        if self._seekable:
            stream.seek(0)
        self.head = self._exactly(HEAD_BYTES)
        self.codec = utf16(self.head)
        self._buffer, self._base, self._at = self.head, 0, 0
        self._tail = b""  # the bytes before `offset`, kept where a last line over the limit pushed them out
        self._every = hashlib.sha256(self.head)

    def resume(self, since: Watermark) -> bool:
        """Move to the watermark and say whether the file still begins with what was consumed.

        False leaves the reader at the start: the file was shortened or rewritten, or a document changed.
        """
        size = self._stream.seek(0, 2) if self._seekable else -1
        if size < since.offset or (since.whole and size != since.offset):
            self._rewind()
            return False
        if since.whole:
            self.whole = True
            self._rewind()
            for _ in self._raw_chunks():
                pass
            self.lines = since.lines
            same = self.offset == since.offset and self._every.hexdigest() == since.digest
            if not same:
                self._rewind()
            return same
        tail_from = max(0, since.offset - _MARK_BYTES)
        self._stream.seek(tail_from)
        tail = self._exactly(since.offset - tail_from)
        if _digest(self.head[: min(_MARK_BYTES, since.offset)], tail) != since.digest:
            self._rewind()
            return False
        self._buffer, self._base, self._at = tail, tail_from, len(tail)
        self.offset, self.lines = since.offset, since.lines
        return True

    def watermark(self, reader: str = "", state: str = "") -> Watermark:
        """Where the next read continues; right once iteration has ended."""
        if self.whole:
            digest = self._every.hexdigest()
        else:
            tail = self._tail or self._buffer[max(0, self._at - _MARK_BYTES) : self._at]
            digest = _digest(self.head[: min(_MARK_BYTES, self.offset)], tail)
        size = self._base + len(self._buffer)
        return Watermark(self.offset, self.lines, size, digest, self.whole, reader, state)

    def __iter__(self) -> Iterator[Line | Skip]:
        width = 2 if self.codec else 1
        newline = {"": b"\n", "utf-16-le": b"\n\0", "utf-16-be": b"\0\n"}[self.codec]
        buffer, base, at = self._buffer, self._base, self._at
        scanned = at
        start = base + at  # of the line at hand; before `base` once the line is over the limit
        number, path, limit = self.lines, self.path, self._limit
        while True:
            end = buffer.find(newline, scanned)
            while width == 2 and end >= 0 and (base + end) % 2:
                end = buffer.find(newline, end + 1)
            if end < 0:
                self.lines, self.offset, self._at = number, start, at
                over = base + len(buffer) - start > limit
                if over and start >= base:
                    self._tail = buffer[max(0, at - _MARK_BYTES) : at]
                chunk = self._read(_CHUNK_BYTES if over else max(_CHUNK_BYTES, base + len(buffer) - start))
                if not chunk:
                    break
                scanned = max(at, len(buffer) - width + 1)
                keep = len(buffer) - _MARK_BYTES if over else at - _MARK_BYTES
                if keep > 0:
                    buffer, base = buffer[keep:], base + keep
                    at, scanned = max(0, at - keep), scanned - keep
                buffer += chunk
                self._buffer, self._base, self._at = buffer, base, at
                continue
            number += 1
            if base + end - start > limit:
                yield Line(path, number, start, b"").skip("long-line", f"It has {base + end - start} bytes.")
                self._tail = b""
            else:
                raw = buffer[at:end]
                if width == 2 or start == 0:
                    raw = as_utf8(raw, self.codec)
                yield Line(path, number, start, raw[:-1] if raw[-1:] == b"\r" else raw)
            at = scanned = end + width
            start = base + at
        if base + len(buffer) > start:
            yield from self._rest(start)

    def chunks(self) -> Iterator[bytes]:
        """The whole stream as UTF-8, its mark included, in pieces of about 1 MB; it is then a document.

        A UTF-16 file is decoded piece by piece, so that offsets in the chunks are not those of the file.
        """
        self.whole = True
        odd = b""
        for chunk in self._raw_chunks():
            self.lines += chunk.count(b"\n")
            if not self.codec:
                yield chunk
                continue
            chunk = odd + chunk
            # a piece may end inside a code unit or between the halves of a surrogate pair
            even = len(chunk) // 2 * 2
            if even and 0xD8 <= chunk[even - (1 if self.codec == "utf-16-le" else 2)] <= 0xDB:
                even -= 2
            odd = chunk[even:]
            yield as_utf8(chunk[:even], self.codec)

    def _raw_chunks(self) -> Iterator[bytes]:
        chunk = self._buffer[self._at :]
        while chunk:
            self.offset += len(chunk)
            yield chunk
            chunk = self._read(_CHUNK_BYTES)
            self._buffer, self._base, self._at = chunk, self.offset, len(chunk)
        self._buffer, self._base, self._at = b"", self.offset, 0

    def _rest(self, start: int) -> Iterator[Line | Skip]:
        """What stands after the last newline; `start` is its offset."""
        length = self._base + len(self._buffer) - start
        if length > self._limit:
            yield Line(self.path, self.lines + 1, start, b"").skip("long-line", f"It has {length} bytes.")
            return
        raw = self._buffer[self._at :]
        line = Line(self.path, self.lines + 1, start, as_utf8(raw, self.codec) if self.codec or not start else raw)
        if not self.final:
            if line.raw.strip():
                yield line.skip("cut-line")
            return
        self.lines += 1
        yield line
        self.offset, self._at = start + length, len(self._buffer)

    def _read(self, size: int) -> bytes:
        chunk = self._stream.read(size)
        if self.whole:
            self._every.update(chunk)
        return chunk

    def _exactly(self, size: int) -> bytes:
        pieces: list[bytes] = []
        while size and (piece := self._stream.read(size)):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def _rewind(self) -> None:
        self.offset = self.lines = 0
        self._every = hashlib.sha256(self.head)
        self._buffer, self._base, self._at = self.head, 0, 0
        if self._seekable:
            self._stream.seek(len(self.head))


def _digest(head: bytes, tail: bytes) -> str:
    return hashlib.sha256(len(head).to_bytes(8, "big") + head + tail).hexdigest()
