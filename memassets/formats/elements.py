"""A JSON document -> the bytes of its objects, one at a time, so that its size does not show in memory."""

import re
from collections.abc import Iterator
from typing import Final

from memassets.formats.lines import Line, LineReader
from memassets.formats.rows import Skip

ELEMENT_BYTES: Final = 256 * 1024 * 1024  # a longer conversation is passed over

# a whole string, a bracket, or a quote whose string is not whole yet
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]|"', re.DOTALL)


def elements(document: LineReader, limit: int = ELEMENT_BYTES) -> Iterator[Line | Skip]:
    """Every object of a document that is an object, an array of objects, or several of either.

    `number` and `byte` of each say where it starts. A document cut inside an object, and an
    object over `limit` bytes, give a Skip.
    """
    buffer, base = b"", 0
    number = 1
    depth = 0
    outer = 0  # depth of the arrays around the object at hand
    start = -1  # of the object at hand, in the buffer
    over = False
    at = 0
    for chunk in document.chunks():
        buffer += chunk
        while token := _TOKEN.search(buffer, at):
            text = token[0]
            if text == b'"':
                break
            at = token.end()
            if text == b"{":
                if start < 0:
                    start, outer = token.start(), depth
                depth += 1
            elif text == b"[":
                depth += 1
            elif text == b"}" or text == b"]":
                depth = max(0, depth - 1)
                if start >= 0 and depth <= outer:
                    number += buffer.count(b"\n", 0, start)
                    line = Line(document.path, number, base + start, buffer[start:at])
                    yield line.skip("long-line") if over or at - start > limit else line
                    number += buffer.count(b"\n", start, at)
                    buffer, base, at, start, over = buffer[at:], base + at, 0, -1, False
        else:
            at = len(buffer)
        # what is done with is dropped; of an object over the limit only its beginning's place is kept
        done = at if start < 0 else 0
        if start >= 0 and len(buffer) - start > limit:
            over = True
            number += buffer.count(b"\n", 0, at)
            buffer, base, at, start = buffer[at:], base + at, 0, 0
        elif done:
            number += buffer.count(b"\n", 0, done)
            buffer, base, at = buffer[done:], base + done, 0
    if start >= 0 or depth or (buffer and not buffer.isspace() and b'"' in buffer):
        yield Line(document.path, number, base + max(start, 0), b"").skip("cut-document")
