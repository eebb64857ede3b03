"""The whole path in one call, for the shell: no vault, no log, no instance, no lock."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.kernel import digests, fixtures, policy
from memassets.kernel.verdict import Basis, Verdict, basis_of
from memassets.write import candidates as candidates_table
from memassets.write import decisions as decisions_table
from memassets.write import manifest as manifest_table
from memassets.write import sessions, verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, the table it was taken from, and what was frozen before ({} for nothing)."""

    verdict: Verdict
    decisions: pl.DataFrame
    frozen: dict[str, Any]


def evaluate() -> Evaluation:
    """The write gate over the labelled corpus and its variants."""
    proposed = candidates()
    decided = decisions(proposed)
    frozen = manifest_table.manifest(frozen_content())
    return Evaluation(judge(proposed, decided, frozen), decided, frozen)


def candidates() -> pl.DataFrame:
    """The labelled candidates of the corpus and their variants."""
    content = fixtures.content(candidates_table.FIXTURE)
    seed, rounds = policy.WRITE_HARD_SEED, policy.WRITE_HARD_ROUNDS
    return candidates_table.candidates(content, sessions.corpus(), seed=seed, rounds=rounds)


def decisions(candidates: pl.DataFrame) -> pl.DataFrame:
    """What the gate says of them, over the transcripts, the holdings and the withheld spans of the corpus."""
    records = sessions.corpus()
    held = decisions_table.holdings(fixtures.content(decisions_table.HOLDINGS_FIXTURE))
    excluded = decisions_table.excluded_spans(fixtures.content(decisions_table.EXCLUDED_FIXTURE), records)
    return decisions_table.decisions(candidates, records, held, excluded)


def frozen_content() -> bytes | None:
    """The bytes of the frozen manifest, None where nothing was ever frozen."""
    frozen = fixtures.root() / manifest_table.FIXTURE
    return frozen.read_bytes() if frozen.is_file() else None


def judge(candidates: pl.DataFrame, decisions: pl.DataFrame, manifest: dict[str, Any]) -> Verdict:
    """The verdict on candidates and decisions, compared with the frozen manifest."""
    return verdict.verdict(decisions, manifest, _basis(candidates, decisions))


def fixture_digests() -> dict[str, str]:
    """The digest of every file the corpus is made of."""
    files = [
        candidates_table.FIXTURE,
        decisions_table.EXCLUDED_FIXTURE,
        decisions_table.HOLDINGS_FIXTURE,
        *sessions.files(),
    ]
    return {name: fixtures.digest(name) for name in files}


def _basis(candidates: pl.DataFrame, decisions: pl.DataFrame) -> Basis:
    """The basis of a write verdict: its tables in upstream order, today's policy, code and fixtures."""
    tables = (candidates, decisions)
    data = {asset: digests.of_frame(table) for asset, table in zip(verdict.ASSETS, tables, strict=False)}
    return basis_of(verdict.ASSETS, data, fixture_digests(), {})
