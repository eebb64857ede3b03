"""The whole path in one call, for the shell: no vault, no log, no instance, no lock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.kernel import digests, fixtures
from memassets.kernel.ports import Embedder, Ranker
from memassets.kernel.verdict import Basis, Verdict, basis_of
from memassets.read import baseline, facts, probes, rankings, topics, twins, verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, and the tables it was taken from."""

    verdict: Verdict
    facts: pl.DataFrame
    probes: pl.DataFrame
    twins: pl.DataFrame
    rankings: pl.DataFrame
    synonyms: dict[str, str]
    frozen: dict[str, Any] | None


def evaluate(
    *,
    seed: int,
    size: int,
    asked: int,
    floor: float,
    embedder: Embedder,
    mode: str,
    ranker: Ranker | None = None,
    committed: dict[str, int] | None = None,
) -> Evaluation:
    """The read gate over the seeded corpus, by the built-in ranker or one of the user's own.

    `committed` are ranks to compare with instead of the frozen ones.
    """
    content = fixtures.content(topics.FIXTURE)
    words = topics.words(content)
    frames = topics.topics(content)
    corpus = facts.facts(frames, words, seed, size)
    asked_probes = probes.probes(corpus, asked, words.synonyms)
    controls = twins.twins(corpus, asked_probes)
    ranked = rankings.rankings(corpus, asked_probes, controls, embedder, ranker)
    frozen = baseline.baseline(fixtures.content(baseline.FIXTURE)) if has_baseline() else None
    answer = judge(
        (frames, corpus, asked_probes, controls, ranked),
        frozen,
        seed=seed,
        size=size,
        asked=asked,
        floor=floor,
        embedder=ranker.id if ranker else embedder.id,
        mode=mode,
        arms=verdict.FOREIGN if ranker else verdict.ARMS,
        committed=committed,
    )
    return Evaluation(answer, corpus, asked_probes, controls, ranked, words.synonyms, frozen)


def judge(
    tables: tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame, pl.DataFrame, pl.DataFrame],
    frozen: dict[str, Any] | None,
    *,
    seed: int,
    size: int,
    asked: int,
    floor: float,
    embedder: str,
    mode: str,
    arms: tuple[str, ...] = verdict.ARMS,
    committed: dict[str, int] | None = None,
) -> Verdict:
    """The verdict on topics, facts, probes, twins and rankings, compared with the frozen baseline if there is one."""
    _, corpus, _, controls, ranked = tables
    ranks = frozen and baseline.ranks_for(frozen, seed=seed, size=size, asked=asked, embedder=embedder)
    return verdict.verdict(
        ranked,
        basis(tables, embedder, {"seed": seed, "size": size, "probes": asked, "mrrFloor": floor}),
        refused=int((~controls["kept"]).sum()),
        asked=asked,
        floor=floor,
        seed=seed,
        corpus_size=corpus.height + int(controls["kept"].sum()),
        baseline=ranks if committed is None else committed,
        mode=mode,
        arms=arms,
    )


def unmeasured(mode: str, reason: str, *, seed: int, size: int, asked: int, floor: float) -> Verdict:
    """The verdict of a run whose backend could not be used: nothing was measured, and that is no pass."""
    settings = {"seed": seed, "size": size, "probes": asked, "mrrFloor": floor}
    return verdict.skipped(mode, reason, basis((), mode, settings), floor)


def has_baseline() -> bool:
    """Whether a baseline was ever frozen."""
    return (fixtures.root() / baseline.FIXTURE).is_file()


def basis(tables: Sequence[pl.DataFrame], embedder: str, settings: dict[str, Any]) -> Basis:
    """The basis of a read verdict: its five tables in upstream order, today's policy, code and fixtures."""
    data = {asset: digests.of_frame(table) for asset, table in zip(verdict.ASSETS, tables, strict=False)}
    return basis_of(verdict.ASSETS, data, {topics.FIXTURE: fixtures.digest(topics.FIXTURE)}, settings, embedder)
