"""A JSON document -> the bytes of its objects, one at a time, so that its size does not show in memory."""

import re
from collections.abc import Iterator
from typing import Final

from memassets.formats.lines import BOM, Line, LineReader
from memassets.formats.rows import Skip

ELEMENT_BYTES: Final = 64 * 1024 * 1024  # a longer conversation is passed over

_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SHALLOW = rb'\{[^"{}]*+(?:' + _STRING + rb'[^"{}]*+)*+\}'
# the choice is atomic: before 3.11.5 a possessive group that may backtrack inside matches wrongly (gh-106052)
for _ in range(2):  # a message of an export is three deep
    _SHALLOW = rb'\{[^"{}]*+(?:(?>' + _STRING + rb"|" + _SHALLOW + rb')[^"{}]*+)*+\}'
# everything up to the next brace outside a string, and that brace; arrays are left to the parser
_NEXT = re.compile(rb'[^"{}]*+(?:' + _STRING + rb'[^"{}]*+)*+([{}])', re.DOTALL)
# the same inside an object, where whole objects of up to three levels are stepped over; no brace at the buffer's end
_INSIDE = re.compile(rb'[^"{}]*+(?:(?>' + _STRING + rb"|" + _SHALLOW + rb')[^"{}]*+)*+([{}])?', re.DOTALL)


def elements(document: LineReader, limit: int = ELEMENT_BYTES) -> Iterator[Line | Skip]:
    """Every object of a document that is an object, an array of objects, or several of either.

    `number` and `byte` of each say where it starts (`byte` is 0 where the file is UTF-16). What stands
    between the objects, an object over `limit` bytes, and a document cut inside an object each give a Skip.
    """
    scan = _Scan(document.path, limit, exact=not document.codec)
    for chunk in document.chunks():
        scan.pieces.append(chunk)
        scan.waiting += len(chunk)
        # joined by doubling: an object of many pieces would else be copied once for each
        if scan.waiting >= len(scan.buffer):
            yield from scan.objects()
    yield from scan.objects()
    yield from scan.rest()


class _Scan:
    """Where the scan of a document stands; `start` is -1 between objects."""

    def __init__(self, path: str, limit: int, exact: bool) -> None:
        self.path = path
        self.limit = limit
        self._exact = exact  # whether offsets are those of the file
        self.pieces: list[bytes] = []
        self.waiting = 0
        self.buffer = b""
        self._base = 0  # offset of the buffer
        self._at = 0  # scanned up to here
        self._counted, self._newlines = 0, 0  # newlines before `_counted`
        self._start = -1
        self._gap = 0  # where the last object ended
        self._depth = 0  # braces open
        self._arrays = 0  # brackets open between the objects
        self._over: Line | None = None  # the object at hand, once it is over the limit
        self._lost = False

    def objects(self) -> Iterator[Line | Skip]:
        """The objects that end in the pieces read since the last call."""
        self.buffer = b"".join([self.buffer, *self.pieces])
        self.pieces, self.waiting = [], 0
        while not self._lost and (found := (_NEXT if self._start < 0 else _INSIDE).match(self.buffer, self._at)):
            self._at = found.end()
            if found[1] is None:
                break
            if found[1] == b"{":
                if self._start < 0:
                    self._start = found.start(1)
                    yield from self._between(self._start)
                self._depth += 1
                continue
            self._depth = max(0, self._depth - 1)
            if self._start >= 0 and not self._depth:
                size = self._at - self._start
                yield (
                    self._over.skip("long-line")
                    if self._over
                    else (
                        self._line(self._start, self.buffer[self._start : self._at])
                        if size <= self.limit
                        else self._line(self._start).skip("long-line")
                    )
                )
                self._start, self._gap, self._over = -1, self._at, None
        yield from self._let_go()

    def rest(self) -> Iterator[Skip]:
        """What the end of the document leaves open."""
        if self._lost:
            return
        if self._over:
            yield self._over.skip("cut-document")
        elif self._start >= 0:
            yield self._line(self._start).skip("cut-document")
        else:
            yield from self._between(len(self.buffer))
            if self._arrays > 0:
                yield self._line(len(self.buffer)).skip("cut-document")

    def _let_go(self) -> Iterator[Skip]:
        """Drop the bytes that are done with; of an object over the limit only its place is kept."""
        if self._start >= 0 and not self._over and len(self.buffer) - self._start > self.limit:
            self._over = self._line(self._start)
        if len(self.buffer) - self._at > self.limit and not self._lost:
            self._lost = True
            yield self._line(self._at).skip("endless-value")
        done = len(self.buffer) if self._lost else self._at if self._over else self._start
        if done < 0:
            done = self._gap
        self._line(done)
        self.buffer = self.buffer[done:]
        self._base += done
        self._at -= done
        self._counted -= done
        self._gap = max(0, self._gap - done)
        if self._start >= 0:
            self._start = max(0, self._start - done)

    def _between(self, end: int) -> Iterator[Skip]:
        between = self.buffer[self._gap : end].removeprefix(BOM)
        self._arrays += between.count(b"[") - between.count(b"]")
        if between.strip(b" \t\r\n,[]"):
            yield self._line(self._gap).skip("not-an-object")

    def _line(self, at: int, raw: bytes = b"") -> Line:
        """The line at an index of the buffer; indexes must come in order."""
        self._newlines += self.buffer.count(b"\n", self._counted, at)
        self._counted = max(self._counted, at)
        return Line(self.path, self._newlines + 1, self._base + at if self._exact else 0, raw)
