"""The whole path in one call, for the shell: no vault, no log, no instance, no lock."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.formats.rows import Record
from memassets.formats.sessions import read_session
from memassets.kernel import digests, fixtures
from memassets.kernel.verdict import Basis, Verdict, basis_of
from memassets.write import candidates, decisions, hard, manifest, verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, the table it was taken from, and what it was compared with."""

    verdict: Verdict
    decisions: pl.DataFrame
    manifest: dict[str, Any] | None


def evaluate() -> Evaluation:
    """The write gate over the labelled corpus and its adversarial variants."""
    proposed = corpus()
    decided = judged(proposed)
    frozen = manifest.manifest(fixtures.content(manifest.FIXTURE)) if has_manifest() else None
    return Evaluation(judge(proposed, decided, frozen), decided, frozen)


def corpus() -> pl.DataFrame:
    """The labelled candidates and their variants."""
    labelled = candidates.candidates(fixtures.content(candidates.FIXTURE))
    return pl.concat([labelled, hard.hard(labelled)])


def judged(proposed: pl.DataFrame) -> pl.DataFrame:
    """What the gate says of every candidate of the corpus."""
    excluded = decisions.excluded_spans(fixtures.content(decisions.EXCLUDED_FIXTURE), records())
    held = decisions.holdings(fixtures.content(decisions.HOLDINGS_FIXTURE))
    return decisions.decisions(proposed, records(), held, excluded)


def records() -> Iterator[Record]:
    """The records of the corpus's transcripts."""
    for name in _sessions():
        for row in read_session(fixtures.root() / name):
            if isinstance(row, Record):
                yield row


def judge(proposed: pl.DataFrame, decided: pl.DataFrame, frozen: Mapping[str, Any] | None) -> Verdict:
    """The verdict on the tables, compared with the frozen manifest if there is one."""
    return verdict.verdict(decided, frozen, basis((proposed, decided)))


def has_manifest() -> bool:
    """Whether a manifest was ever frozen."""
    return (fixtures.root() / manifest.FIXTURE).is_file()


def basis(tables: Sequence[pl.DataFrame]) -> Basis:
    """The basis of a write verdict: its tables in upstream order, today's policy, code and fixtures."""
    data = {asset: digests.of_frame(table) for asset, table in zip(verdict.ASSETS, tables, strict=False)}
    return basis_of(verdict.ASSETS, data, {name: fixtures.digest(name) for name in inputs()}, {})


def inputs() -> list[str]:
    """The fixtures that the path reads, its own manifest apart."""
    return [candidates.FIXTURE, *_sessions(), decisions.HOLDINGS_FIXTURE, decisions.EXCLUDED_FIXTURE]


def _sessions() -> list[str]:
    folder = fixtures.root() / decisions.SESSIONS_FOLDER
    return [f"{decisions.SESSIONS_FOLDER}/{file.name}" for file in sorted(folder.glob("*.jsonl"))]
