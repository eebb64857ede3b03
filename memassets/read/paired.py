"""Paired accuracy: a fact and its negation are told apart only if either is found when it is the one asked for."""

from typing import Any

import polars as pl

from memassets.kernel.ports import Embedder, Ranker
from memassets.read import probes as probes_table
from memassets.read import rankings as rankings_table

_TIER = "content"  # nobody reworded the twins


def accuracy(
    facts: pl.DataFrame, probes: pl.DataFrame, twins: pl.DataFrame, embedder: Embedder, ranker: Ranker | None = None
) -> dict[str, Any]:
    """{pairs, right, accuracy}: of the pairs of a fact and its negation, those right both ways round; accuracy 0..1.

    As in Weller, Lawrie and Van Durme, NevIR, EACL 2024, where a ranker that always prefers one polarity scores 0 and
    one that draws lots a quarter.
    """
    pairs = twins.filter("kept", pl.col("family") == "negation")
    asked = probes.filter(pl.col("tier") == _TIER).join(pairs.select("target"), on="target", how="semi")
    gists = dict(pairs.select("target", "gist").iter_rows())
    mirrored = asked.with_columns(
        query=pl.col("target").replace_strict(gists).map_elements(probes_table.content_query, return_dtype=pl.String)
    )
    forth, back = (
        rankings_table.rankings(facts, questions, pairs, embedder, ranker) for questions in (asked, mirrored)
    )
    right = (forth["outcome"] == "above") & (back["outcome"] == "inverted")
    count = int(right.sum())
    return {"pairs": len(right), "right": count, "accuracy": round(count / len(right), 4) if len(right) else 0.0}
