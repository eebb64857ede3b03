"""Shingles: runs of word tokens as stable 64-bit hashes, the same however a text was wrapped, quoted or numbered."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy
from memassets.kernel.text import undoing

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

MATCHER = f"mix64-k{policy.SHINGLE_TOKENS}-n1"
"""Hash, shingle length and normaliser version. Shingles of two matchers say nothing of each other."""

_CHUNK_BYTES = 1 << 18  # the arrays made of it stay in the cache and in the heap: four times that cost page faults
_PAD = b" " * 9


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
    normal, origin = undoing.traced(text)
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


def batches(texts: Iterable[str], *, only_varied: bool = False) -> Iterator[Batch]:
    """The shingles of many texts, in their order, a quarter of a megabyte of whole texts at a time.

    `texts` counts from the first of all; `tokens` is of the batch's own texts.
    """
    base = 0
    for contents in _chunks(texts):
        yield _shingled(contents, base, only_varied)
        base += len(contents)


def batched(texts: Iterable[str], *, only_varied: bool = False) -> Batch:
    """The shingles of many texts at once, in the order of the texts."""
    parts = list(batches(texts, only_varied=only_varied))
    if not parts:
        return Batch(np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0, np.int64))
    return Batch(
        np.concatenate([p.texts for p in parts]),
        np.concatenate([p.shingles for p in parts]),
        np.concatenate([p.tokens for p in parts]),
    )


def as_hex(text: str) -> list[str]:
    """The telling shingles of a text, each once, as 16 hex digits: 64-bit integers break JSON readers."""
    found = batched([text], only_varied=True).shingles
    return [f"{value:016x}" for value in np.unique(found).tolist()]


def _chunks(texts: Iterable[str]) -> Iterator[list[bytes]]:
    waiting: list[bytes] = []
    size = 0
    for text in texts:
        content = undoing.normalised(text).encode("utf-8", "surrogatepass")
        waiting.append(content)
        size += len(content)
        if size >= _CHUNK_BYTES:
            yield waiting
            waiting, size = [], 0
    if waiting:
        yield waiting


def _shingled(contents: Sequence[bytes], base: int, only_varied: bool) -> Batch:
    bounds = np.cumsum(np.fromiter(map(len, contents), np.int64, len(contents)) + 1)
    starts, _, hashes = _tokenised(b" ".join(contents) + _PAD)
    upto = np.searchsorted(starts, bounds)
    counts = np.diff(upto, prepend=0)
    found = shingles(hashes)
    owner = np.repeat(np.arange(len(contents)), counts)[: len(found)]
    whole = np.arange(len(found)) + policy.SHINGLE_TOKENS <= upto[owner]
    if only_varied:
        whole &= varied(hashes)
    return Batch(owner[whole] + base, found[whole], counts)


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
