"""The whole path in one call, for the shell: no vault, no log, no instance, no lock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.kernel import digests, fixtures
from memassets.kernel.verdict import Basis, Verdict, basis_of
from memassets.merge import decisions, groups, hard, manifest, verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, the table it was taken from, and what it was compared with."""

    verdict: Verdict
    decisions: pl.DataFrame
    manifest: dict[str, Any]  # {} where nothing was ever frozen


def evaluate() -> Evaluation:
    """The merge gate over the labelled groups and their seeded variants."""
    asked = corpus()
    decided = decisions.decisions(asked)
    frozen = manifest.manifest(fixtures.content(manifest.FIXTURE) if has_manifest() else None)
    return Evaluation(judge(asked, decided, frozen), decided, frozen)


def corpus() -> pl.DataFrame:
    """The labelled groups and their variants."""
    labelled = groups.groups(fixtures.content(groups.FIXTURE))
    return pl.concat([labelled, hard.hard(labelled)])


def judge(asked: pl.DataFrame, decided: pl.DataFrame, frozen: Mapping[str, Any]) -> Verdict:
    """The verdict on the tables, compared with the frozen manifest, {} for none."""
    return verdict.verdict(decided, frozen, basis((asked, decided)))


def has_manifest() -> bool:
    """Whether a manifest was ever frozen."""
    return (fixtures.root() / manifest.FIXTURE).is_file()


def basis(tables: Sequence[pl.DataFrame]) -> Basis:
    """The basis of a merge verdict: its tables in upstream order, today's policy, code and fixtures."""
    data = {asset: digests.of_frame(table) for asset, table in zip(verdict.ASSETS, tables, strict=False)}
    return basis_of(verdict.ASSETS, data, {groups.FIXTURE: fixtures.digest(groups.FIXTURE)}, {})
