"""The whole path in one call, for the shell: no vault, no log, no instance, no lock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.kernel import digests, fixtures
from memassets.kernel.ports import Embedder
from memassets.kernel.verdict import Basis, Verdict, basis_of
from memassets.read import baseline, facts, probes, rankings, topics, twins, verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict, and the table it was taken from."""

    verdict: Verdict
    rankings: pl.DataFrame
    frozen: dict[str, Any] | None


def evaluate(*, seed: int, size: int, asked: int, floor: float, embedder: Embedder, mode: str) -> Evaluation:
    """The read gate over the seeded corpus."""
    content = fixtures.content(topics.FIXTURE)
    words = topics.words(content)
    frames = topics.topics(content)
    corpus = facts.facts(frames, words, seed, size)
    asked_probes = probes.probes(corpus, asked, words.synonyms)
    controls = twins.twins(corpus, asked_probes)
    ranked = rankings.rankings(corpus, asked_probes, controls, embedder)
    frozen = baseline.baseline(fixtures.content(baseline.FIXTURE)) if has_baseline() else None
    answer = judge(
        (frames, corpus, asked_probes, controls, ranked),
        frozen,
        seed=seed,
        size=size,
        asked=asked,
        floor=floor,
        embedder=embedder.id,
        mode=mode,
    )
    return Evaluation(answer, ranked, frozen)


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
) -> Verdict:
    """The verdict on topics, facts, probes, twins and rankings, compared with the frozen baseline if there is one."""
    _, corpus, _, controls, ranked = tables
    return verdict.verdict(
        ranked,
        basis(tables, embedder, {"seed": seed, "size": size, "probes": asked, "mrrFloor": floor}),
        refused=int((~controls["kept"]).sum()),
        asked=asked,
        floor=floor,
        seed=seed,
        corpus_size=corpus.height + int(controls["kept"].sum()),
        baseline=frozen and baseline.ranks_for(frozen, seed=seed, size=size, asked=asked, embedder=embedder),
        mode=mode,
    )


def has_baseline() -> bool:
    """Whether a baseline was ever frozen."""
    return (fixtures.root() / baseline.FIXTURE).is_file()


def basis(tables: Sequence[pl.DataFrame], embedder: str, settings: dict[str, Any]) -> Basis:
    """The basis of a read verdict: its five tables in upstream order, today's policy, code and fixtures."""
    data = {asset: digests.of_frame(table) for asset, table in zip(verdict.ASSETS, tables, strict=False)}
    return basis_of(verdict.ASSETS, data, {topics.FIXTURE: fixtures.digest(topics.FIXTURE)}, settings, embedder)
