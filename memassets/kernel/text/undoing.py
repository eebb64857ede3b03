"""What terminals, listings, JSON and typography do to a text, undone: its words are the same wherever it stands."""

import re
import unicodedata
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]
_Rewriting = Callable[[re.Match[str]], str]

_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_-])")
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINE_ESCAPE = re.compile(r"\\[nrt]")
_HYPHENATED = re.compile("[\u2010\u00ad][ \\t]*\\n[ \\t]*")
_INVISIBLE_SIGNS = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_INVISIBLE = re.compile(f"[{_INVISIBLE_SIGNS}]")
_SPOTS = re.compile("[\x00-\x7f]?[^\x00-\x7f]+")  # no mark joins what stands before the character it follows
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f]")
_CJK_RUN = re.compile(f"{_CJK.pattern}+")
_PATH_HINT = re.compile(r"\.\w{1,8}[:-]\d")  # part of any path prefix, found without a try at every line's start
_PATH_PREFIX = re.compile(r"^[\w./@+-]*[\w@+-]\.\w{1,8}[:-]\d{1,7}[:-]", re.MULTILINE)
_PREFIX_HEAD_CHARS = 1000


def normalised(text: str) -> str:
    """The text as its tokens are read from it: colours, escapes and prefixes undone, NFKC; ASCII keeps its case or not.

    The tokens are those of `traced`, which rewrites spot by spot in order to know the places.
    """
    for spots, rewritten in _steps(text):
        at_once = _AT_ONCE.get(spots)
        text = at_once(text) if at_once else spots.sub(rewritten, text)
    return text


def readable(text: str) -> str:
    """The text, as long as it was, with colours, escaped line ends and the path prefixes of a listing blanked."""
    for spots, rewritten in _steps(text):
        if rewritten is _blanked:
            text = spots.sub(rewritten, text)
    return text


def traced(text: str) -> tuple[str, Places | None]:
    """The normalised text, and for each of its code points the one it came from; None where that is its own."""
    origin: Places | None = None
    for spots, rewritten in _steps(text):
        pieces: list[str] = []
        heads, shifts = [0], [0]  # where in the new text a stretch begins, how much longer the text has become by there
        odd: list[int] = []  # code points of replacements of another length, and
        sources: list[int] = []  # where they came from
        at = grown = 0
        for found in spots.finditer(text):
            new, (start, end) = rewritten(found), found.span()
            if new == found[0]:
                continue
            pieces += [text[at:start], new]
            at = end
            if len(new) != end - start:
                odd.extend(range(start + grown, start + grown + len(new)))
                sources.extend(_placed(found, new, rewritten))
                grown += len(new) - (end - start)
                heads.append(end + grown)
                shifts.append(grown)
        if not pieces:
            continue
        text = "".join([*pieces, text[at:]])
        if len(heads) == 1:
            continue
        step = np.arange(len(text)) - np.repeat(shifts, np.diff(heads, append=len(text)))
        step[odd] = sources
        origin = step if origin is None else origin[step]
    return text, origin


def _steps(text: str) -> Iterator[tuple[re.Pattern[str], _Rewriting]]:
    """What has to be rewritten in a text, in order; plain ASCII without escapes needs nothing.

    A step looks only at the text it is given first: none of them makes work for an earlier one.
    """
    if "\x1b" in text:
        yield _ANSI, _blanked
    if "\\" in text:
        if "\\u" in text:
            yield _UNICODE_ESCAPE, _unescaped
        yield _LINE_ESCAPE, _blanked
    if _is_listing(text):
        yield _PATH_PREFIX, _blanked
    if not text.isascii() or "\\u" in text:
        yield _HYPHENATED, _removed
        yield _INVISIBLE, _removed
        yield _SPOTS, _folded
        yield _CJK, _apart


def _is_listing(text: str) -> bool:
    """Whether most lines start with a path and a line number, as a search prints them."""
    head = text[:_PREFIX_HEAD_CHARS]
    if ":" not in head or not _PATH_HINT.search(head) or not _PATH_PREFIX.search(head):
        return False
    lines = sum(1 for line in text.splitlines() if line.strip())
    return 2 * len(_PATH_PREFIX.findall(text)) > lines


def _blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _removed(_: re.Match[str]) -> str:
    return ""


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))


def _folded(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", found[0]).casefold()


def _apart(found: re.Match[str]) -> str:
    return f" {found[0]} "


def _lines_blanked(text: str) -> str:
    for escape in ("\\n", "\\r", "\\t"):
        text = text.replace(escape, "  ")
    return text


def _joined(text: str) -> str:
    return _HYPHENATED.sub("", text) if "\u2010" in text or "\u00ad" in text else text


def _shown(text: str) -> str:
    for sign in _INVISIBLE_SIGNS:
        text = text.replace(sign, "")
    return text


def _all_folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _all_apart(text: str) -> str:
    return _CJK_RUN.sub(lambda run: f" {' '.join(run[0])} ", text)


# What does to a whole text what a rewriting does spot by spot, many times as fast.
_AT_ONCE: dict[re.Pattern[str], Callable[[str], str]] = {
    _LINE_ESCAPE: _lines_blanked,
    _HYPHENATED: _joined,
    _INVISIBLE: _shown,
    _SPOTS: _all_folded,
    _CJK: _all_apart,
}


def _placed(found: re.Match[str], new: str, rewritten: _Rewriting) -> list[int]:
    """The code points that those of a longer or shorter replacement came from."""
    start, old = found.start(), found[0]
    if rewritten is _folded:
        single = [unicodedata.normalize("NFKC", c).casefold() for c in old]
        if "".join(single) == new:  # no character joined its neighbour
            return [place for place, folded in enumerate(single, start) for _ in folded]
    return [start + min(n, len(old) - 1) for n in range(len(new))]
