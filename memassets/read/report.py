"""report: the read verdict for people: what failed, by how much, and what changed."""

import polars as pl

from memassets.kernel.verdict import Verdict


def group_table(verdict: Verdict) -> pl.DataFrame:
    """One row a tier, family and polarity: probes, inversions, ties, mrr, cosine."""
    return pl.DataFrame(
        [
            {
                "by": by,
                "group": name,
                **{key: group[key] for key in ("probes", "inversions", "ties", "mrr", "cosine")},
            }
            for by in ("tiers", "families", "polarities")
            for name, group in verdict.measured.get(by, {}).items()
        ]
    )


def arm_table(verdict: Verdict) -> pl.DataFrame:
    """One row an arm alone: inversions, ties, mrr. A dead arm is nothing but ties."""
    return pl.DataFrame([{"arm": arm, **row} for arm, row in verdict.measured.get("arms", {}).items()])


def inversion_table(verdict: Verdict) -> pl.DataFrame:
    """One row a control of an inverted question: query, target, rank, control, family, rank, outcome."""
    return pl.DataFrame(
        [
            {
                "probe": wrong["probe"],
                "tier": wrong["tier"],
                "query": wrong["query"],
                "target": wrong["target"],
                "target rank": wrong["targetRank"],
                "control": control["id"],
                "family": control["family"],
                "rank": control["rank"],
                "outcome": control["outcome"],
            }
            for wrong in verdict.measured.get("inversions", [])
            for control in wrong["controls"]
        ]
    )


def scores(verdict: Verdict) -> dict[str, float]:
    """The MRR of each tier, family, polarity and arm: what the picture shows."""
    return {
        f"{by} {name}": group["mrr"]
        for by, groups in (("tier", "tiers"), ("family", "families"), ("polarity", "polarities"), ("arm", "arms"))
        for name, group in verdict.measured.get(groups, {}).items()
    }
