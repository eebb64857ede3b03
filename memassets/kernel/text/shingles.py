"""Shingles: runs of word tokens as stable 64-bit hashes, the same however a text was wrapped, quoted or numbered."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

MATCHER = f"mix64-k{policy.SHINGLE_TOKENS}-n1"
"""Hash, shingle length and normaliser version. Shingles of two matchers say nothing of each other."""

_CHUNK_BYTES = 1 << 20  # what a processor's cache holds with the arrays made of it
_PAD = b" " * 9

_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_-])")
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINE_ESCAPE = re.compile(r"\\[nrt]")
_HYPHENATED = re.compile("[\u2010\u00ad][ \\t]*\\n[ \\t]*")
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_SPOTS = re.compile("[\x00-\x7f]?[^\x00-\x7f]+")  # no mark joins what stands before the character it follows
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f]")
_PATH_PREFIX = re.compile(r"^[\w./@+-]*[\w@+-]\.\w{1,8}[:-]\d{1,7}[:-]", re.MULTILINE)
_PREFIX_HEAD_CHARS = 1000


@dataclass(frozen=True, slots=True)
class Tokens:
    """The word tokens of one text: start and end in code points of that text, and a hash each."""

    starts: Places
    ends: Places
    hashes: Hashes


@dataclass(frozen=True, slots=True)
class Batch:
    """The shingles of many texts: the text each stands in, its hash; and the tokens of every text."""

    texts: Places
    shingles: Hashes
    tokens: Places


def tokens(text: str) -> Tokens:
    """The tokens of a text with their places; runs of digits alone are none, a CJK character is one."""
    normal, origin = _traced(text)
    content = normal.encode("utf-8", "surrogatepass")
    starts, lengths, hashes = _tokenised(content + _PAD)
    ends = starts + lengths
    if not content.isascii():
        heads = np.cumsum((np.frombuffer(content, np.uint8) & 0xC0) != 0x80) - 1  # code point of every byte
        starts, ends = heads[starts], heads[ends - 1] + 1
    if origin is not None:
        # a shortened spelling ends where what follows it begins
        starts, ends = origin[starts], np.maximum(origin[ends - 1] + 1, np.append(origin, len(text))[ends])
    return Tokens(starts.astype(np.int64), ends.astype(np.int64), hashes)


def shingles(hashes: Hashes) -> Hashes:
    """The shingle that starts at each token; as many as there are tokens, less one short of a shingle's length."""
    size = policy.SHINGLE_TOKENS
    count = len(hashes) - size + 1
    if count <= 0:
        return np.empty(0, np.uint64)
    total = hashes[:count] * _WEIGHTS[0]
    for place in range(1, size):
        total += hashes[place : place + count] * _WEIGHTS[place]
    return _mixed(total)


def varied(hashes: Hashes) -> npt.NDArray[np.bool_]:
    """Which shingles have enough distinct tokens to say where they come from ("---- ---- ----" has not)."""
    size = policy.SHINGLE_TOKENS
    count = max(len(hashes) - size + 1, 0)
    distinct = np.ones(count, np.int64)
    for place in range(1, size):
        new = np.ones(count, bool)
        for before in range(place):
            new &= hashes[place : place + count] != hashes[before : before + count]
        distinct += new
    enough: npt.NDArray[np.bool_] = distinct >= policy.SHINGLE_DISTINCT_TOKENS
    return enough


def batched(texts: Iterable[str], *, only_varied: bool = False) -> Batch:
    """The shingles of many texts at once, in the order of the texts."""
    parts: list[tuple[Places, Hashes, Places]] = []
    base = 0
    for contents in _chunks(texts):
        parts.append(_shingled(contents, base, only_varied))
        base += len(contents)
    if not parts:
        return Batch(np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0, np.int64))
    return Batch(
        np.concatenate([p[0] for p in parts]),
        np.concatenate([p[1] for p in parts]),
        np.concatenate([p[2] for p in parts]),
    )


def as_hex(text: str) -> list[str]:
    """The telling shingles of a text, each once, as 16 hex digits: 64-bit integers break JSON readers."""
    found = batched([text], only_varied=True).shingles
    return [f"{value:016x}" for value in np.unique(found).tolist()]


def normalised(text: str) -> str:
    """The text as its tokens are read from it: colours, escapes and prefixes undone, NFKC, not yet lower case."""
    for spots, rewritten in _steps(text):
        text = spots.sub(rewritten, text)
    return text


def readable(text: str) -> str:
    """The text, as long as it was, with colours, escaped line ends and the path prefixes of a listing blanked."""
    for spots, rewritten in _steps(text):
        if rewritten is _blanked:
            text = spots.sub(rewritten, text)
    return text


def _chunks(texts: Iterable[str]) -> Iterator[list[bytes]]:
    waiting: list[bytes] = []
    size = 0
    for text in texts:
        content = normalised(text).encode("utf-8", "surrogatepass")
        waiting.append(content)
        size += len(content)
        if size >= _CHUNK_BYTES:
            yield waiting
            waiting, size = [], 0
    if waiting:
        yield waiting


def _shingled(contents: Sequence[bytes], base: int, only_varied: bool) -> tuple[Places, Hashes, Places]:
    bounds = np.cumsum(np.fromiter(map(len, contents), np.int64, len(contents)) + 1)
    starts, _, hashes = _tokenised(b" ".join(contents) + _PAD)
    upto = np.searchsorted(starts, bounds)
    counts = np.diff(upto, prepend=0)
    found = shingles(hashes)
    owner = np.repeat(np.arange(len(contents)), counts)[: len(found)]
    whole = np.arange(len(found)) + policy.SHINGLE_TOKENS <= upto[owner]
    if only_varied:
        whole &= varied(hashes)
    return owner[whole] + base, found[whole], counts


# normalisation ---------------------------------------------------------------------------------------------------

_Rewriting = Callable[[re.Match[str]], str]


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
    if ":" not in text[:_PREFIX_HEAD_CHARS] or not _PATH_PREFIX.search(text[:_PREFIX_HEAD_CHARS]):
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


def _traced(text: str) -> tuple[str, Places | None]:
    """The normalised text, and for each of its code points the one it came from; None where that is its own."""
    origin: Places | None = None
    for spots, rewritten in _steps(text):
        pieces: list[str] = []
        places: list[Places] = []
        at = 0
        for found in spots.finditer(text):
            new = rewritten(found)
            if new == found[0]:
                continue
            pieces += [text[at : found.start()], new]
            places += [np.arange(at, found.start()), _placed(found, new, rewritten)]
            at = found.end()
        if not pieces:
            continue
        places.append(np.arange(at, len(text)))
        text = "".join([*pieces, text[at:]])
        step = np.concatenate(places).astype(np.int64)
        origin = step if origin is None else origin[step]
    return text, origin


def _placed(found: re.Match[str], new: str, rewritten: _Rewriting) -> Places:
    """The code points that those of a replacement came from."""
    old = found[0]
    if len(new) == len(old):
        return np.arange(found.start(), found.end())
    if rewritten is _folded:
        single = [unicodedata.normalize("NFKC", c).casefold() for c in old]
        if "".join(single) == new:  # no character joined its neighbour
            return np.repeat(np.arange(found.start(), found.end()), [len(s) for s in single])
    return found.start() + np.minimum(np.arange(len(new)), len(old) - 1)


# tokens ------------------------------------------------------------------------------------------------------------

_LETTERS = bytes(c if c >= 128 else ord(chr(c).lower()) if chr(c).isalnum() or c == 95 else 32 for c in range(256))
_MASKS = np.array([0, *((1 << (8 * n)) - 1 for n in range(1, 9))], np.uint64)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_WEIGHTS = np.array([pow(0x9E3779B97F4A7C15, n, 1 << 64) for n in range(1, 2 * policy.SHINGLE_TOKENS, 2)], np.uint64)
_DIGIT_HIGH, _DIGIT_ZEROS, _DIGIT_CARRY = (np.uint64(b * 0x0101010101010101) for b in (0xF0, 0x30, 0x06))


def _mixed(values: Hashes) -> Hashes:
    """The finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    values = (values ^ (values >> np.uint64(30))) * _FIRST
    values = (values ^ (values >> np.uint64(27))) * _SECOND
    return values ^ (values >> np.uint64(31))


def _tokenised(content: bytes) -> tuple[Places, Places, Hashes]:
    """Start, length in bytes and hash of every token; the last eight bytes are padding."""
    letters = content.translate(_LETTERS)
    buffer = np.frombuffer(letters, np.uint8)
    if not letters.isascii():
        buffer = _without_signs(np.frombuffer(bytearray(letters), np.uint8))
    inside = buffer != 32
    edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
    if inside[0]:
        edges = np.concatenate(([0], edges))
    starts, lengths = edges[0::2], edges[1::2] - edges[0::2]
    eights = np.ndarray(shape=(len(buffer) - 7,), dtype="<u8", buffer=buffer, strides=(1,))
    first = eights[starts] & _MASKS[np.minimum(lengths, 8)]
    worded = ~_is_number(first, lengths)
    starts, lengths, first = starts[worded], lengths[worded], first[worded]
    hashes = _mixed(first + lengths.astype(np.uint64) * _GOLDEN)
    longer, at = np.flatnonzero(lengths > 8), 8
    while len(longer):
        left = lengths[longer] - at
        part = eights[starts[longer] + at] & _MASKS[np.minimum(left, 8)]
        hashes[longer] = _mixed(hashes[longer] ^ (part + _GOLDEN))
        at += 8
        longer = longer[left > 8]
    return starts, lengths, hashes


def _is_number(first: Hashes, lengths: Places) -> npt.NDArray[np.bool_]:
    """Which tokens are nothing but up to eight digits: line numbers, counts, ports."""
    padded = first | (_DIGIT_ZEROS & ~_MASKS[np.minimum(lengths, 8)])
    low, high = padded & _DIGIT_HIGH, (padded + _DIGIT_CARRY) & _DIGIT_HIGH
    digits: npt.NDArray[np.bool_] = (low == _DIGIT_ZEROS) & (high == _DIGIT_ZEROS) & (lengths <= 8)
    return digits


def _without_signs(buffer: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """UTF-8 bytes with signs blanked: U+0080-00BF, U+2000-2BFF, U+3000-303F and the pictures from U+1F000."""
    heads = np.flatnonzero(buffer >= 0xC2)
    head, following = buffer[heads], buffer[np.minimum(heads + 1, len(buffer) - 1)]
    three = ((head == 0xE2) & (following <= 0xAF)) | ((head == 0xE3) & (following == 0x80))
    for spots, width in ((head == 0xC2, 2), (three, 3), ((head == 0xF0) & (following == 0x9F), 4)):
        for offset in range(width):
            buffer[heads[spots] + offset] = 32
    return buffer
