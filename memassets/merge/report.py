"""report: the merge verdict for people: what was decided wrongly, where pairs stop, and the measures of each veto."""

import polars as pl

from memassets.kernel.verdict import Verdict


def count_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier: pairs, folded, refused, kept, foldedKeep, acceptance, precision."""
    columns = ("pairs", "folded", "refused", "kept", "foldedKeep", "acceptance", "precision")
    tiers = (("labelled", verdict.measured), ("hard", verdict.measured.get("hard", {})))
    return pl.DataFrame([{"tier": tier, **{c: counts.get(c) for c in columns}} for tier, counts in tiers])


def stage_table(verdict: Verdict) -> pl.DataFrame:
    """One row a stage: the labelled pairs that end there."""
    stages = verdict.measured.get("stages", {})
    return pl.DataFrame({"stage": list(stages), "pairs": list(stages.values())})


def veto_table(verdict: Verdict) -> pl.DataFrame:
    """One row a veto: the flips it should stop and does, precision, recall."""
    vetoes = verdict.measured.get("hard", {}).get("vetoes", {})
    return pl.DataFrame([{"veto": veto, **row} for veto, row in vetoes.items()])


def false_veto_table(verdict: Verdict) -> pl.DataFrame:
    """One row a harmless edit: how many were made, and the share that was vetoed."""
    edits = verdict.measured.get("hard", {}).get("falseVetoes", {})
    return pl.DataFrame([{"edit": edit, **row} for edit, row in edits.items()])


def wrong_table(verdict: Verdict) -> pl.DataFrame:
    """One row a pair decided against its label: tier, id, label, now, detail."""
    tiers = (("labelled", verdict.measured), ("hard", verdict.measured.get("hard", {})))
    return pl.DataFrame([{"tier": tier, **row} for tier, counts in tiers for row in counts.get("wrong", [])])


def drift_table(verdict: Verdict) -> pl.DataFrame:
    """One row a difference from the frozen manifest: code, id, where it stops now."""
    return pl.DataFrame(verdict.measured.get("drift", []))


def stages(verdict: Verdict) -> dict[str, float]:
    """The labelled pairs that end at each stage: what the picture shows."""
    return {stage: float(pairs) for stage, pairs in verdict.measured.get("stages", {}).items()}
