"""report: the read verdict for people: what failed, by how much, and what changed."""

import polars as pl

from memassets.kernel.verdict import Verdict

UNGATED_SCHEMA = {
    "tier": pl.String,
    "family": pl.String,
    "probes": pl.Int64,
    "inversions": pl.Int64,
    "ties": pl.Int64,
    "mrr": pl.Float64,
    "cosine": pl.Float64,
    "paired": pl.Float64,
}

UNGATED = """Reported, not gated: tiers and families that are not in `policy.GATED_TIERS` and `policy.GATED_FAMILIES`.
What stands here is what the ranker cannot do yet; the frozen baseline names every question that gets worse. `paired` is
the share of pairs of a fact and its twin that are right both ways round: lots drawn give a quarter, a liking for one
side 0. No inversion on twins that rules made does not prove that a contradiction in other words, an irony, or a fact
that time has overtaken is told apart."""


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


def ungated_table(verdict: Verdict, paired: pl.DataFrame) -> pl.DataFrame:
    """One row a tier and family that is reported and turns nothing red: probes, inversions, ties, mrr, cosine, paired.

    `paired` is the share of pairs that are right both ways round, null for a tier that nobody reworded twins for.
    """
    shares = {(tier, family): share for tier, family, share in paired.select("tier", "family", "accuracy").iter_rows()}
    rows = [
        {
            "tier": tier,
            "family": family,
            **{key: group[key] for key in ("probes", "inversions", "ties", "mrr", "cosine")},
            "paired": shares.get((tier, family)),
        }
        for tier, families in verdict.measured.get("ungated", {}).items()
        for family, group in families.items()
    ]
    return pl.DataFrame(rows, schema=UNGATED_SCHEMA)


def paired_table(paired: pl.DataFrame) -> pl.DataFrame:
    """One row a family: the pairs right both ways round, of all of them, in each tier that asks for twins too."""
    return paired.select("family", "tier", share=pl.format("{}/{}", "right", "pairs")).pivot("tier", index="family")


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
