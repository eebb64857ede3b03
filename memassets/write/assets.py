"""The assets of the write path."""

from typing import Any

import dagster as dg
import polars as pl

from memassets import history, lineage, reporting
from memassets.kernel import digests, frozen, policy
from memassets.kernel.verdict import Verdict
from memassets.write import evaluation
from memassets.write import manifest as manifest_table
from memassets.write import report as report_tables


@dg.asset(**reporting.described("write/candidates"))
def candidates() -> dg.MaterializeResult[pl.DataFrame]:
    found = evaluation.candidates()
    # the transcripts are no rows of this table, and an edit of one is to be found in its versions all the same
    version = digests.of_json([digests.of_frame(found), evaluation.fixture_digests()])
    return reporting.table(found, version=version, seed=policy.WRITE_HARD_SEED, rounds=policy.WRITE_HARD_ROUNDS)


@dg.asset(**reporting.described("write/decisions"))
def decisions(candidates: pl.DataFrame) -> dg.MaterializeResult[pl.DataFrame]:
    found = evaluation.decisions(candidates)
    return reporting.table(found, refused=int((found["decision"] == "refuse").sum()))


@dg.asset(**reporting.described("write/manifest", kind="json"))
def manifest() -> dg.MaterializeResult[dict[str, Any]]:
    content = evaluation.frozen_content()
    found = manifest_table.manifest(content)
    return dg.MaterializeResult(
        value=found,
        data_version=dg.DataVersion(digests.of_bytes(content or b"")),
        metadata={"candidates": len(found.get("entries", {})), "sealed": frozen.is_sealed(found)},
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
    tables = {
        "confusion": report_tables.confusion_table(verdict),
        "measures": report_tables.measure_table(verdict),
        "refusals per rule": report_tables.rule_table(verdict),
        "reasons": report_tables.reason_table(verdict),
        "decided wrongly": report_tables.wrong_table(verdict),
        "drift": report_tables.drift_table(verdict),
    }
    return reporting.report(
        verdict,
        history.attributed(context.instance, "write", found.changes),
        found.against,
        **{name: dg.MetadataValue.md(reporting.markdown_table(table)) for name, table in tables.items()},
        picture=reporting.bars("Refusals per rule", report_tables.refusals(verdict)),
    )


ASSETS = [candidates, decisions, manifest, verdict, report]
