"""The schema of every table between assets, checked where a table enters a step from storage.

Imported only by the shell around the graph: a gate at a shell reads no stored table, and need not pay for the import.
"""

from collections.abc import Sequence
from typing import Any, get_args

import dataframely as dy
import polars as pl

from memassets.kernel.text.divergence import Family

POLARITIES = ("affirmative", "negative")
TIERS = ("content", "paraphrase", "hard")
OUTCOMES = ("above", "tie", "inverted", "missing")


def _one_of(values: Sequence[str], **options: Any) -> dy.String:
    return dy.String(check={"known": lambda column: column.is_in(list(values))}, **options)


class Topics(dy.Schema):
    """The frames that facts are made of."""

    topic = dy.String()
    things = dy.List(dy.String())
    subject = dy.String(primary_key=True)
    anchor = dy.String()
    verb = dy.String()
    bare = dy.String()
    object = dy.String()
    tail = dy.String()
    ask = dy.String()
    numeric = dy.Bool()


class Facts(dy.Schema):
    """The seeded corpus."""

    id = dy.String(primary_key=True)
    topic = dy.String()
    type = dy.String()
    title = dy.String()
    gist = dy.String(min_length=1)
    body = dy.String()
    status = _one_of(("active", "archived"))
    created = dy.String()
    polarity = _one_of(POLARITIES)
    numeric = dy.Bool()
    anchor = dy.String()
    paraphrase = dy.String()


class Probes(dy.Schema):
    """The questions."""

    probe = dy.String(primary_key=True)
    tier = _one_of(TIERS, primary_key=True)
    target = dy.String()
    polarity = _one_of(POLARITIES)
    numeric = dy.Bool()
    query = dy.String(min_length=1)


class Twins(dy.Schema):
    """The wrong facts, kept ones and refused ones."""

    id = dy.String(primary_key=True)
    target = dy.String()
    family = _one_of(get_args(Family))
    kept = dy.Bool()
    gist = dy.String(min_length=1)
    body = dy.String()
    title = dy.String()
    type = dy.String()
    created = dy.String(nullable=True)


class Rankings(dy.Schema):
    """One row a probe, tier and kept twin."""

    probe = dy.String(primary_key=True)
    tier = _one_of(TIERS, primary_key=True)
    polarity = _one_of(POLARITIES)
    family = _one_of(get_args(Family), primary_key=True)
    target = dy.String()
    control = dy.String(primary_key=True)
    query = dy.String()
    target_rank = dy.Int64(nullable=True, min=1)
    control_rank = dy.Int64(nullable=True, min=1)
    outcome = _one_of(OUTCOMES)
    undecidable = dy.Bool()
    degraded = dy.String()
    moved = dy.Bool()
    leaked = dy.Int64(min=0)
    target_fusion = dy.Float64()
    control_fusion = dy.Float64()
    target_lexical = dy.Float64()
    control_lexical = dy.Float64()
    target_vector = dy.Float64()
    control_vector = dy.Float64()
    cosine = dy.Float64()


class Candidates(dy.Schema):
    """Labelled candidates and their adversarial variants."""

    id = dy.String(primary_key=True)
    tier = _one_of(("labelled", "hard"))
    label = _one_of(("write", "refuse"))
    expected = dy.String(nullable=True)
    gap = dy.String()
    near = dy.String()
    content = dy.String()
    raw = dy.Bool()
    digest = dy.String(min_length=1)


class WriteDecisions(dy.Schema):
    """What the write gate says of each candidate."""

    id = dy.String(primary_key=True)
    tier = _one_of(("labelled", "hard"))
    label = _one_of(("write", "refuse"))
    expected = dy.String(nullable=True)
    gap = dy.String()
    decision = _one_of(("write", "refuse"))
    rule = dy.String(nullable=True)
    reason = dy.String()
    detail = dy.String(nullable=True)
    digest = dy.String(min_length=1)


class Groups(dy.Schema):
    """Members of labelled groups and of their variants."""

    group = dy.String(primary_key=True)
    tier = _one_of(("labelled", "outside", "hard"))
    label = _one_of(("fold", "keep"))
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
    tier = _one_of(("labelled", "outside", "hard"))
    label = _one_of(("fold", "keep"))
    expected = dy.String(nullable=True)
    decision = _one_of(("fold", "keep"))
    rule = dy.String(nullable=True)
    reason = dy.String()
    detail = dy.String()
    digest = dy.String(min_length=1)


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


class Plan(dy.Schema):
    """One pair of neighbours each: folded, or kept apart and why."""

    keeper = dy.String(primary_key=True)
    drop = dy.String(primary_key=True)
    decision = _one_of(("fold", "keep"))
    stage = dy.String(nullable=True)
    reason = dy.String()
    sentence = dy.String()
    detail = dy.String()
    cosine = dy.Float64(nullable=True)
    judged = dy.Bool()


TABLES: dict[str, type[dy.Schema]] = {
    "read/topics": Topics,
    "read/facts": Facts,
    "read/probes": Probes,
    "read/twins": Twins,
    "read/rankings": Rankings,
    "write/candidates": Candidates,
    "write/decisions": WriteDecisions,
    "merge/groups": Groups,
    "merge/decisions": MergeDecisions,
    "store/memories": Memories,
    "store/rankings": StoreRankings,
    "store/plan": Plan,
}


def validated(asset: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame, if it is a table of the asset.

    ValueError names the asset and the rule that some rows break; KeyError for an asset without a declared schema.
    """
    schema = TABLES[asset]
    try:
        return schema.validate(frame)
    except (dy.exc.SchemaError, dy.exc.ValidationError) as wrong:
        raise ValueError(
            f"{asset}: the stored table is not one of these ({' '.join(str(wrong).split())}); materialize it anew."
        ) from None
