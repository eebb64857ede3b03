"""Where a reader writes down what it could not take, and the cleaning every yielded text goes through."""

import re
from collections.abc import Callable, Sequence

from memassets.formats.rows import Skip

_ANSI = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~])"
_UNSEEN = re.compile(_ANSI + "|(?P<lost>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f])")
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """A text that encodes as UTF-8 and holds no control characters but tab and line feed."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub("\ufffd", _UNSEEN.sub("", text))


class Damage:
    """What one file's reader had to skip; `skips` is in the order it was named."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self._content = content
        self._named: list[Skip] = []

    @property
    def skips(self) -> tuple[Skip, ...]:
        return tuple(self._named)

    def name(self, code: str, message: str, *, line: int = 0, byte: int = 0) -> None:
        self._named.append(Skip(self.path, line, byte, code, message))

    def at_line(self, line: int, code: str, message: str) -> None:
        """Name something that starts on a line, counted from 1."""
        byte = 0
        for _ in range(line - 1):
            end = self._content.find(b"\n", byte)
            if end < 0:
                break
            byte = end + 1
        self.name(code, message, line=line, byte=byte)

    def at_byte(self, byte: int, code: str, message: str) -> None:
        self.name(code, message, line=self._content.count(b"\n", 0, byte) + 1, byte=byte)

    def extend(self, skips: Sequence[Skip]) -> None:
        self._named.extend(skips)

    def decode(self) -> str | None:
        """The file as clean text; None where it is not UTF-8, with the first bad byte named."""
        try:
            text = self._content.decode("utf-8")
        except UnicodeDecodeError as error:
            self._not_utf8(error)
            return None
        return self._cleaned(text)

    def decode_lossy(self, prepare: Callable[[str], str] = str) -> str:
        """The file as clean text, each bad byte replaced and the first of them named."""
        try:
            text = self._content.decode("utf-8")
        except UnicodeDecodeError as error:
            self._not_utf8(error)
            text = self._content.decode("utf-8", "surrogateescape")
        return self._cleaned(prepare(text))

    def clean(self, text: str, *, line: int, byte: int = 0) -> str:
        """A clean copy of a value, named where characters were lost."""
        if text.isprintable():
            return text
        if _SURROGATE.search(text) or any(match["lost"] for match in _UNSEEN.finditer(text)):
            message = "Characters that are no text were left out of a value."
            self.name("control-characters", message, line=line, byte=byte)
        return clean(text)

    def _not_utf8(self, error: UnicodeDecodeError) -> None:
        bad = error.object[error.start]
        self.at_byte(error.start, "not-utf-8", f"The byte {bad:#04x} does not belong to UTF-8 text.")

    def _cleaned(self, text: str) -> str:
        lost = [match.start() for match in _UNSEEN.finditer(text) if match["lost"]]
        if lost:
            byte = len(text[: lost[0]].encode("utf-8", "surrogateescape"))
            self.at_byte(byte, "control-characters", f"{len(lost)} control characters were left out.")
        return clean(text.removeprefix("\ufeff"))
