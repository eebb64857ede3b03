"""The tables of the read path."""

from typing import get_args

import dataframely as dy

from memassets.kernel.schemas.values import one_of
from memassets.kernel.text.divergence import Family

POLARITIES = ("affirmative", "negative")
TIERS = ("content", "paraphrase", "hard")
OUTCOMES = ("above", "tie", "inverted", "missing")


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
    status = one_of(("active", "archived"))
    created = dy.String()
    polarity = one_of(POLARITIES)
    numeric = dy.Bool()
    anchor = dy.String()
    paraphrase = dy.String()


class Probes(dy.Schema):
    """The questions."""

    probe = dy.String(primary_key=True)
    tier = one_of(TIERS, primary_key=True)
    target = dy.String()
    polarity = one_of(POLARITIES)
    numeric = dy.Bool()
    query = dy.String(min_length=1)


class Twins(dy.Schema):
    """The wrong facts, kept ones and refused ones."""

    id = dy.String(primary_key=True)
    target = dy.String()
    family = one_of(get_args(Family))
    kept = dy.Bool()
    gist = dy.String(min_length=1)
    body = dy.String()
    title = dy.String()
    type = dy.String()
    created = dy.String(nullable=True)


class Rankings(dy.Schema):
    """One row a probe, tier and kept twin."""

    probe = dy.String(primary_key=True)
    tier = one_of(TIERS, primary_key=True)
    polarity = one_of(POLARITIES)
    family = one_of(get_args(Family), primary_key=True)
    target = dy.String()
    control = dy.String(primary_key=True)
    query = dy.String()
    target_rank = dy.Int64(nullable=True, min=1)
    control_rank = dy.Int64(nullable=True, min=1)
    outcome = one_of(OUTCOMES)
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


class Paired(dy.Schema):
    """One row a tier and family whose twins are asked for as well."""

    tier = one_of(TIERS, primary_key=True)
    family = one_of(get_args(Family), primary_key=True)
    pairs = dy.Int64(min=1)
    right = dy.Int64(min=0)
    accuracy = dy.Float64(min=0, max=1)


TABLES: dict[str, type[dy.Schema]] = {
    "read/topics": Topics,
    "read/facts": Facts,
    "read/probes": Probes,
    "read/twins": Twins,
    "read/rankings": Rankings,
    "read/paired": Paired,
}
