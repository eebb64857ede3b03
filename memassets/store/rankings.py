"""rankings: the read path's question, asked of a store's own memories."""

import re

import polars as pl

from memassets.kernel.draw import Draw
from memassets.kernel.ports import Embedder, Ranker
from memassets.kernel.text import claim, normal
from memassets.read import probes, twins
from memassets.read import rankings as read_rankings

_TIER = "content"  # a reworded question would need an author
_DETERMINED = re.compile(r"\b(?:the|our|its|their|a|an)\s+([\w-]+)", re.IGNORECASE)


def rankings(
    memories: pl.DataFrame, embedder: Embedder, *, seed: int, count: int, ranker: Ranker | None = None
) -> pl.DataFrame:
    """Probes for a seeded sample of the active memories, ranked among all of them and the twins.

    `count` targets, or as many as have a twin. Columns as in the read path's rankings, and `refused`, the twins of the
    target whose predicate did not fire. The twins live in a scratch index only: nothing is written to the store.
    """
    candidates = targets(memories, seed)
    derived = twins.twins(candidates, candidates.rename({"id": "target"}).head(2 * count))
    able = derived.filter("kept")["target"].unique(maintain_order=True).head(count)
    chosen = candidates.filter(pl.col("id").is_in(able.to_list()))
    asked = pl.DataFrame(
        [
            {
                "probe": f"p{place:03d}",
                "tier": _TIER,
                "target": row["id"],
                "polarity": row["polarity"],
                "numeric": row["numeric"],
                "query": probes.content_query(row["gist"]),
            }
            for place, row in enumerate(chosen.to_dicts(), start=1)
        ],
        schema=probes.SCHEMA,
    )
    kept = derived.filter(pl.col("target").is_in(able.to_list()))
    refused = kept.group_by("target").agg(refused=(~pl.col("kept")).sum().cast(pl.Int64))
    ranked = read_rankings.rankings(memories, asked, kept, embedder, ranker)
    return ranked.join(refused, on="target", how="left", maintain_order="left")


def again(rankings: pl.DataFrame, memories: pl.DataFrame, embedder: Embedder) -> pl.DataFrame:
    """The same probes and twins, asked of other memories, such as those of a plan applied; without a target gone."""
    active = memories.filter(pl.col("status") == "active")
    still = rankings.filter(pl.col("target").is_in(active["id"].to_list()))
    asked = still.unique(["probe", "tier"], maintain_order=True).select(
        "probe", "tier", "target", "polarity", pl.lit(False).alias("numeric"), "query"
    )
    flipped = twins.twins(_described(active), asked)
    kept = still.select(id="control", target="target").unique(maintain_order=True)
    return read_rankings.rankings(memories, asked, flipped.join(kept, on=["id", "target"], how="semi"), embedder)


def targets(memories: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The active memories in a drawn order, in turn from the cells of polarity and number, with their anchor.

    Adds the columns polarity, numeric and anchor. A memory without a word to ask by is left out.
    """
    active = memories.filter(pl.col("status") == "active").sort("id")
    drawn = active[Draw(seed).shuffled(range(active.height))]
    asking = _described(drawn).filter("asks")
    turn = pl.int_range(pl.len()).over("polarity", "numeric")
    return asking.with_columns(turn=turn).sort("turn", maintain_order=True).drop("turn", "asks")


def _described(active: pl.DataFrame) -> pl.DataFrame:
    """The memories with polarity, numeric, anchor, and whether they have a word to ask by."""
    claims = [claim.read(gist) for gist in active["gist"]]
    return active.with_columns(
        polarity=pl.Series(["negative" if c.negations else "affirmative" for c in claims], dtype=pl.String),
        numeric=pl.Series([bool(c.numbers) for c in claims], dtype=pl.Boolean),
        anchor=pl.Series([anchor(gist) for gist in active["gist"]], dtype=pl.String),
        asks=pl.Series([bool(c.content) for c in claims], dtype=pl.Boolean),
    )


def anchor(gist: str) -> str:
    """The word a product qualifier can stand before: the one after the first article or possessive; "" for none."""
    for found in _DETERMINED.finditer(gist):
        if found[1].lower() not in normal.STOP_WORDS and not found[1][0].isdigit():
            return found[1]
    return ""
