"""twins: wrong facts derived from each target, kept only where their own family's predicate sees the difference."""

from collections.abc import Callable
from datetime import datetime, timedelta

import polars as pl

from memassets.kernel import digests
from memassets.kernel.text import divergence
from memassets.kernel.text.divergence import Family
from memassets.read import flips

SCHEMA = {
    "id": pl.String,
    "target": pl.String,
    "family": pl.String,
    "kept": pl.Boolean,
    "gist": pl.String,
    "body": pl.String,
    "title": pl.String,
    "type": pl.String,
    "created": pl.String,
}

# What each family changes, given the gist, the anchor and a number that differs from target to target.
_FLIPS: dict[Family, Callable[[str, str, int], str | None]] = {
    "negation": lambda gist, anchor, choice: flips.negation(gist),
    "numeric": lambda gist, anchor, choice: flips.numeric(gist),
    "qualifier": flips.qualifier,
    "opposite": lambda gist, anchor, choice: flips.opposite(gist),
    "name": lambda gist, anchor, choice: flips.name(gist, choice),
    "unit": lambda gist, anchor, choice: flips.unit(gist),
    "order": lambda gist, anchor, choice: flips.order(gist),
    "quantifier": lambda gist, anchor, choice: flips.quantifier(gist),
}


def twins(facts: pl.DataFrame, probes: pl.DataFrame) -> pl.DataFrame:
    """One row a target and family that applies to it; `kept` is false where the predicate sees no difference.

    Columns: id, target, family, kept, gist, body, title, type, created. A twin carries its target's metadata and is
    newer than it; ids are digests, so that neither gives the twin away. Numbers, units and order are compared
    in the gist alone, since a number in a body is a citation; the other families in gist and body together.
    """
    targets = probes.select(pl.col("target").unique(maintain_order=True)).join(
        facts, left_on="target", right_on="id", how="left", maintain_order="left"
    )
    rows = []
    for fact in targets.to_dicts():
        choice = int(digests.of_bytes(fact["gist"].encode()), 16)
        for family, flip in _FLIPS.items():
            gist = flip(fact["gist"], fact["anchor"], choice)
            if gist is None:
                continue
            rows.append(
                {
                    "id": "m-" + digests.of_bytes(f"{fact['target']}/{family}".encode()),
                    "target": fact["target"],
                    "family": family,
                    "kept": _diverges(family, fact["gist"], gist, fact["body"]),
                    "gist": gist,
                    "body": fact["body"],
                    "title": fact["title"],
                    "type": fact["type"],
                    "created": _newer(fact["created"]),
                }
            )
    return pl.DataFrame(rows, schema=SCHEMA)


def _diverges(family: Family, gist: str, flipped: str, body: str) -> bool:
    if family in ("numeric", "unit", "order"):
        return divergence.PREDICATES[family](gist, flipped)
    return divergence.PREDICATES[family](f"{gist}\n{body}", f"{flipped}\n{body}")


def _newer(created: str | None) -> str | None:
    if created is None:
        return None
    return (datetime.fromisoformat(created) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
