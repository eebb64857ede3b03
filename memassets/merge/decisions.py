"""decisions: what the fold path makes of each pair of each group, and where it stops those it refuses."""

from typing import Any

import polars as pl

from memassets.kernel import digests
from memassets.merge import folding
from memassets.merge.members import Member
from memassets.merge.pairs import pairs

SCHEMA = {
    "id": pl.String,
    "group": pl.String,
    "tier": pl.String,
    "label": pl.String,
    "expected": pl.String,
    "decision": pl.String,
    "rule": pl.String,
    "reason": pl.String,
    "detail": pl.String,
    "digest": pl.String,
}


def decisions(groups: pl.DataFrame) -> pl.DataFrame:
    """One row a pair of a group; each group is a run of its own, so that no cap carries over.

    Columns: id (of the drop), group, tier, label and expected as in `groups`, decision (`fold` or `keep`), rule (the
    stage it stops at, null where folded), reason, detail, digest (of the group).
    """
    rows: list[dict[str, Any]] = []
    for (name,), members in groups.group_by("group", maintain_order=True):
        first = members.row(0, named=True)
        group = [Member(m["id"], m["gist"], m["body"], m["type"], m["scope"]) for m in members.sort("place").to_dicts()]
        rows += [
            {
                "id": outcome.pair.drop.id,
                "group": name,
                **{key: first[key] for key in ("tier", "label", "expected")},
                "decision": "fold" if outcome.folded else "keep",
                "rule": outcome.stage,
                "reason": outcome.reason,
                "detail": outcome.detail,
                "digest": digests.of_json([first["digest"], outcome.pair.drop.id]),
            }
            for outcome in folding.fold(pairs(group)).outcomes
        ]
    return pl.DataFrame(rows, schema=SCHEMA)
