"""baseline: the frozen rank of every probe, and the basis they were measured on."""

from dataclasses import asdict
from typing import Any

import orjson

from memassets.kernel.verdict import Basis

FIXTURE = "read/baseline.json"


def baseline(content: bytes) -> dict[str, Any]:
    """What `memassets freeze read` wrote: seed, size, asked, embedder, ranks by "probe tier", basis."""
    found: dict[str, Any] = orjson.loads(content)
    return found


def ranks_for(baseline: dict[str, Any], *, seed: int, size: int, asked: int, embedder: str) -> dict[str, int] | None:
    """The frozen ranks, None where the baseline was taken with other parameters and cannot be compared."""
    taken_with = {"seed": seed, "size": size, "asked": asked, "embedder": embedder}
    return baseline["ranks"] if all(baseline[key] == value for key, value in taken_with.items()) else None


def frozen_basis(baseline: dict[str, Any]) -> Basis:
    """The basis of the last freeze: what a culprit is looked for against where no history is at hand."""
    return Basis(**baseline["basis"])


def written(ranks: dict[str, int], basis: Basis, *, seed: int, size: int, asked: int) -> bytes:
    """The file's bytes, the same for the same content."""
    document = {
        "seed": seed,
        "size": size,
        "asked": asked,
        "embedder": basis.embedder,
        "ranks": ranks,
        "basis": asdict(basis),
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
