"""Markdown transcripts: turns under role headings, `## User`, `**Assistant:**` or `User:`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from memassets.formats.lines import Line
from memassets.formats.rows import Record, Role, Skip
from memassets.formats.times import utc
from memassets.formats.turns import Message, Part, Turns, line_digest

NAME: Final = "markdown-chat"

_PART_CHARACTERS: Final = 4 * 1024 * 1024  # a longer turn becomes several blocks, so that one turn cannot fill memory
_NAMES: Final[dict[str, Role]] = {
    "user": "user",
    "human": "user",
    "you": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "agent": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "claude": "assistant",
    "chatgpt": "assistant",
    "codex": "assistant",
    "gemini": "assistant",
    "copilot": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "tool result": "tool",
    "tool output": "tool",
}
_NAME = r"(?P<name>" + "|".join(sorted(_NAMES, key=len, reverse=True)) + r")"
_TIME = (
    r"(?:\s*[(\[](?P<time>[^)\]\n]{1,60})[)\]]"
    r"|\s*[-–—@·|]\s*(?P<dashed>\d[^\n*_:]{3,20}(?::\d\d){0,2}[^\n*_:]{0,12}))?"
)
_SHAPES: Final = (
    re.compile(r"(?P<level>#{1,6})[ \t]+\W{0,4}" + _NAME + r"\b" + _TIME + r"\s*:?\W{0,3}(?P<text>)$", re.IGNORECASE),
    re.compile(
        r"(?P<level>[*_]{2,4})" + _NAME + _TIME + r"\s*(?::[*_]{2,4}|[*_]{2,4}:|[*_]{2,4}(?=\s*$))[ \t]*(?P<text>.*)$",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<level>)" + _NAME + _TIME + r":(?:[ \t]+|$)(?P<text>.*)$", re.IGNORECASE),
)
_LABEL: Final = 2
_FIRST_OF: Final = ("#", "*_", "".join({name[0] + name[0].upper() for name in _NAMES}))
_FENCED: Final = " `~"
_FIRST: Final = frozenset("".join(_FIRST_OF) + _FENCED)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*")


@dataclass(frozen=True, slots=True)
class _Heading:
    shape: tuple[int, str]  # which form, and the level within it
    role: Role
    at: str | None
    text: str  # what stands on the line after it


class _Headings:
    """Finds role headings outside code. The first decides the shape; another shape is somebody's text."""

    def __init__(self) -> None:
        self.shape: tuple[int, str] | None = None
        self.fence = ""
        self.fence_line = 0

    def of(self, text: str, number: int) -> _Heading | None:
        """The heading this line is, if it is one; lines must come in order."""
        first = text[:1]
        if first not in _FIRST:
            return None
        if first in _FENCED and (mark := _FENCE.match(text)):
            if not self.fence:
                self.fence, self.fence_line = mark[1], number
            elif mark[1].startswith(self.fence) and not text.strip().strip(self.fence[0]):
                self.fence = ""
            return None
        if self.fence or (self.shape and first not in _FIRST_OF[self.shape[0]]):
            return None
        heading = _heading(text)
        if heading is None or (self.shape and heading.shape != self.shape):
            return None
        self.shape = heading.shape
        return heading


def sniff(head: bytes) -> bool:
    """Whether a text that begins with `head` (UTF-8) has headings of both a user and an assistant."""
    headings = _Headings()
    found = (headings.of(text, 0) for text in _lines(head))
    return {heading.role for heading in found if heading} >= {"user", "assistant"}


def session_of(head: bytes) -> str:
    """The session id of a transcript: a hash of its first turn with what stands before it.

    Its first line alone, `## User`, is every transcript's.
    """
    headings = _Headings()
    seen = 0
    kept: list[str] = []
    for text in _lines(head):
        seen += headings.of(text, 0) is not None
        if seen > 1:
            break
        kept.append(text)
    return line_digest("\n".join(kept).encode())


def records(lines: Iterable[Line | Skip], turns: Turns) -> Iterator[Record | Skip]:
    """The records of a transcript, and what was left out; `turns.session` as `session_of` gives it."""
    headings = _Headings()
    turn: Message | None = None
    start = Line("", 0, 0, b"")
    texts: list[str] = []
    size = 0

    def close() -> Iterator[Record | Skip]:
        if turn is not None:
            yield from _turn(turn, texts, start, turns)
        elif any(text.strip() for text in texts):
            yield start.skip("before-first-turn")

    for entry in lines:
        if isinstance(entry, Skip):
            yield entry
            continue
        line = entry
        try:
            text = line.raw.decode()
        except UnicodeDecodeError:
            yield line.skip("not-utf-8")
            text = line.raw.decode("utf-8", "replace")
        heading = headings.of(text, line.number)
        if heading is not None:
            yield from close()
            turn = Message(turns.session, heading.role, [], at=heading.at, chained=True)
            texts, size, start = [heading.text] if heading.text else [], 0, line
            continue
        if not texts and turn is None:
            start = line
        texts.append(text)
        size += len(text)
        if size > _PART_CHARACTERS:
            if turn is not None:
                turn.parts.append(Part("\n".join(texts)))
            else:
                yield from close()
            texts, size = [], 0
    yield from close()
    if headings.fence:
        yield Line(start.path, headings.fence_line, 0, b"").skip("open-fence")


def _lines(head: bytes) -> list[str]:
    return head.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _heading(text: str) -> _Heading | None:
    for form, shape in enumerate(_SHAPES):
        if match := shape.match(text):
            if form == _LABEL and match["name"][0].islower():  # `user: bob` is a setting
                return None
            time = match["time"] or match["dashed"]
            role = _NAMES[match["name"].lower()]
            at = utc((time or "").strip().replace(" UTC", "Z"))
            return _Heading((form, match["level"]), role, at, match["text"].strip())
    return None


def _turn(turn: Message, texts: list[str], start: Line, turns: Turns) -> Iterator[Record | Skip]:
    while texts and (not texts[-1].strip() or _RULE.fullmatch(texts[-1])):
        texts.pop()
    while texts and not texts[0].strip():
        texts.pop(0)
    turn.parts.append(Part("\n".join(texts)))
    if turn.role == "tool":
        for part in turn.parts:
            part.kind = "tool_result"
    silent = True
    for row in turns.records(turn, start):
        silent = False
        yield row
    if silent:
        yield start.skip("no-text")
