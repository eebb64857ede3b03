"""manifest: the frozen decision on every labelled candidate."""

from typing import Any

import polars as pl

from memassets.kernel import frozen

FIXTURE = "write/manifest.json"


def manifest(content: bytes) -> dict[str, Any]:
    """What `memassets freeze write` wrote, as `kernel.frozen` describes it."""
    return frozen.read(content)


def rows(decisions: pl.DataFrame) -> list[dict[str, Any]]:
    """The decisions that are frozen: the labelled ones."""
    return decisions.filter(pl.col("tier") == "labelled").to_dicts()
