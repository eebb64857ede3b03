"""The checks of the write path: each claim that holds when the gate is green."""

from typing import Any

import dagster as dg

from memassets import reporting
from memassets.kernel import frozen
from memassets.kernel.verdict import Verdict

REPORT = dg.AssetKey(["write", "report"])

# Which breaches each blocking check answers for; together they are all that the verdict can hold.
CLAIMS: dict[str, tuple[str, ...]] = {
    "admits_like_the_labels": ("below-floor", "no-candidates"),
    "has_not_drifted": frozen.CODES,
    "known_gaps_have_not_moved": ("known-gap-moved",),
}


@dg.asset_check(asset=REPORT, blocking=True)
def admits_like_the_labels(report: dict[str, Any]) -> dg.AssetCheckResult:
    """F1 is at or above the floor, on the labelled candidates and on their adversarial variants."""
    return reporting.check(report, CLAIMS["admits_like_the_labels"])


@dg.asset_check(asset=REPORT, blocking=True)
def has_not_drifted(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Every labelled candidate is there as it was frozen, and stops at the rule it stopped at then."""
    return reporting.check(report, CLAIMS["has_not_drifted"])


@dg.asset_check(asset=REPORT, blocking=True)
def known_gaps_have_not_moved(report: dict[str, Any]) -> dg.AssetCheckResult:
    """The classes of candidate judged wrongly are those that the policy lists: no more, and no fewer."""
    return reporting.check(report, CLAIMS["known_gaps_have_not_moved"])


@dg.asset_check(asset=dg.AssetKey(["write", "verdict"]))
def is_green(verdict: Verdict) -> dg.AssetCheckResult:
    """The write gate passes. Shown here, enforced at the report, so that what depends on the verdict still runs."""
    return reporting.state(verdict)


CHECKS = [admits_like_the_labels, has_not_drifted, known_gaps_have_not_moved, is_green]
