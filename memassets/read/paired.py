"""paired: is either of a fact and its twin found when it is the one asked for?"""

from typing import Any

import polars as pl

from memassets.kernel.ports import Embedder, Ranker
from memassets.read import probes as probes_table
from memassets.read import rankings as rankings_table

TIERS = ("content", "hard")  # nobody reworded the twins


def paired(
    facts: pl.DataFrame,
    probes: pl.DataFrame,
    twins: pl.DataFrame,
    rankings: pl.DataFrame,
    synonyms: dict[str, str],
    embedder: Embedder,
    ranker: Ranker | None = None,
) -> pl.DataFrame:
    """One row a tier and family: the pairs of a fact and its twin, those right both ways round, and their share, 0..1.

    Each fact was asked for in `rankings`; here each twin is, in the tiers that need no author. As in Weller, Lawrie and
    Van Durme, NevIR, EACL 2024, where a ranker that always prefers one polarity scores 0, and one that draws lots a
    quarter.
    """
    forth = rankings.filter(pl.col("tier").is_in(TIERS)).select(
        "tier", "family", "control", forth=pl.col("outcome") == "above"
    )
    ranked = rankings_table.rankings(facts, _mirrored(probes, twins, synonyms), twins, embedder, ranker)
    back = ranked.filter(pl.col("probe") == pl.col("control")).select(
        "tier", "control", back=pl.col("outcome") == "inverted"
    )
    both = forth.join(back, on=["tier", "control"]).with_columns(right=pl.col("forth") & pl.col("back"))
    return (
        both.group_by("tier", "family")
        .agg(pairs=pl.len().cast(pl.Int64), right=pl.col("right").sum().cast(pl.Int64))
        .with_columns(accuracy=(pl.col("right") / pl.col("pairs")).round(4))
        .sort("tier", "family")
    )


def _mirrored(probes: pl.DataFrame, twins: pl.DataFrame, synonyms: dict[str, str]) -> pl.DataFrame:
    """The questions for the twins, each named after its twin and asked beside the same target."""
    asked = probes.filter(pl.col("tier").is_in(TIERS))
    pairs = asked.join(
        twins.filter("kept").select("target", twin="id", gist="gist"), on="target", maintain_order="left"
    )
    queries = [
        probes_table.content_query(gist) if tier == "content" else probes_table.hard_query(gist, synonyms)
        for tier, gist in pairs.select("tier", "gist").iter_rows()
    ]
    return pairs.with_columns(probe="twin", query=pl.Series(queries, dtype=pl.String)).select(probes.columns)


def summary(found: pl.DataFrame) -> dict[str, Any]:
    """{pairs, right, accuracy} of negations in the words of the fact, as NevIR has it, and each family's by tier."""
    rows = found.filter(pl.col("tier") == "content", pl.col("family") == "negation")
    pairs, right = int(rows["pairs"].sum()), int(rows["right"].sum())
    return {
        "pairs": pairs,
        "right": right,
        "accuracy": round(right / pairs, 4) if pairs else 0.0,
        "tiers": {
            str(tier): dict(part.select("family", "accuracy").iter_rows())
            for (tier,), part in found.group_by("tier", maintain_order=True)
        },
    }
