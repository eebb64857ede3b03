"""The one matcher: which artifacts a text may quote, counted in shingles, and the rule each kind is held to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Literal

import numpy as np
import numpy.typing as npt

from memassets.guard import postings
from memassets.kernel import policy
from memassets.kernel.text import shingles

Kind = Literal["reference", "skill", "memory"]
KINDS: tuple[Kind, ...] = ("reference", "skill", "memory")
Measure = Literal["matched", "containment"]

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

    def needed(self, kind: str, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The least numbers of distinct matched shingles that can quote artifacts of so many."""
        if kind == "reference":
            counts: npt.NDArray[np.float64] = np.minimum(self.reference_matched, self.reference_containment * sizes)
            return counts
        return sizes * np.float64(self.skill_containment if kind == "skill" else self.memory_containment)

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
        self._kinds = np.array([KINDS.index(a.kind) for a in artifacts], np.int8)
        parts: list[postings.Part] = []
        tokens = [np.empty(0, np.int64)]
        for batch in shingles.batches((a.text for a in artifacts), only_varied=True):
            parts.append(postings.part(batch.shingles, batch.texts))
            tokens.append(batch.tokens)
        self.tokens = np.concatenate(tokens)
        self._postings = postings.Postings(parts, self._kinds, stop)
        self.before_stop, self.sizes = self._postings.before_stop, self._postings.sizes
        for row, artifact in enumerate(artifacts):
            if artifact.kind == "skill" and (body := _FRONT_MATTER.sub("", artifact.text)) != artifact.text:
                self.sizes[row] = self._share(body, row) or self.sizes[row]
        self._forward: dict[int, npt.NDArray[np.uint64]] = {}

    def _share(self, text: str, artifact: int) -> int:
        """How many distinct telling shingles of an artifact a text has."""
        _, rows = self.hits(shingles.shingles(shingles.tokens(text).hashes))
        _, owners = self._postings.owners(np.unique(rows))
        return int((owners == artifact).sum())

    def emptied(self) -> list[str]:
        """Names of the artifacts that only say what many others say, so that nothing can quote them."""
        return [
            a.name for a, size, had in zip(self.artifacts, self.sizes, self.before_stop, strict=True) if had > size == 0
        ]

    def hits(self, sequence: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Which shingles of a sequence any artifact has, and the number of each in the index."""
        return self._postings.find(sequence)

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
        needed = np.ones(len(self.artifacts))
        for number, kind in enumerate(KINDS):
            of_kind = self._kinds == number
            needed[of_kind] = np.maximum(1.0, thresholds.needed(kind, self.sizes[of_kind]))
        for batch in shingles.batches(texts):
            at, rows = self.hits(batch.shingles)
            which, owners = self._postings.owners(rows)
            pairs = batch.texts[at[which]] * len(self.artifacts) + owners
            for pair in _distinct(pairs, rows[which], needed, len(self.artifacts)).tolist():
                yield divmod(pair, len(self.artifacts))


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
