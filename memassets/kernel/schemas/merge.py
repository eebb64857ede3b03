"""The tables of the merge path."""

import dataframely as dy

from memassets.kernel.schemas.values import one_of


class Groups(dy.Schema):
    """Members of labelled groups and of their variants."""

    group = dy.String(primary_key=True)
    tier = one_of(("labelled", "outside", "hard"))
    label = one_of(("fold", "keep"))
    expected = dy.String(nullable=True)
    place = dy.Int64(primary_key=True, min=0)
    id = dy.String()
    gist = dy.String(min_length=1)
    body = dy.String()
    type = dy.String()
    scope = dy.String()
    digest = dy.String(min_length=1)


class MergeDecisions(dy.Schema):
    """What the fold path makes of each pair."""

    id = dy.String(primary_key=True)
    group = dy.String()
    tier = one_of(("labelled", "outside", "hard"))
    label = one_of(("fold", "keep"))
    expected = dy.String(nullable=True)
    decision = one_of(("fold", "keep"))
    rule = dy.String(nullable=True)
    reason = dy.String()
    detail = dy.String()
    digest = dy.String(min_length=1)


TABLES: dict[str, type[dy.Schema]] = {
    "merge/groups": Groups,
    "merge/decisions": MergeDecisions,
}
