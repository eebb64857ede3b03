"""The checks of the guard path: each claim that holds when the gate is green."""

from typing import Any

import dagster as dg

from memassets import reporting
from memassets.kernel.verdict import Verdict

REPORT = dg.AssetKey(["guard", "report"])

# Which breaches each blocking check answers for; together they are all that the verdict can hold.
CLAIMS: dict[str, tuple[str, ...]] = {
    "quotes_are_caught_and_talk_is_kept": ("skipped", "below-floor", "talk-withheld", "too-few-sessions"),
    "decides_skills_as_frozen": ("skill-drift", "not-frozen", "frozen-edited", "fixture-not-frozen"),
    "no_evidence_quotes_an_artifact": ("evidence-quotes-artifact",),
    "every_exclusion_is_auditable": ("exclusion-unexplained",),
    "manifest_follows_from_the_log": ("manifest-astray",),
}


@dg.asset_check(asset=REPORT, blocking=True)
def quotes_are_caught_and_talk_is_kept(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Labelled quotes are withheld in every class, and hardly a word of anybody's own is."""
    return reporting.check(report, CLAIMS["quotes_are_caught_and_talk_is_kept"])


@dg.asset_check(asset=REPORT, blocking=True)
def decides_skills_as_frozen(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Every skill decision and score is the frozen one, with references in the index and without."""
    return reporting.check(report, CLAIMS["decides_skills_as_frozen"])


@dg.asset_check(asset=REPORT, blocking=True)
def no_evidence_quotes_an_artifact(report: dict[str, Any]) -> dg.AssetCheckResult:
    """No passage of the vault's evidence quotes a live artifact."""
    return reporting.check(report, CLAIMS["no_evidence_quotes_an_artifact"])


@dg.asset_check(asset=REPORT, blocking=True)
def every_exclusion_is_auditable(report: dict[str, Any]) -> dg.AssetCheckResult:
    """Every exclusion has an event in the log with artifact, measure, score and threshold."""
    return reporting.check(report, CLAIMS["every_exclusion_is_auditable"])


@dg.asset_check(asset=REPORT, blocking=True)
def manifest_follows_from_the_log(report: dict[str, Any]) -> dg.AssetCheckResult:
    """The artifact manifest is what the log alone gives, line for line."""
    return reporting.check(report, CLAIMS["manifest_follows_from_the_log"])


@dg.asset_check(asset=dg.AssetKey(["guard", "verdict"]))
def is_green(verdict: Verdict) -> dg.AssetCheckResult:
    """The guard gate passes. Shown here, enforced at the report, so that what depends on the verdict still runs."""
    return reporting.state(verdict)


CHECKS = [
    quotes_are_caught_and_talk_is_kept,
    decides_skills_as_frozen,
    no_evidence_quotes_an_artifact,
    every_exclusion_is_auditable,
    manifest_follows_from_the_log,
    is_green,
]
