"""The checks of the merge path: each claim that holds when the gate is green."""

from typing import Any

import dagster as dg

from memassets import reporting
from memassets.kernel import frozen
from memassets.kernel.verdict import Verdict

REPORT = dg.AssetKey(["merge", "report"])

# Which breaches each blocking check answers for; together they are all that the verdict can hold.
CLAIMS: dict[str, tuple[str, ...]] = {
    "folds_like_the_labels": ("skipped", "no-pairs", "below-floor", "known-gap-moved"),
    "folds_no_contradiction": ("folded-keep",),
    "has_not_drifted": frozen.CODES,
}


@dg.asset_check(asset=REPORT, blocking=True)
def folds_like_the_labels(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Of the pairs to fold the path folds at least the floor's share, in both tiers, and no known gap moved."""
    return reporting.check(report, CLAIMS["folds_like_the_labels"])


@dg.asset_check(asset=REPORT, blocking=True)
def folds_no_contradiction(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Not one pair that has to be kept apart is folded, whatever the acceptance."""
    return reporting.check(report, CLAIMS["folds_no_contradiction"])


@dg.asset_check(asset=REPORT, blocking=True)
def has_not_drifted(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Every labelled pair is folded, or stopped at its stage, as when the manifest was frozen."""
    return reporting.check(report, CLAIMS["has_not_drifted"])


@dg.asset_check(asset=dg.AssetKey(["merge", "verdict"]))
def is_green(verdict: Verdict) -> dg.AssetCheckResult:
    """The merge gate passes. Shown here, enforced at the report, so that what depends on the verdict still runs."""
    return reporting.state(verdict)


CHECKS = [folds_like_the_labels, folds_no_contradiction, has_not_drifted, is_green]
