"""The assets of the read path."""

from typing import Any

import dagster as dg
import polars as pl

from memassets import history, lineage, reporting
from memassets.kernel import fixtures, policy
from memassets.kernel.verdict import Verdict
from memassets.read import baseline as baseline_table
from memassets.read import evaluation
from memassets.read import facts as facts_table
from memassets.read import paired as paired_table
from memassets.read import probes as probes_table
from memassets.read import rankings as rankings_table
from memassets.read import report as report_tables
from memassets.read import topics as topics_table
from memassets.read import twins as twins_table
from memassets.resources import EmbedderResource


class Corpus(dg.Config):
    """What the corpus is grown from."""

    seed: int = policy.READ_SEED
    size: int = policy.READ_SIZE_ROWS


class Asked(dg.Config):
    """How many targets are asked for."""

    probes: int = policy.READ_PROBES


@dg.asset(**reporting.described("read/topics"))
def topics() -> dg.MaterializeResult[pl.DataFrame]:
    content = fixtures.content(topics_table.FIXTURE)
    return reporting.table(topics_table.topics(content), version=fixtures.digest(topics_table.FIXTURE))


@dg.asset(**reporting.described("read/facts"))
def facts(topics: pl.DataFrame, config: Corpus) -> dg.MaterializeResult[pl.DataFrame]:
    words = topics_table.words(fixtures.content(topics_table.FIXTURE))
    return reporting.table(
        facts_table.facts(topics, words, config.seed, config.size), seed=config.seed, size=config.size
    )


@dg.asset(**reporting.described("read/probes"))
def probes(facts: pl.DataFrame, config: Asked) -> dg.MaterializeResult[pl.DataFrame]:
    words = topics_table.words(fixtures.content(topics_table.FIXTURE))
    return reporting.table(probes_table.probes(facts, config.probes, words.synonyms), asked=config.probes)


@dg.asset(**reporting.described("read/twins"))
def twins(facts: pl.DataFrame, probes: pl.DataFrame) -> dg.MaterializeResult[pl.DataFrame]:
    found = twins_table.twins(facts, probes)
    return reporting.table(found, refused=int((~found["kept"]).sum()))


@dg.asset(**reporting.described("read/rankings", kind="numpy"))
def rankings(
    facts: pl.DataFrame, probes: pl.DataFrame, twins: pl.DataFrame, embedder: EmbedderResource
) -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(rankings_table.rankings(facts, probes, twins, embedder.embedder()), embedder=embedder.mode)


@dg.asset(**reporting.described("read/paired", kind="numpy"))
def paired(
    facts: pl.DataFrame,
    probes: pl.DataFrame,
    twins: pl.DataFrame,
    rankings: pl.DataFrame,
    embedder: EmbedderResource,
) -> dg.MaterializeResult[pl.DataFrame]:
    synonyms = topics_table.words(fixtures.content(topics_table.FIXTURE)).synonyms
    return reporting.table(
        paired_table.paired(facts, probes, twins, rankings, synonyms, embedder.embedder()), embedder=embedder.mode
    )


@dg.asset(**reporting.described("read/baseline", kind="json"))
def baseline() -> dg.MaterializeResult[dict[str, Any]]:
    content = fixtures.content(baseline_table.FIXTURE)
    found = baseline_table.baseline(content)
    return dg.MaterializeResult(
        value=found,
        data_version=dg.DataVersion(fixtures.digest(baseline_table.FIXTURE)),
        metadata={"questions": len(found["ranks"]), "seed": found["seed"], "embedder": found["embedder"]},
    )


@dg.asset(**reporting.described("read/verdict", kind="json"))
def verdict(
    context: dg.AssetExecutionContext,
    topics: pl.DataFrame,
    facts: pl.DataFrame,
    probes: pl.DataFrame,
    twins: pl.DataFrame,
    rankings: pl.DataFrame,
    baseline: dict[str, Any],
    embedder: EmbedderResource,
) -> dg.MaterializeResult[Verdict]:
    grown = reporting.made_with(context.instance, "read/facts")
    asked = reporting.made_with(context.instance, "read/probes")
    return reporting.answer(
        evaluation.judge(
            (topics, facts, probes, twins, rankings),
            baseline,
            seed=grown["seed"],
            size=grown["size"],
            asked=asked["asked"],
            floor=policy.MRR_FLOOR,
            embedder=embedder.embedder().id,
            mode=embedder.mode,
        )
    )


@dg.asset(**reporting.described("read/report", kind="markdown"))
def report(
    context: dg.AssetExecutionContext, verdict: Verdict, paired: pl.DataFrame, baseline: dict[str, Any]
) -> dg.MaterializeResult[dict[str, Any]]:
    found = lineage.since_green(
        verdict.basis, history.last_green(context.instance, "read"), baseline_table.frozen_basis(baseline)
    )
    return reporting.report(
        verdict,
        history.attributed(context.instance, "read", found.changes),
        found.against,
        groups=reporting.shown(report_tables.group_table(verdict)),
        arms=reporting.shown(report_tables.arm_table(verdict)),
        inversions=reporting.shown(report_tables.inversion_table(verdict)),
        ungated=reporting.shown(report_tables.ungated_table(verdict, paired), report_tables.UNGATED),
        paired=reporting.shown(report_tables.paired_table(paired)),
        picture=reporting.bars("Mean reciprocal rank", report_tables.scores(verdict), verdict.floor),
    )


ASSETS = [topics, facts, probes, twins, rankings, paired, baseline, verdict, report]
