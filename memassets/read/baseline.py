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


def committed_ranks(report: bytes, *, seed: int, size: int, asked: int) -> dict[str, int]:
    """The ranks of a report that `eval discriminate` printed; ValueError says why it cannot be compared with.

    Its embedder or ranker may have been another one: that is what one compares.
    """
    try:
        data = orjson.loads(report)["data"]
        ranks, settings = data["ranks"], data["basis"]["settings"]
        then = {name: settings[name] for name in ("seed", "size", "probes")}
        found = {str(question): int(rank) for question, rank in ranks.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError("it is no report of `memassets eval discriminate`") from None
    now = {"seed": seed, "size": size, "probes": asked}
    for name, value in then.items():
        if value != now[name]:
            raise ValueError(f"it was taken with --{name} {value}, this run has {now[name]}")
    return found


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
