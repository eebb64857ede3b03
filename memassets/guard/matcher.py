"""The one matcher: which artifacts a text may quote, counted in shingles, and the rule each kind is held to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Literal

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy
from memassets.kernel.text import shingles

Kind = Literal["reference", "skill", "memory"]
KINDS: tuple[Kind, ...] = ("reference", "skill", "memory")
Measure = Literal["matched", "containment"]

_BATCH_CHARS = 1 << 20
_TABLE_BITS = 27
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


class MatcherMismatchError(ValueError):
    """Shingles of another matcher, which would match nothing and say so by silence."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where on a window quotes an artifact of each kind; the defaults are those of the policy."""

    skill_containment: float
    memory_containment: float
    reference_matched: float
    reference_containment: float

    @classmethod
    def of(cls, overrides: Mapping[str, float] | None = None) -> "Thresholds":
        """The thresholds in force; ValueError for a name there is none of, a share outside 0..1, a count below 1."""
        values = {field.name: getattr(policy, field.name.upper()) for field in fields(cls)}
        for name, value in (overrides or {}).items():
            if name not in values:
                raise ValueError(f"{name}: no such threshold; there are {', '.join(values)}")
            if not (0 < value <= 1 if name.endswith("containment") else value >= 1):
                raise ValueError(f"{name}: {value} is no {'share' if name.endswith('containment') else 'count'}")
            values[name] = value
        return cls(**values)

    def as_values(self) -> dict[str, float]:
        """The thresholds by name."""
        return asdict(self)

    def needed(self, kind: str, size: int) -> float:
        """The least number of distinct matched shingles that can quote an artifact of so many."""
        if kind == "reference":
            return min(self.reference_matched, self.reference_containment * size)
        return (self.skill_containment if kind == "skill" else self.memory_containment) * size

    def reached(self, kind: str, matched: int, size: int) -> tuple[Measure, float, float] | None:
        """The measure, score and threshold by which a count quotes an artifact; None where it does not."""
        share = min(matched / size, 1.0) if size else 0.0
        if kind == "reference":
            if matched >= self.reference_matched:
                return "matched", float(matched), float(self.reference_matched)
            limit = self.reference_containment
        else:
            limit = self.skill_containment if kind == "skill" else self.memory_containment
        return ("containment", round(share, 4), limit) if size and share >= limit else None


@dataclass(frozen=True, slots=True)
class Artifact:
    """A text the system emitted."""

    kind: str
    name: str
    text: str
    sha256: str
    emitted_at: str | None = None
    matcher: str = shingles.MATCHER


class Index:
    """Shingle -> artifacts, for many; `stop` says from how many sections of a kind a shingle is boilerplate.

    `sizes` is what containment is a share of: the distinct telling shingles of each artifact. A skill is handed out
    with its front matter or without, so that the front matter is matched and not counted.
    """

    def __init__(self, artifacts: Sequence[Artifact], stop: int = policy.STOP_SECTIONS) -> None:
        for artifact in artifacts:
            if artifact.matcher != shingles.MATCHER:
                raise MatcherMismatchError(
                    f"{artifact.name}: its shingles are of {artifact.matcher}, this is {shingles.MATCHER};"
                    " `memassets ref sync` computes them anew"
                )
        self.artifacts = artifacts
        batch = shingles.batched((a.text for a in artifacts), only_varied=True)
        self.tokens = batch.tokens
        order = np.argsort(batch.shingles, kind="stable")
        keys, owners = batch.shingles[order], batch.texts[order].astype(np.int32)
        del batch, order
        new = np.ones(len(keys), bool)
        new[1:] = (keys[1:] != keys[:-1]) | (owners[1:] != owners[:-1])
        keys, owners = keys[new], owners[new]
        telling = self._telling(keys, owners, stop)
        self.before_stop = np.bincount(owners, minlength=len(artifacts))
        keys, owners = keys[telling], owners[telling]
        self.sizes = np.bincount(owners, minlength=len(artifacts))
        for row, artifact in enumerate(artifacts):
            if artifact.kind == "skill" and (body := _FRONT_MATTER.sub("", artifact.text)) != artifact.text:
                told = shingles.shingles(shingles.tokens(body).hashes)
                self.sizes[row] = len(np.intersect1d(keys[owners == row], told)) or self.sizes[row]
        heads = np.ones(len(keys), bool)
        heads[1:] = keys[1:] != keys[:-1]
        self._starts = np.flatnonzero(heads)
        self._counts = np.diff(np.append(self._starts, len(keys)))
        self._keys, self._owners = keys[self._starts], owners
        self._table = np.zeros(1 << (_TABLE_BITS - 3), np.uint8)
        slots = self._keys >> np.uint64(64 - _TABLE_BITS)
        np.bitwise_or.at(self._table, (slots >> np.uint64(3)).astype(np.int64), _bit(slots))
        self._forward: dict[int, npt.NDArray[np.uint64]] = {}

    def _telling(self, keys: npt.NDArray[np.uint64], owners: npt.NDArray[np.int32], stop: int) -> npt.NDArray[np.bool_]:
        """Which (shingle, artifact) pairs stay: those whose shingle stands in few enough artifacts of the kind."""
        kinds = np.array([KINDS.index(a.kind) for a in self.artifacts], np.int8)[owners]
        heads = np.ones(len(keys), bool)
        heads[1:] = keys[1:] != keys[:-1]
        group = np.cumsum(heads) - 1
        kept = np.ones(len(keys), bool)
        for kind in range(len(KINDS)):
            of_kind = kinds == kind
            counts = np.bincount(group[of_kind], minlength=int(group[-1]) + 1 if len(group) else 0)
            kept &= ~of_kind | (counts[group] <= stop)
        return kept

    def emptied(self) -> list[str]:
        """Names of the artifacts that only say what many others say, so that nothing can quote them."""
        return [
            a.name for a, size, had in zip(self.artifacts, self.sizes, self.before_stop, strict=True) if had > size == 0
        ]

    def hits(self, sequence: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Which shingles of a sequence any artifact has, and the row of each in the index."""
        if not len(self._keys):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        slots = sequence >> np.uint64(64 - _TABLE_BITS)
        known = np.flatnonzero(self._table[(slots >> np.uint64(3)).astype(np.int64)] & _bit(slots))
        asked = sequence[known]
        order = np.argsort(asked)  # sorted questions walk the keys once, where unsorted ones miss the cache each time
        rows = np.empty(len(asked), np.int64)
        rows[order] = np.searchsorted(self._keys, asked[order])
        rows[rows == len(self._keys)] = 0
        exact = self._keys[rows] == sequence[known]
        return known[exact], rows[exact]

    def of(self, artifact: int) -> npt.NDArray[np.uint64]:
        """The shingles of an artifact in its own order, 0 where a shingle tells nothing."""
        if artifact not in self._forward:
            sequence = shingles.shingles(shingles.tokens(self.artifacts[artifact].text).hashes)
            kept = np.zeros(len(sequence), bool)
            kept[self.hits(sequence)[0]] = True
            self._forward[artifact] = np.where(kept, sequence, np.uint64(0))
        return self._forward[artifact]

    def candidates(self, texts: Iterable[str], thresholds: Thresholds) -> Iterator[tuple[int, int]]:
        """(text, artifact) of every pair that shares enough distinct shingles to be worth placing, in order."""
        needed = np.array(
            [max(1.0, thresholds.needed(a.kind, int(s))) for a, s in zip(self.artifacts, self.sizes, strict=True)]
        )
        for base, part in _parts(texts):
            batch = shingles.batched(part)
            at, rows = self.hits(batch.shingles)
            if not len(at):
                continue
            counts = self._counts[rows]
            offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            owners = self._owners[np.repeat(self._starts[rows], counts) + offsets].astype(np.int64)
            pairs = np.repeat(batch.texts[at], counts) * len(self.artifacts) + owners
            distinct = _distinct(pairs, np.repeat(rows, counts), needed, len(self.artifacts))
            yield from ((base + int(pair) // len(self.artifacts), int(pair) % len(self.artifacts)) for pair in distinct)


def _distinct(
    pairs: npt.NDArray[np.int64], rows: npt.NDArray[np.int64], needed: npt.NDArray[np.float64], width: int
) -> npt.NDArray[np.int64]:
    """The pairs that hold at least as many distinct rows as their artifact needs."""
    found, inverse, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    enough = counts >= needed[found % width]
    likely = enough[inverse]
    order = np.lexsort((rows[likely], inverse[likely]))
    group, row = inverse[likely][order], rows[likely][order]
    new = np.ones(len(group), bool)
    new[1:] = (group[1:] != group[:-1]) | (row[1:] != row[:-1])
    distinct = np.bincount(group[new], minlength=len(found))
    kept: npt.NDArray[np.int64] = found[enough & (distinct >= needed[found % width])]
    return kept


def _parts(texts: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The texts in parts of about a megabyte, each with the number of its first text."""
    part: list[str] = []
    base = size = 0
    for text in texts:
        part.append(text)
        size += len(text)
        if size >= _BATCH_CHARS:
            yield base, part
            base += len(part)
            part, size = [], 0
    if part:
        yield base, part


def _bit(slots: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    return (np.uint64(1) << (slots & np.uint64(7))).astype(np.uint8)
