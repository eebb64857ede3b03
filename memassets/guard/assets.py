"""The assets of the guard path."""

from typing import Any

import dagster as dg
import polars as pl

from memassets import history, lineage, reporting
from memassets.guard import artifacts as artifacts_table
from memassets.guard import audit, evaluation
from memassets.guard import corpus as corpus_table
from memassets.guard import evidence as evidence_table
from memassets.guard import exclusions as exclusions_table
from memassets.guard import matches as matches_table
from memassets.guard import quotes as quotes_table
from memassets.guard import report as report_tables
from memassets.guard import sections as sections_table
from memassets.guard import sessions as sessions_table
from memassets.guard import skills as frozen_skills
from memassets.guard import thresholds as thresholds_table
from memassets.guard.matcher import Index
from memassets.guard.outcomes import Sweep
from memassets.guard.verdict import Audit
from memassets.kernel import digests, fixtures, policy
from memassets.kernel.verdict import Verdict
from memassets.resources import VaultResource


class Labelled(dg.Config):
    """What the labelled corpus is drawn from."""

    seed: int = policy.GUARD_SEED
    sessions: int = policy.GUARD_SESSIONS


@dg.asset(**reporting.described("guard/corpus"))
def corpus(config: Labelled) -> dg.MaterializeResult[pl.DataFrame]:
    found = corpus_table.corpus(config.seed, config.sessions)
    return reporting.table(found, seed=config.seed, sessions=config.sessions)


@dg.asset(**reporting.described("guard/sections"))
def sections(context: dg.AssetExecutionContext, vault: VaultResource) -> dg.MaterializeResult[pl.DataFrame]:
    found = sections_table.sections(vault.root(context.instance))
    problems = found.filter(pl.col("problem") != "").select("name", "problem")
    return reporting.table(found, problems=dg.MetadataValue.md(reporting.markdown_table(problems, width=200)))


@dg.asset(**reporting.described("guard/artifacts", kind="delta"))
def artifacts(
    context: dg.AssetExecutionContext, sections: pl.DataFrame, vault: VaultResource
) -> dg.MaterializeResult[pl.DataFrame]:
    log = vault.log(context.instance)
    before = artifacts_table.artifacts(log.events(*artifacts_table.LOGGED))
    told = log.append(artifacts_table.changes(sections_table.whole(sections), before), context.run.run_id)
    live = artifacts_table.artifacts(log.events(*artifacts_table.LOGGED))
    vault.keep(context.instance, artifacts_table.FILE, artifacts_table.lines(live))
    return reporting.table(live, events=told, log=log.version())


@dg.asset(**reporting.described("guard/sessions"))
def sessions(context: dg.AssetExecutionContext, vault: VaultResource) -> dg.MaterializeResult[pl.DataFrame]:
    found = sessions_table.sessions(vault.root(context.instance))
    skipped = found.select(pl.col("skipped").explode()).drop_nulls()
    return reporting.table(
        found,
        records=int(found["records"].sum()),
        damaged=int(found["damaged"].sum()),
        skipped=dg.MetadataValue.md(reporting.markdown_table(skipped.head(50), width=200)),
    )


@dg.asset(**reporting.described("guard/matches", kind="numpy"))
def matches(
    context: dg.AssetExecutionContext,
    sections: pl.DataFrame,
    artifacts: pl.DataFrame,
    sessions: pl.DataFrame,
    vault: VaultResource,
) -> dg.MaterializeResult[pl.DataFrame]:
    index = Index(artifacts_table.indexed(artifacts, sections_table.whole(sections)))
    in_force = artifacts_table.in_force(vault.log(context.instance).events(artifacts_table.THRESHOLD))
    records = sessions_table.records(vault.root(context.instance), sessions)
    found = matches_table.matches(records, index, in_force)
    return reporting.table(found, thresholds=in_force.as_values(), emptied=index.emptied())


@dg.asset(**reporting.described("guard/evidence"))
def evidence(
    context: dg.AssetExecutionContext, sessions: pl.DataFrame, matches: pl.DataFrame, vault: VaultResource
) -> dg.MaterializeResult[pl.DataFrame]:
    records = sessions_table.records(vault.root(context.instance), sessions)
    return reporting.table(evidence_table.evidence(records, matches))


@dg.asset(**reporting.described("guard/exclusions", kind="delta"))
def exclusions(
    context: dg.AssetExecutionContext, sessions: pl.DataFrame, matches: pl.DataFrame, vault: VaultResource
) -> dg.MaterializeResult[pl.DataFrame]:
    records = sessions_table.records(vault.root(context.instance), sessions)
    log = vault.log(context.instance)
    told = log.append(exclusions_table.ingested(records, matches), context.run.run_id)
    return reporting.table(exclusions_table.exclusions(matches), events=told, log=log.version())


@dg.asset(**reporting.described("guard/quotes", kind="numpy"))
def quotes(corpus: pl.DataFrame) -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(quotes_table.quotes(corpus, corpus_table.artifacts()))


@dg.asset(**reporting.described("guard/thresholds"))
def thresholds(
    context: dg.AssetExecutionContext, corpus: pl.DataFrame, quotes: pl.DataFrame, vault: VaultResource
) -> dg.MaterializeResult[pl.DataFrame]:
    in_force = artifacts_table.in_force(vault.log(context.instance).events(artifacts_table.THRESHOLD))
    return reporting.table(thresholds_table.thresholds(Sweep(corpus, quotes), in_force))


@dg.asset(**reporting.described("guard/verdict", kind="json"))
def verdict(
    context: dg.AssetExecutionContext,
    corpus: pl.DataFrame,
    quotes: pl.DataFrame,
    sections: pl.DataFrame,
    artifacts: pl.DataFrame,
    sessions: pl.DataFrame,
    evidence: pl.DataFrame,
    exclusions: pl.DataFrame,
    thresholds: pl.DataFrame,
    vault: VaultResource,
) -> dg.MaterializeResult[Verdict]:
    log = vault.log(context.instance)
    in_force = artifacts_table.in_force(log.events(artifacts_table.THRESHOLD))
    index = Index(artifacts_table.indexed(artifacts, sections_table.whole(sections)))
    drawn = reporting.made_with(context.instance, "guard/corpus")
    audited = Audit(
        leaks=audit.leaks(evidence, index, in_force),
        unexplained=audit.unexplained(exclusions, log.events("derived_excluded")),
        astray=audit.astray(vault.kept(context.instance, artifacts_table.FILE), log.events(*artifacts_table.LOGGED)),
    )
    found = evaluation.judge(
        (corpus, quotes, thresholds),
        in_force,
        {"seed": drawn["seed"], "sessions": drawn["sessions"]},
        audit=audited,
        notes={
            "artifacts": artifacts.height,
            "evidence": evidence.height,
            "exclusions": exclusions.height,
            "damaged": int(sessions["damaged"].sum()),
            "emptied": index.emptied(),
        },
        revision=digests.of_parts(
            {
                "sections": digests.of_frame(sections),
                "sessions": digests.of_frame(sessions),
                "evidence": digests.of_frame(evidence),
                "exclusions": digests.of_frame(exclusions),
            }
        ),
    )
    return reporting.answer(found.verdict)


@dg.asset(**reporting.described("guard/report", kind="markdown"))
def report(
    context: dg.AssetExecutionContext, verdict: Verdict, thresholds: pl.DataFrame
) -> dg.MaterializeResult[dict[str, Any]]:
    frozen = frozen_skills.frozen(fixtures.content(frozen_skills.FIXTURE))
    found = lineage.since_green(
        verdict.basis,
        history.last_green(context.instance, "guard"),
        frozen_skills.frozen_basis(frozen, verdict.basis.revision),
    )
    return reporting.report(
        verdict,
        history.attributed(context.instance, "guard", found.changes),
        found.against,
        classes=dg.MetadataValue.md(reporting.markdown_table(report_tables.class_table(verdict))),
        picture=reporting.bars("Recall", report_tables.scores(verdict), verdict.floor),
        sweep=reporting.curves(
            "Recall, precision and lost words", report_tables.lines(thresholds), report_tables.in_force(thresholds)
        ),
    )


ASSETS = [corpus, sections, artifacts, sessions, matches, evidence, exclusions, quotes, thresholds, verdict, report]
