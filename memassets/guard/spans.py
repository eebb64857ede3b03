"""Where a record quotes an artifact: counted in windows, placed as spans, and spared where a sentence was corrected."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from memassets.guard.matcher import Index, Measure, Thresholds
from memassets.kernel import policy
from memassets.kernel.text import names, negation, normal, numbers, shingles, undoing

Span = tuple[int, int]

_UNIT_END = re.compile(r"[.!?。！？]+[\"')\]*`]*(?=\s)|\n(?=\s*\n)|\n(?=[^\S\n]*(?:[-*+•|#>]|\d+[.)]\s|```|~~~|<))")
_LINE_NUMBER = re.compile(r"^[ \t]*\|?[ \t]*\d{1,7}[ \t]*(?:→|\t|[:|]|[.)](?=\s)| - ?)", re.MULTILINE)
_DIGITS_AFTER = re.compile(r"(?:[ \t,:(=~-]*\d[\d.,]*\b)*[^\w\s<>#]*")
_DIGITS_BEFORE = re.compile(r"(?:[^\w\s<>]*\d[\d.,]*[ \t]+)?[^\w\s<>:#]*$")


@dataclass(frozen=True, slots=True)
class Found:
    """What a record holds of one artifact."""

    artifact: int  # its row in the index
    measure: Measure
    score: float
    threshold: float
    matched: int  # distinct shingles of the fullest window
    containment: float  # share of the artifact's shingles, 0..1
    quoted: tuple[Span, ...]  # code points of the record's text
    corrected: tuple[Span, ...]  # sentences that change a number, a negation or a name


class Text:
    """A record's text as the matcher sees it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = shingles.tokens(text)
        self.shingles = shingles.shingles(self.tokens.hashes)
        self._readable: str | None = None

    @property
    def readable(self) -> str:
        """The text with what a terminal or a listing added blanked, at the same places."""
        if self._readable is None:
            self._readable = _unnumbered(undoing.readable(self.text))
        return self._readable

    def place(self, first: int, end: int) -> Span:
        """The span of tokens first..end-1, with the figures and signs that belong to them."""
        start, stop = int(self.tokens.starts[first]), int(self.tokens.ends[end - 1])
        after = _DIGITS_AFTER.match(self.text, stop)
        before = _DIGITS_BEFORE.search(self.text[max(0, start - 40) : start])
        return start - (len(before[0]) if before else 0), after.end() if after else stop


def found(record: Text, artifact: int, index: Index, thresholds: Thresholds) -> Found | None:
    """The spans in which a record quotes an artifact; None where no window reaches the artifact's threshold."""
    source = index.artifacts[artifact]
    size = int(index.sizes[artifact])
    own = index.of(artifact)
    hits = np.flatnonzero(np.isin(record.shingles, own[own != 0]))
    width = max(policy.WINDOW_CHARS, int(policy.WINDOW_PER_ARTIFACT * len(source.text)))
    windows = _windows(record, hits, width)
    reached = [(len(np.unique(record.shingles[w])), w) for w in windows]
    reached = [(n, w) for n, w in reached if thresholds.reached(source.kind, n, size)]
    if not reached:
        return None
    matched = max(n for n, _ in reached)
    rule = thresholds.reached(source.kind, matched, size)
    assert rule is not None
    runs = _runs(np.unique(np.concatenate([w for _, w in reached])))
    telling_tokens = min(int(index.tokens[artifact]), size + policy.SHINGLE_TOKENS - 1)
    if telling_tokens < policy.SHORT_TOKENS:
        runs = [run for run in runs if _makes_up_most(record, run)]
    if telling_tokens < policy.TINY_TOKENS or not runs:
        return None
    corrected = _corrections(record, runs, hits, own, source.text)
    quoted = without([record.place(*run) for run in runs], corrected)
    return Found(artifact, *rule, matched, round(min(matched / size, 1.0), 4), tuple(quoted), tuple(corrected))


def without(spans: Sequence[Span], holes: Sequence[Span]) -> list[Span]:
    """The spans less the holes; what a hole leaves of a span is dropped where it holds no word."""
    kept = list(spans)
    for low, high in holes:
        kept = [
            part
            for start, end in kept
            for part in ((start, min(end, low)), (max(start, high), end))
            if part[0] < part[1]
        ]
    return kept


def merged(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, overlapping and touching ones as one."""
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = out[-1][0], max(end, out[-1][1])
        else:
            out.append((start, end))
    return out


def units(text: str) -> list[Span]:
    """The sentences, list items and table rows of a text, which together are all of it."""
    bounds = [0, *(m.end() for m in _UNIT_END.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(bounds) if a < b]


def _windows(record: Text, hits: npt.NDArray[np.int64], width: int) -> list[npt.NDArray[np.int64]]:
    """The hits of every window, each half over the next."""
    half = record.tokens.starts[hits] // (width // 2)
    bounds = np.flatnonzero(np.diff(half, prepend=-1))
    if not len(bounds):
        return []
    ends = [*bounds[1:], len(hits)]
    found: list[npt.NDArray[np.int64]] = []
    for place, start in enumerate(bounds):
        joined = place + 1 < len(bounds) and half[bounds[place + 1]] == half[start] + 1
        found.append(hits[start : ends[place + 1] if joined else ends[place]])
    return found


def _runs(hits: npt.NDArray[np.int64]) -> list[tuple[int, int]]:
    """Stretches of tokens that the hits cover, over gaps too small to be anybody's words; phrases are dropped."""
    gaps = np.diff(hits) - policy.SHINGLE_TOKENS >= policy.RESIDUE_WORDS
    heads = np.flatnonzero(np.concatenate(([True], gaps)))
    tails = np.append(heads[1:] - 1, len(hits) - 1)
    runs = zip(hits[heads].tolist(), (hits[tails] + policy.SHINGLE_TOKENS).tolist(), strict=True)
    return [(a, b) for a, b in runs if b - a >= policy.TINY_TOKENS]


def _makes_up_most(record: Text, run: tuple[int, int]) -> bool:
    """Whether a run is most of the line, or of the sentences, that it stands in."""
    start, end = int(record.tokens.starts[run[0]]), int(record.tokens.ends[run[1] - 1])
    text = record.readable
    line = text.rfind("\n", 0, start) + 1, (text.find("\n", end) + 1 or len(text) + 1) - 1
    overlapping = [u for u in units(text) if u[0] < end and u[1] > start]
    sentences = overlapping[0][0], overlapping[-1][1]
    return any((run[1] - run[0]) >= policy.SHORT_COVER * _count(record, around) for around in (line, sentences))


def _count(record: Text, span: Span) -> int:
    low, high = np.searchsorted(record.tokens.starts, span)
    return int(high - low)


# corrections -----------------------------------------------------------------------------------------------------


def _corrections(
    record: Text,
    runs: Sequence[tuple[int, int]],
    hits: npt.NDArray[np.int64],
    own: npt.NDArray[np.uint64],
    source: str,
) -> list[Span]:
    """The sentences of the runs that say something else than the artifact where they quote it."""
    tokens = record.tokens
    covered = np.zeros(len(tokens.starts) + 1, np.int64)
    for low, high in runs:
        covered[low:high] = 1
    found: list[Span] = []
    for start, end in units(record.readable):
        low, high = (int(p) for p in np.searchsorted(tokens.starts, (start, end)))
        if 2 * int(covered[low:high].sum()) < high - low or low == high:
            continue
        inside = hits[(hits >= low) & (hits < high)]
        if len(inside) and _changed(record.readable[start:end], _aligned(record, inside, own, source)):
            found.append((start, end))
    return found


def _aligned(record: Text, hits: npt.NDArray[np.int64], own: npt.NDArray[np.uint64], source: str) -> str:
    """The sentences of the artifact that stand where the hits do, by the offset that most hits agree on."""
    rows, places = np.nonzero(own[None, :] == record.shingles[hits][:, None])
    offsets = places - hits[rows]
    values, counts = np.unique(offsets, return_counts=True)
    near = np.abs(offsets - values[counts.argmax()]) <= policy.SHORT_TOKENS
    text, tokens, bounds = _source(source)
    start = int(tokens.starts[places[near].min()])
    last = int(places[near].max()) + policy.SHINGLE_TOKENS - 1
    end = int(tokens.ends[last])
    whole = [u for u in bounds if u[0] < end and u[1] > start]
    return text[whole[0][0] : whole[-1][1]]


@lru_cache(maxsize=64)
def _source(text: str) -> tuple[str, shingles.Tokens, list[Span]]:
    readable = _unnumbered(undoing.readable(text))
    return readable, shingles.tokens(text), units(readable)


def _changed(quote: str, original: str) -> bool:
    """Whether a quote changes a number, a negation or a name of the original; what was added or cut off at length
    is no change."""
    now, was = numbers.tokens(quote), numbers.tokens(original)
    if now == was:
        return False
    named: set[str] | None = None  # finding names costs more than all the rest, and few sentences come to it
    for kind, i, i_end, j, j_end in SequenceMatcher(None, now, was, autojunk=False).get_opcodes():
        if kind == "equal" or max(i_end - i, j_end - j) > policy.CORRECTION_EDGE_WORDS:
            continue
        inner = min(i, j) > 0 and i_end < len(now) and j_end < len(was)
        # a title left off is no change, be there a "not" in it; a "never" alone that is left off is one
        added, gone = {*now[i:i_end]} & negation.CUES, {*was[j:j_end]} & negation.CUES
        cut_off = not inner and not {*was[j:j_end]} <= negation.CUES | normal.STOP_WORDS
        if added or (gone and not cut_off):
            return True
        counted = [any(map(numbers.is_number, side)) for side in (now[i:i_end], was[j:j_end])]
        if all(counted) or (inner and any(counted)):  # at an edge, one side alone is a row number or what was cut off
            return True
        if kind == "replace":
            named = _named(quote, original) if named is None else named
            told = [not named.isdisjoint(side) for side in (now[i:i_end], was[j:j_end])]
            if all(told) or (inner and any(told)):  # as with numbers
                return True
    return False


def _named(*texts: str) -> set[str]:
    return {word for text in texts for name in names.names(text) for word in normal.words(name)}


def _unnumbered(text: str) -> str:
    """The text with line numbers blanked where most lines carry one, and the numbers of list items."""
    lines = sum(1 for line in text.splitlines() if line.strip())
    marked = _LINE_NUMBER.findall(text)
    if not marked:
        return text
    most = 2 * len(marked) > lines
    return _LINE_NUMBER.sub(lambda m: " " * len(m[0]) if most or m[0][-1] in ".)" else m[0], text)
