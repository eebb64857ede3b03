"""The assets of the merge path, each one call into the module it is named after."""

from typing import Any

import dagster as dg
import polars as pl

from memassets import history, lineage, reporting
from memassets.kernel import fixtures, frozen
from memassets.kernel.verdict import Verdict
from memassets.merge import decisions as decision_table
from memassets.merge import evaluation
from memassets.merge import manifest as manifests
from memassets.merge import report as report_tables
from memassets.merge import verdict as verdicts


@dg.asset(**reporting.described("merge/groups", code=verdicts.ASSETS["merge/groups"]))
def groups() -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(evaluation.corpus())


@dg.asset(**reporting.described("merge/decisions"))
def decisions(groups: pl.DataFrame) -> dg.MaterializeResult[pl.DataFrame]:
    return reporting.table(decision_table.decisions(groups))


@dg.asset(**reporting.described("merge/manifest", kind="json"))
def manifest() -> dg.MaterializeResult[dict[str, Any]]:
    found = manifests.manifest(fixtures.content(manifests.FIXTURE))
    return dg.MaterializeResult(
        value=found,
        data_version=dg.DataVersion(fixtures.digest(manifests.FIXTURE)),
        metadata={"pairs": len(found["entries"]), "sealed": frozen.is_sealed(found)},
    )


@dg.asset(**reporting.described("merge/verdict", kind="json"))
def verdict(groups: pl.DataFrame, decisions: pl.DataFrame, manifest: dict[str, Any]) -> dg.MaterializeResult[Verdict]:
    return reporting.answer(evaluation.judge(groups, decisions, manifest))


@dg.asset(**reporting.described("merge/report", kind="markdown"))
def report(
    context: dg.AssetExecutionContext, verdict: Verdict, manifest: dict[str, Any]
) -> dg.MaterializeResult[dict[str, Any]]:
    found = lineage.since_green(verdict.basis, history.last_green(context.instance, "merge"), frozen.basis_of(manifest))
    return reporting.report(
        verdict,
        history.attributed(context.instance, "merge", found.changes),
        found.against,
        counts=reporting.shown(report_tables.count_table(verdict)),
        stages=reporting.shown(report_tables.stage_table(verdict)),
        vetoes=reporting.shown(report_tables.veto_table(verdict)),
        false_vetoes=reporting.shown(report_tables.false_veto_table(verdict)),
        wrong=reporting.shown(report_tables.wrong_table(verdict)),
        drift=reporting.shown(report_tables.drift_table(verdict)),
        picture=reporting.bars("Labelled pairs, by the stage they end at", report_tables.stages(verdict)),
    )


ASSETS = [groups, decisions, manifest, verdict, report]
