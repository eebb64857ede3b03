"""manifest: the frozen stage of every labelled pair."""

from typing import Any

import polars as pl

from memassets.kernel import frozen

FIXTURE = "merge/manifest.json"


def manifest(content: bytes | None) -> dict[str, Any]:
    """What `memassets freeze merge` wrote, as `kernel.frozen` describes it; empty where nothing was ever frozen."""
    return frozen.read(content)


def rows(decisions: pl.DataFrame) -> list[dict[str, Any]]:
    """The decisions that are frozen: the labelled ones."""
    return decisions.filter(pl.col("tier") == "labelled").to_dicts()
