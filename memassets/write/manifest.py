"""manifest: the frozen decision on every labelled candidate, and the basis it was taken on."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from memassets.kernel import frozen
from memassets.kernel.reasons import Reason
from memassets.kernel.verdict import Basis

FIXTURE = "write/manifest.json"


def manifest(content: bytes | None) -> dict[str, Any]:
    """What `memassets freeze write` wrote, as `kernel.frozen` describes it; empty where nothing was ever frozen."""
    return frozen.read(content)


def rows(decisions: pl.DataFrame) -> list[dict[str, Any]]:
    """The decisions that are frozen: the labelled ones."""
    return decisions.filter(pl.col("tier") == "labelled").to_dicts()


def written(decisions: pl.DataFrame, basis: Basis) -> bytes:
    """The file's bytes, one line a candidate, the same for the same content."""
    return frozen.written(rows(decisions), basis)


def drift(decisions: pl.DataFrame, manifest: Mapping[str, Any]) -> list[tuple[Reason, str, str]]:
    """What differs from the frozen decisions, as (code, id, where it stops now)."""
    return frozen.drift(rows(decisions), manifest)
