"""groups: labelled sets of memories, each standing in for the answer of the judge that put its members together."""

from typing import Any

import orjson
import polars as pl

from memassets.kernel import digests

FIXTURE = "merge/groups.jsonl"
SCHEMA = {
    "group": pl.String,
    "tier": pl.String,
    "label": pl.String,
    "expected": pl.String,
    "place": pl.Int64,
    "id": pl.String,
    "gist": pl.String,
    "body": pl.String,
    "type": pl.String,
    "scope": pl.String,
    "digest": pl.String,
}


def groups(content: bytes) -> pl.DataFrame:
    """The labelled groups of a fixture, one JSON object a line; one row a member, oldest first.

    Columns: group, tier (`labelled` or `outside`), label (`fold` or `keep`), expected (the stage that has to stop its
    pairs, null for `fold`), place (from 0), id, gist, body, type, scope, digest (of the whole line). ValueError for two
    groups of one id, or a group of fewer than two.
    """
    rows: list[dict[str, Any]] = []
    for line in content.splitlines():
        if line.strip():
            rows += _rows(orjson.loads(line))
    frame = pl.DataFrame(rows, schema=SCHEMA)
    if frame.select(pl.struct("group", "place").is_duplicated().any()).item():
        raise ValueError("two groups of one id")
    return frame


def _rows(line: dict[str, Any]) -> list[dict[str, Any]]:
    members = line["members"]
    if len(members) < 2:
        raise ValueError(f"group {line['id']} has {len(members)} members, and two are needed")
    return [
        {
            "group": line["id"],
            "tier": line.get("tier", "labelled"),
            "label": line["label"],
            "expected": line.get("stage"),
            "place": place,
            "id": f"{line['id']}/{place + 1}",
            "gist": member["gist"],
            "body": member.get("body", ""),
            "type": member.get("type", ""),
            "scope": member.get("scope", ""),
            "digest": digests.of_json(line),
        }
        for place, member in enumerate(members)
    ]
