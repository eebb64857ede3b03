"""One record after the other through the guard: what quotes an artifact, and what stays evidence."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from memassets.formats.rows import Record
from memassets.guard import residue
from memassets.guard.matcher import Index, Thresholds
from memassets.guard.provenance import Provenance
from memassets.guard.spans import Span, Text, found, merged
from memassets.kernel import digests
from memassets.kernel.text import shingles

Outcome = Literal["withheld", "near-reference", "emitted-later", "tool-provenance"]

COMMAND = "command"  # the kind of what memassets printed itself, which is matched by who printed it, not by its text
_BATCH_CHARS = 1 << 20


@dataclass(frozen=True, slots=True)
class Match:
    """What a record has of one artifact, and what follows from it."""

    kind: str
    name: str
    sha256: str
    measure: str
    score: float
    threshold: float
    matched: int
    containment: float
    outcome: Outcome
    spans: tuple[Span, ...]  # withheld, in code points of the record's text
    corrected: tuple[Span, ...]  # sentences that change what the artifact says: kept

    @property
    def withholds(self) -> bool:
        """Whether anything of the record is withheld for it."""
        return bool(self.spans)


@dataclass(frozen=True, slots=True)
class Sifted:
    """A record, its matches, and the spans of it that stay evidence."""

    record: Record
    matches: tuple[Match, ...]
    kept: tuple[Span, ...]

    @property
    def withheld(self) -> list[Span]:
        """What is withheld of it, as one list of spans."""
        return merged([span for match in self.matches for span in match.spans])


def sift(records: Iterable[Record], index: Index, thresholds: Thresholds) -> Iterator[Sifted]:
    """Every record through the guard, in order; about a megabyte of text is held at a time."""
    provenance = Provenance()
    batch: list[Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.text)
        if size >= _BATCH_CHARS:
            yield from _sifted(batch, index, thresholds, provenance)
            batch, size = [], 0
    yield from _sifted(batch, index, thresholds, provenance)


def _sifted(batch: list[Record], index: Index, thresholds: Thresholds, provenance: Provenance) -> Iterator[Sifted]:
    likely: dict[int, list[int]] = {}
    for row, artifact in index.candidates((record.text for record in batch), thresholds):
        likely.setdefault(row, []).append(artifact)
    for row, record in enumerate(batch):
        command = provenance.of(record)
        if command:
            matches = [_printed(record, command)]
        elif row in likely:
            text = Text(record.text)
            matches = [m for a in likely[row] if (m := _match(record, text, a, index, thresholds))]
        else:
            matches = []
        spans = [span for match in matches for span in match.spans]
        yield Sifted(record, tuple(matches), tuple(residue.kept(record.text, spans)))


def _match(record: Record, text: Text, row: int, index: Index, thresholds: Thresholds) -> Match | None:
    what = found(text, row, index, thresholds)
    if what is None:
        return None
    artifact = index.artifacts[row]
    later = artifact.emitted_at is not None and record.at is not None and artifact.emitted_at > record.at
    outcome: Outcome = "emitted-later" if later else "withheld" if what.quoted else "near-reference"
    return Match(
        artifact.kind,
        artifact.name,
        artifact.sha256,
        what.measure,
        what.score,
        what.threshold,
        what.matched,
        what.containment,
        outcome,
        () if later else what.quoted,
        () if later else what.corrected,
    )


def _printed(record: Record, command: str) -> Match:
    """The whole of a record that memassets printed itself."""
    whole = ((0, len(record.text)),)
    digest = digests.of_text(record.text)
    count = max(len(shingles.tokens(record.text).hashes) - 4, 0)
    return Match(COMMAND, command, digest, "provenance", 1.0, 1.0, count, 1.0, "tool-provenance", whole, ())
