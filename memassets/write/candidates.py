"""candidates: the labelled corpus, and the variants that seeds grow from it."""

from collections.abc import Sequence
from typing import Any

import orjson
import polars as pl

from memassets.formats.rows import Record
from memassets.kernel import digests
from memassets.write import hard

FIXTURE = "write/candidates.jsonl"
SCHEMA = {
    "id": pl.String,
    "tier": pl.String,
    "label": pl.String,
    "expected": pl.String,
    "gap": pl.String,
    "near": pl.String,
    "content": pl.String,
    "raw": pl.Boolean,
    "digest": pl.String,
}


def candidates(content: bytes, records: Sequence[Record], *, seed: int, rounds: int) -> pl.DataFrame:
    """The labelled candidates of a fixture, one JSON object a line, and their variants over the same transcripts.

    Columns: id, tier (`labelled` or `hard`), label (`write` or `refuse`), expected (the reason's code, null for
    `write`), gap (the known-gap class, "" for none), near (the rule it just passes, "" for none), content (the
    candidate as JSON, or a model's raw output), raw (whether it is one), digest (of the whole line). `rounds` is how
    many variants of each kind are drawn. ValueError for a line that is no labelled candidate, and for two of one id.
    """
    lines = [_line(place, text) for place, text in enumerate(content.splitlines(), start=1) if text.strip()]
    ids = [line["id"] for line in lines]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise ValueError(f"{FIXTURE}: two candidates are called {twice[0]!r}")
    rows = [_row(line, "labelled") for line in lines]
    rows += [_row(line, "hard") for line in hard.variants(lines, records, seed=seed, rounds=rounds)]
    return pl.DataFrame(rows, schema=SCHEMA)


def _line(place: int, text: bytes) -> dict[str, Any]:
    try:
        line = orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise ValueError(f"{FIXTURE}, line {place}: not JSON: {wrong}") from None
    if not isinstance(line, dict) or not isinstance(line.get("id"), str) or ("raw" in line) == ("candidate" in line):
        raise ValueError(f"{FIXTURE}, line {place}: not an object with `id` and one of `candidate` and `raw`")
    if (line.get("label"), "reason" in line) not in (("write", False), ("refuse", True)):
        raise ValueError(f"{FIXTURE}, line {place}: neither labelled `write` nor `refuse` with a reason")
    return line


def _row(line: dict[str, Any], tier: str) -> dict[str, Any]:
    raw = "raw" in line
    return {
        "id": line["id"],
        "tier": tier,
        "label": line["label"],
        "expected": line.get("reason"),
        "gap": line.get("gap", ""),
        "near": line.get("near", ""),
        "content": line["raw"] if raw else orjson.dumps(line["candidate"]).decode(),
        "raw": raw,
        "digest": digests.of_json(line),
    }
