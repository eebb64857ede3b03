"""report: the write verdict for people: what was decided wrongly, at which rules, and what changed."""

import polars as pl

from memassets.kernel.verdict import Verdict
from memassets.write.rules import RULES


def confusion_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier and label: how many were refused and how many written."""
    return pl.DataFrame(
        [
            {"tier": tier, "label": label, "refused": counts[refused], "written": counts[written]}
            for tier, counts in (("labelled", verdict.measured), ("hard", verdict.measured["hard"]))
            for label, refused, written in (
                ("refuse", "trueRefusals", "falseAdmissions"),
                ("write", "falseRefusals", "trueAdmissions"),
            )
        ]
    )


def measure_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier: candidates, precision, recall, F1 and the ends of its 95 % interval, 0..1."""
    return pl.DataFrame(
        [
            {
                "tier": tier,
                **{key: counts[key] for key in ("candidates", "precision", "recall", "f1")},
                "from": counts["interval"][0],
                "to": counts["interval"][1],
            }
            for tier, counts in (("labelled", verdict.measured), ("hard", verdict.measured["hard"]))
        ]
    )


def reason_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier and reason: candidates that deserve it, given it, refused at all; precision and recall, 0..1."""
    return pl.DataFrame(
        [
            {"tier": tier, "reason": reason, **row}
            for tier, counts in (("labelled", verdict.measured), ("hard", verdict.measured["hard"]))
            for reason, row in counts["reasons"].items()
        ]
    )


def wrong_table(verdict: Verdict) -> pl.DataFrame:
    """One row a candidate decided against its label: id, label, where it ends now, detail."""
    wrong = [*verdict.measured["wrong"], *verdict.measured["hard"]["wrong"]]
    return pl.DataFrame(wrong, schema=dict.fromkeys(("id", "label", "now", "detail"), pl.String))


def drift_table(verdict: Verdict) -> pl.DataFrame:
    """One row a candidate that differs from the frozen manifest: code, id, where it ends now."""
    return pl.DataFrame(verdict.measured["drift"], schema=dict.fromkeys(("code", "id", "now"), pl.String))


def refusals(verdict: Verdict) -> dict[str, float]:
    """The labelled candidates that each rule refused, in the order of the gate: what the picture shows."""
    counts = verdict.measured["refusals"]
    return {rule: float(counts.get(rule, 0)) for rule in ("decoding", *(name for name, _ in RULES))}


def rule_table(verdict: Verdict) -> pl.DataFrame:
    """One row a rule in the order of the gate: labelled candidates it refused."""
    return pl.DataFrame([{"rule": rule, "refusals": int(count)} for rule, count in refusals(verdict).items()])
