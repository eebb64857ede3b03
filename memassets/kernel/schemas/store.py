"""The tables of the store path."""

import dataframely as dy

from memassets.kernel.schemas.read import Rankings
from memassets.kernel.schemas.values import one_of


class Memories(dy.Schema):
    """What a vault holds, damaged files included."""

    id = dy.String(primary_key=True)
    gist = dy.String()
    body = dy.String()
    title = dy.String()
    type = dy.String()
    status = dy.String(min_length=1)
    scope = dy.String()
    created = dy.String(nullable=True)
    updated = dy.String(nullable=True)
    superseded_by = dy.String(nullable=True)
    entities = dy.List(dy.String())
    links = dy.List(dy.String())
    sources = dy.List(dy.String())
    format = dy.String()
    line = dy.Int64()
    revision = dy.String()


class StoreRankings(Rankings):
    """The same of a real store, with the controls that were refused for each target."""

    refused = dy.Int64(min=0)


class StoreCandidates(dy.Schema):
    """The raw outputs that wait in a vault."""

    file = dy.String(primary_key=True)
    content = dy.String()
    problem = dy.String()
    digest = dy.String()


class Admitted(dy.Schema):
    """What the write gate says of each candidate of a vault."""

    candidate = dy.String(primary_key=True)
    file = dy.String()
    index = dy.Int64(min=0)
    decision = one_of(("write", "refuse"))
    rule = dy.String(nullable=True)
    reason = dy.String()
    detail = dy.String(nullable=True)
    path = dy.String()
    gist = dy.String()
    body = dy.String()
    title = dy.String()
    type = dy.String()
    entities = dy.List(dy.String())
    sources = dy.List(dy.String())


class Plan(dy.Schema):
    """One pair of neighbours each: folded, or kept apart and why."""

    keeper = dy.String(primary_key=True)
    drop = dy.String(primary_key=True)
    decision = one_of(("fold", "keep"))
    stage = dy.String(nullable=True)
    reason = dy.String()
    sentence = dy.String()
    detail = dy.String()
    cosine = dy.Float64(nullable=True)
    judged = dy.Bool()


TABLES: dict[str, type[dy.Schema]] = {
    "store/memories": Memories,
    "store/rankings": StoreRankings,
    "store/candidates": StoreCandidates,
    "store/admitted": Admitted,
    "store/plan": Plan,
}
