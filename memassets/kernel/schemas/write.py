"""The tables of the write path."""

import dataframely as dy

from memassets.kernel.schemas.values import one_of


class Candidates(dy.Schema):
    """Labelled candidates and their adversarial variants."""

    id = dy.String(primary_key=True)
    tier = one_of(("labelled", "hard"))
    label = one_of(("write", "refuse"))
    expected = dy.String(nullable=True)
    gap = dy.String()
    near = dy.String()
    content = dy.String()
    raw = dy.Bool()
    digest = dy.String(min_length=1)


class WriteDecisions(dy.Schema):
    """What the write gate says of each candidate."""

    id = dy.String(primary_key=True)
    tier = one_of(("labelled", "hard"))
    label = one_of(("write", "refuse"))
    expected = dy.String(nullable=True)
    gap = dy.String()
    decision = one_of(("write", "refuse"))
    rule = dy.String(nullable=True)
    reason = dy.String()
    detail = dy.String(nullable=True)
    digest = dy.String(min_length=1)


TABLES: dict[str, type[dy.Schema]] = {
    "write/candidates": Candidates,
    "write/decisions": WriteDecisions,
}
