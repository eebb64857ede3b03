"""verdict: does this store, with this ranker, tell its facts from their twins?"""

from dataclasses import asdict, replace
from typing import Any

import polars as pl

from memassets.kernel import digests
from memassets.kernel.verdict import Breach, Verdict, basis_of
from memassets.read import verdict as read_verdict
from memassets.store.contradictions import Contradiction
from memassets.store.memories import revision

GATE = "store"
ASSETS = {
    "store/memories": "memassets.store.memories",
    "store/rankings": "memassets.store.rankings",
    "store/verdict": "memassets.store.verdict",
}

# A store may hold no number and no thing a qualifier could stand before; a negation can always be derived.
_REQUIRED = ("negation",)


def verdict(
    memories: pl.DataFrame,
    rankings: pl.DataFrame,
    held: list[Contradiction],
    *,
    settings: dict[str, Any],
    embedder: str,
    mode: str,
    arms: tuple[str, ...] = read_verdict.ARMS,
) -> Verdict:
    """The read path's verdict over the store's own probes.

    `settings` holds seed, probes and mrrFloor. Red too for an empty store and for damaged files; contradictions that
    the store already holds are listed, and do not make it red.
    """
    active = int((memories["status"] == "active").sum())
    damaged = memories.filter(pl.col("status") == "damaged")["gist"].to_list()
    basis = basis_of(
        ASSETS,
        {"store/memories": digests.of_frame(memories), "store/rankings": digests.of_frame(rankings)},
        {},
        settings,
        embedder,
        revision(memories),
    )
    found = read_verdict.verdict(
        rankings,
        basis,
        refused=int(rankings.unique("target")["refused"].sum()),
        asked=min(settings["probes"], active),
        floor=settings["mrrFloor"],
        seed=settings["seed"],
        corpus_size=memories.height + rankings["control"].n_unique(),
        baseline=None,
        mode=mode,
        tiers=("content",),
        required=_REQUIRED,
        seen=False,
        gate=GATE,
        arms=arms,
    )
    breaches = found.breaches
    if not active:
        breaches = (Breach("empty-store", "all", 0, 1),)
    if damaged:
        breaches = (*breaches, Breach("damaged-file", damaged[0], len(damaged), 0, tuple(damaged[1:])))
    return replace(
        found,
        breaches=breaches,
        measured={
            **found.measured,
            "passed": not breaches,
            "memories": memories.height,
            "active": active,
            "damaged": damaged,
            "contradictions": [asdict(pair) for pair in held],
        },
    )
