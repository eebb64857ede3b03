"""The assets of the store path."""

import dataclasses

import dagster as dg
import polars as pl

from memassets import reporting
from memassets.kernel import policy
from memassets.kernel.verdict import Verdict
from memassets.resources import EmbedderResource, VaultResource
from memassets.store import contradictions as contradiction_table
from memassets.store import memories as memories_table
from memassets.store import rankings as rankings_table
from memassets.store import verdict as verdict_table


class Asked(dg.Config):
    """What is asked of the store."""

    seed: int = policy.READ_SEED
    probes: int = policy.READ_PROBES


@dg.asset(**reporting.described("store/memories"))
def memories(context: dg.AssetExecutionContext, vault: VaultResource) -> dg.MaterializeResult[pl.DataFrame]:
    found = memories_table.memories(vault.root(context.instance))
    statuses = found["status"].value_counts(sort=True)
    return reporting.table(found, statuses=dg.MetadataValue.md(reporting.markdown_table(statuses)))


@dg.asset(**reporting.described("store/rankings", kind="numpy"))
def rankings(memories: pl.DataFrame, embedder: EmbedderResource, config: Asked) -> dg.MaterializeResult[pl.DataFrame]:
    found = rankings_table.rankings(memories, embedder.embedder(), seed=config.seed, count=config.probes)
    return reporting.table(found, seed=config.seed, asked=config.probes)


@dg.asset(**reporting.described("store/verdict", kind="json"))
def verdict(
    context: dg.AssetExecutionContext, memories: pl.DataFrame, rankings: pl.DataFrame, embedder: EmbedderResource
) -> dg.MaterializeResult[Verdict]:
    asked = reporting.made_with(context.instance, "store/rankings")
    held = contradiction_table.contradictions(memories_table.active(memories))
    return reporting.answer(
        verdict_table.verdict(
            memories,
            rankings,
            held,
            settings={"seed": asked["seed"], "probes": asked["asked"], "mrrFloor": policy.MRR_FLOOR},
            embedder=embedder.embedder().id,
            mode=embedder.mode,
        ),
        contradictions=dg.MetadataValue.md(
            reporting.markdown_table(pl.DataFrame([dataclasses.asdict(pair) for pair in held]))
        ),
    )


ASSETS = [memories, rankings, verdict]
