"""The checks of the read path: each claim that holds when the gate is green."""

from typing import Any

import dagster as dg

from memassets import reporting
from memassets.kernel.verdict import Verdict

REPORT = dg.AssetKey(["read", "report"])

# Which breaches each blocking check answers for; together they are all that the verdict can hold.
CLAIMS: dict[str, tuple[str, ...]] = {
    "tells_facts_from_twins": ("inversion", "tie", "undecidable"),
    "ranks_the_fact_first": ("below-floor", "missing-target"),
    "measures_what_was_asked": ("skipped", "no-probes", "too-few-probes", "degraded", "bad-scores", "no-baseline"),
    "ranks_by_content_alone": ("order-dependent", "scope-leak"),
    "is_no_worse_than_frozen": ("worse-than-frozen",),
}


@dg.asset_check(asset=REPORT, blocking=True)
def tells_facts_from_twins(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Every probe ranks its target strictly above every wrong twin of it, in every family."""
    return reporting.check(report, CLAIMS["tells_facts_from_twins"])


@dg.asset_check(asset=REPORT, blocking=True)
def ranks_the_fact_first(report: dict[str, Any]) -> dg.AssetCheckResult:
    """The mean reciprocal rank is at or above the floor, in every tier, family and polarity."""
    return reporting.check(report, CLAIMS["ranks_the_fact_first"])


@dg.asset_check(asset=REPORT, blocking=True)
def measures_what_was_asked(report: dict[str, Any]) -> dg.AssetCheckResult:
    """As many probes were measured as asked for, and no arm of the ranker was dead."""
    return reporting.check(report, CLAIMS["measures_what_was_asked"])


@dg.asset_check(asset=REPORT, blocking=True)
def ranks_by_content_alone(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Neither the order of rows nor their ids move a rank, and no archived row is returned."""
    return reporting.check(report, CLAIMS["ranks_by_content_alone"])


@dg.asset_check(asset=REPORT, blocking=True)
def is_no_worse_than_frozen(report: dict[str, Any]) -> dg.AssetCheckResult:
    """No probe, the hard tier's included, ranks its target lower than in the frozen baseline."""
    return reporting.check(report, CLAIMS["is_no_worse_than_frozen"])


@dg.asset_check(asset=dg.AssetKey(["read", "verdict"]))
def is_green(verdict: Verdict) -> dg.AssetCheckResult:
    """The read gate passes. Shown here, enforced at the report, so that what depends on the verdict still runs."""
    return reporting.state(verdict)


CHECKS = [
    tells_facts_from_twins,
    ranks_the_fact_first,
    measures_what_was_asked,
    ranks_by_content_alone,
    is_no_worse_than_frozen,
    is_green,
]
