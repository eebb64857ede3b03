"""The checks of the store path: each claim that holds when it is green."""

from typing import Any

import dagster as dg

from memassets import reporting
from memassets.kernel.verdict import Verdict
from memassets.store.outcome import REFUSALS


@dg.asset_check(asset=dg.AssetKey(["store", "verdict"]))
def tells_its_memories_from_twins(verdict: Verdict) -> dg.AssetCheckResult:
    """Every probe of the store ranks its memory above every wrong twin, and every file could be read.

    Shown here, enforced at the outcome, so that the gate still runs, refuses and reports.
    """
    return reporting.state(verdict)


@dg.asset_check(asset=dg.AssetKey(["store", "outcome"]), blocking=True)
def lands_only_behind_green_gates(outcome: dict[str, Any]) -> dg.AssetCheckResult:
    """The plan was not refused: every gate is measured, fresh and green, and the store is as it was planned on."""
    refusal = outcome["refusal"]
    return dg.AssetCheckResult(
        passed=refusal is None,
        severity=dg.AssetCheckSeverity.ERROR,
        description=f"{refusal}: {REFUSALS[refusal]} {outcome['detail']}" if refusal else "Nothing forbids the plan.",
        metadata={"folds": len(outcome["folds"]), "applied": outcome["applied"]},
    )


CHECKS = [lands_only_behind_green_gates, tells_its_memories_from_twins]
