"""The labelled part of the path in one call, for the shell: no vault, no log, no instance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.guard import corpus, quotes, skills, thresholds, verdict
from memassets.guard.matcher import Thresholds
from memassets.guard.outcomes import Sweep
from memassets.guard.skills import Decisions
from memassets.guard.verdict import Audit
from memassets.kernel import digests, fixtures, policy
from memassets.kernel.verdict import Basis, Verdict, basis_of


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, the tables it was taken from, and what is frozen."""

    verdict: Verdict
    sweep: pl.DataFrame
    decisions: Decisions
    frozen: dict[str, Any] | None


def evaluate(
    overrides: Mapping[str, float] | None = None,
    *,
    seed: int = policy.GUARD_SEED,
    sessions: int = policy.GUARD_SESSIONS,
) -> Evaluation:
    """The guard over the labelled corpus; ValueError for a threshold there is none of."""
    labelled = corpus.corpus(seed, sessions)
    found = quotes.quotes(labelled, corpus.artifacts())
    in_force = Thresholds.of(overrides)
    swept = thresholds.thresholds(Sweep(labelled, found), in_force)
    return judge((labelled, found, swept), in_force, {"seed": seed, "sessions": sessions})


def judge(
    tables: tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame],
    in_force: Thresholds,
    drawn: Mapping[str, int],
    *,
    audit: Audit | None = None,
    notes: Mapping[str, Any] | None = None,
    revision: str | None = None,
) -> Evaluation:
    """The verdict on labelled corpus, quotes and sweep, `drawn` with seed and sessions; on a vault's audit where one is
    given."""
    labelled, found, swept = tables
    sweep = Sweep(labelled, found)
    decided = skills.decisions(found, in_force)
    frozen = skills.frozen(fixtures.content(skills.FIXTURE)) if is_frozen() else None
    answer = verdict.verdict(
        sweep.at(in_force),
        thresholds.classes(sweep.at(quotes.LOWEST)),
        (decided, skills.decisions(_without_references(labelled), in_force)),
        frozen,
        in_force,
        basis(tables, {**drawn, **in_force.as_values()}, revision),
        audit,
        notes,
    )
    return Evaluation(answer, swept, decided, frozen)


def _without_references(labelled: pl.DataFrame) -> pl.DataFrame:
    """The quotes of the records about skills, with nothing but skills in the index."""
    about_skills = labelled.filter(pl.col("class").str.starts_with("skill"))
    return quotes.quotes(about_skills, [a for a in corpus.artifacts() if a.kind == "skill"])


def is_frozen() -> bool:
    """Whether the skill decisions were ever frozen."""
    return (fixtures.root() / skills.FIXTURE).is_file()


def basis(tables: Sequence[pl.DataFrame], settings: dict[str, Any], revision: str | None) -> Basis:
    """The basis of a guard verdict: the labelled tables, today's policy, code and fixtures; `revision` of a vault."""
    names = ("guard/corpus", "guard/quotes", "guard/thresholds")
    data = {asset: digests.of_frame(table) for asset, table in zip(names, tables, strict=True)}
    files = {name: fixtures.digest(name) for name in corpus.FIXTURES}
    return basis_of(verdict.ASSETS, data, files, settings, revision=revision)
