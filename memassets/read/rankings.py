"""rankings: where each probe's target stands beside each of its twins, in a list of every active row."""

import math
from typing import Any

import numpy as np
import polars as pl

from memassets.kernel.ports import Embedder, Ranker
from memassets.kernel.text import claim
from memassets.kernel.text.claim import Claim
from memassets.read import discriminate, foreign
from memassets.read.retrieval import Index, Ranking, shared_ranks

SCHEMA = {
    "probe": pl.String,
    "tier": pl.String,
    "polarity": pl.String,
    "family": pl.String,
    "target": pl.String,
    "control": pl.String,
    "query": pl.String,
    "target_rank": pl.Int64,
    "control_rank": pl.Int64,
    "outcome": pl.String,
    "undecidable": pl.Boolean,
    "degraded": pl.String,
    "moved": pl.Boolean,
    "leaked": pl.Int64,
    "target_fusion": pl.Float64,
    "control_fusion": pl.Float64,
    "target_lexical": pl.Float64,
    "control_lexical": pl.Float64,
    "target_vector": pl.Float64,
    "control_vector": pl.Float64,
    "cosine": pl.Float64,
}


def rankings(
    facts: pl.DataFrame,
    probes: pl.DataFrame,
    twins: pl.DataFrame,
    embedder: Embedder,
    ranker: Ranker | None = None,
) -> pl.DataFrame:
    """One row a probe, tier and kept twin of its target.

    `facts` needs id, gist, body and status. Ranks are places in the list of all active rows and twins, from 1, null
    where not returned; tied rows share the better rank. `outcome` is above | tie | inverted | missing; `undecidable`
    that the query holds nothing to tell the two apart; `degraded` names the arms, or the fusion, that told nothing
    apart; `moved` that the ranks depend on the order of rows; `leaked` counts returned rows that are not active.
    Scores per arm; `cosine` is the target-to-twin cosine. A target without a kept twin has no row. With a `ranker` of
    the user's own, its scores stand for the fusion's, and `degraded` names what is wrong with them.
    """
    rows = _ranked_rows(facts, twins)
    place = {row: at for at, row in enumerate(rows["id"])}
    texts = rows.select("gist", "body").rows()
    active = (rows["status"] == "active").to_numpy()
    kept = twins.filter("kept").partition_by("target", as_dict=True)
    asked = [probe for probe in probes.to_dicts() if (probe["target"],) in kept]
    cosines = _cosines(twins, rows, place, embedder)
    found: list[dict[str, Any]] = []
    for probe, ranking in zip(asked, _ranked(rows, [p["query"] for p in asked], embedder, ranker), strict=True):
        leaked = int((~active[ranking.order]).sum())
        asks = discriminate.query(probe["query"])
        for twin in kept[(probe["target"],)].to_dicts():
            pair = place[probe["target"]], place[twin["id"]]
            found.append(
                {
                    **{name: probe[name] for name in ("probe", "tier", "polarity", "target", "query")},
                    "family": twin["family"],
                    "control": twin["id"],
                    **_compared(asks, twin["family"], ranking, texts, pair),
                    "leaked": leaked,
                    "cosine": cosines[twin["id"]],
                }
            )
    return pl.DataFrame(found, schema=SCHEMA)


def _ranked(rows: pl.DataFrame, queries: list[str], embedder: Embedder, ranker: Ranker | None) -> list[Ranking]:
    if ranker is None:
        return Index(rows["gist"].to_list(), rows["body"].to_list(), embedder).ask(queries)
    texts = [f"{gist}\n{body}" if body else gist for gist, body in rows.select("gist", "body").iter_rows()]
    return foreign.asked(ranker, texts, queries)


def _ranked_rows(facts: pl.DataFrame, twins: pl.DataFrame) -> pl.DataFrame:
    """What may be ranked: the active facts and the kept twins."""
    columns = ("id", "gist", "body", "status")
    active = facts.filter(pl.col("status") == "active").select(columns)
    injected = twins.filter("kept").with_columns(status=pl.lit("active")).select(columns)
    return pl.concat([active, injected])


def _compared(
    asks: discriminate.Query, family: str, ranking: Ranking, texts: list[tuple[str, str]], pair: tuple[int, int]
) -> dict[str, Any]:
    target, control = (float(ranking.rank[at]) for at in pair)
    claims = [
        (claim.read(gist), claim.read(f"{gist}\n{body}" if body else gist)) for gist, body in (texts[at] for at in pair)
    ]
    return {
        "target_rank": None if math.isnan(target) else int(target),
        "control_rank": None if math.isnan(control) else int(control),
        "outcome": outcome(target, control),
        "undecidable": _undecidable(asks, family, *claims),
        "degraded": ",".join(ranking.degraded),
        "moved": ranking.moved,
        **{
            f"{side}_{arm}": float(scores[at])
            for side, at in zip(("target", "control"), pair, strict=True)
            for arm, scores in (("fusion", ranking.score), ("lexical", ranking.lexical), ("vector", ranking.vector))
        },
    }


def _undecidable(
    asked: discriminate.Query, family: str, target: tuple[Claim, Claim], twin: tuple[Claim, Claim]
) -> bool:
    """Whether the query holds nothing to tell the two apart.

    One that names no number of its target asks for no number: that the twin then falls behind for showing one more
    word is no sign that the ranker reads numbers.
    """
    if family == "numeric" and not asked.content & target[0].numbers:
        return True
    return not discriminate.separates(asked, target, twin)


def outcome(target: float, control: float) -> str:
    """What two ranks say of a probe, NaN being not returned: a tie is not above."""
    if math.isnan(target):
        return "missing"
    if math.isnan(control) or target < control:
        return "above"
    return "tie" if target == control else "inverted"


def _cosines(twins: pl.DataFrame, rows: pl.DataFrame, place: dict[str, int], embedder: Embedder) -> dict[str, float]:
    """The cosine between each kept twin and its target."""
    kept = twins.filter("kept")
    texts = {row: f"{gist}\n{body}" for row, gist, body in rows.select("id", "gist", "body").iter_rows()}
    controls = embedder.embed([texts[row] for row in kept["id"]], "document")
    targets = embedder.embed([texts[row] for row in kept["target"]], "document")
    products = np.einsum("rd,rd->r", controls, targets)
    return dict(zip(kept["id"], (round(float(p), 4) for p in products), strict=True))


def pessimistic_rank(target: float, controls: list[float]) -> int | None:
    """The rank of a target within itself and its controls, every tie counted against it; None if not returned."""
    if math.isnan(target):
        return None
    return 1 + sum(not math.isnan(control) and control <= target for control in controls)


__all__ = ["SCHEMA", "outcome", "pessimistic_rank", "rankings", "shared_ranks"]
