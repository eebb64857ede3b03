"""The assets of the write path, each one call into the module it is named after."""

from typing import Any

import dagster as dg
import polars as pl

from memassets import history, lineage, reporting
from memassets.kernel import fixtures, frozen
from memassets.kernel.verdict import Verdict
from memassets.write import evaluation
from memassets.write import manifest as manifests
from memassets.write import report as report_tables
from memassets.write import verdict as verdicts


@dg.asset(**reporting.described("write/candidates", code=verdicts.ASSETS["write/candidates"]))
def candidates() -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(evaluation.corpus())


@dg.asset(**reporting.described("write/decisions"))
def decisions(candidates: pl.DataFrame) -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(evaluation.judged(candidates))


@dg.asset(**reporting.described("write/manifest", kind="json"))
def manifest() -> dg.MaterializeResult[dict[str, Any]]:
    found = manifests.manifest(fixtures.content(manifests.FIXTURE))
    return dg.MaterializeResult(
        value=found,
        data_version=dg.DataVersion(fixtures.digest(manifests.FIXTURE)),
        metadata={"candidates": len(found["entries"]), "sealed": frozen.is_sealed(found)},
    )


@dg.asset(**reporting.described("write/verdict", kind="json"))
def verdict(
    candidates: pl.DataFrame, decisions: pl.DataFrame, manifest: dict[str, Any]
) -> dg.MaterializeResult[Verdict]:
    return reporting.answer(evaluation.judge(candidates, decisions, manifest))


@dg.asset(**reporting.described("write/report", kind="markdown"))
def report(
    context: dg.AssetExecutionContext, verdict: Verdict, manifest: dict[str, Any]
) -> dg.MaterializeResult[dict[str, Any]]:
    found = lineage.since_green(verdict.basis, history.last_green(context.instance, "write"), frozen.basis_of(manifest))
    return reporting.report(
        verdict,
        history.attributed(context.instance, "write", found.changes),
        found.against,
        confusion=reporting.shown(report_tables.confusion_table(verdict)),
        rules=reporting.shown(report_tables.rule_table(verdict)),
        hard=reporting.shown(report_tables.reason_table(verdict)),
        wrong=reporting.shown(report_tables.wrong_table(verdict)),
        drift=reporting.shown(report_tables.drift_table(verdict)),
        picture=reporting.bars("Labelled candidates refused, by rule", report_tables.refusals(verdict)),
    )


ASSETS = [candidates, decisions, manifest, verdict, report]
