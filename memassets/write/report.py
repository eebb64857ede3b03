"""report: the write verdict for people: what was decided wrongly, and which rule refuses how many."""

import polars as pl

from memassets.kernel.verdict import Verdict


def confusion_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier: the four counts, precision, recall, f1."""
    columns = (
        "candidates",
        "trueRefusals",
        "falseRefusals",
        "falseAdmissions",
        "trueAdmissions",
        "precision",
        "recall",
        "f1",
    )
    tiers = (("labelled", verdict.measured), ("hard", verdict.measured.get("hard", {})))
    return pl.DataFrame([{"tier": tier, **{c: counts.get(c) for c in columns}} for tier, counts in tiers])


def rule_table(verdict: Verdict) -> pl.DataFrame:
    """One row a rule: the labelled candidates it refuses."""
    refusals = verdict.measured.get("refusals", {})
    return pl.DataFrame({"rule": list(refusals), "refuses": list(refusals.values())})


def reason_table(verdict: Verdict) -> pl.DataFrame:
    """One row a reason of the hard tier: candidates that deserve it, refused for it, refused at all; its measures."""
    reasons = verdict.measured.get("hard", {}).get("reasons", {})
    return pl.DataFrame([{"reason": reason, **row} for reason, row in reasons.items()])


def wrong_table(verdict: Verdict) -> pl.DataFrame:
    """One row a candidate decided against its label: tier, id, label, now, detail."""
    tiers = (("labelled", verdict.measured), ("hard", verdict.measured.get("hard", {})))
    return pl.DataFrame([{"tier": tier, **row} for tier, counts in tiers for row in counts.get("wrong", [])])


def drift_table(verdict: Verdict) -> pl.DataFrame:
    """One row a difference from the frozen manifest: code, id, where it stops now."""
    return pl.DataFrame(verdict.measured.get("drift", []))


def refusals(verdict: Verdict) -> dict[str, float]:
    """The labelled candidates that each rule refuses: what the picture shows."""
    return {rule: float(count) for rule, count in verdict.measured.get("refusals", {}).items()}
