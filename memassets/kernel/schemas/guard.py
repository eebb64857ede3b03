"""The tables of the guard."""

from typing import Any

import dataframely as dy

from memassets.kernel.schemas.values import one_of


def _span(**options: Any) -> dy.List:
    """Places in a text, in code points."""
    return dy.List(dy.Struct({"start": dy.Int64(), "end": dy.Int64()}), **options)


class GuardCorpus(dy.Schema):
    """Records of the labelled sessions."""

    session = dy.String(primary_key=True)
    class_ = dy.String(alias="class")
    quoting = dy.Bool()
    turn = dy.Int64(primary_key=True, min=1)
    role = dy.String()
    text = dy.String()
    quoted = _span()
    own = _span()


class Sections(dy.Schema):
    """What the vault emits: sections of references, skills and memories."""

    kind = one_of(("reference", "skill", "memory"))
    name = dy.String()
    corpus = dy.String()
    text = dy.String()
    sha256 = dy.String()
    emitted_at = dy.String(nullable=True)
    problem = dy.String()


class Artifacts(dy.Schema):
    """The artifact manifest."""

    kind = one_of(("reference", "skill", "memory"), primary_key=True)
    name = dy.String(primary_key=True)
    sha256 = dy.String(min_length=1)
    shingles = dy.List(dy.String())
    emitted_at = dy.String(nullable=True)
    matcher = dy.String(min_length=1)


class Sessions(dy.Schema):
    """The vault's session files and how far each was read."""

    path = dy.String(primary_key=True)
    format = dy.String()
    consumed_bytes = dy.Int64(min=0)
    records = dy.Int64(min=0)
    digest = dy.String()
    skipped = dy.List(dy.String())
    damaged = dy.Int64(min=0)


class Matches(dy.Schema):
    """A record and an artifact whose threshold it reaches."""

    record = dy.String()
    session = dy.String()
    turn = dy.Int64()
    at = dy.String(nullable=True)
    kind = dy.String()
    name = dy.String()
    sha256 = dy.String()
    measure = one_of(("matched", "containment", "provenance"))
    score = dy.Float64()
    threshold = dy.Float64()
    matched = dy.Int64(min=0)
    containment = dy.Float64(min=0, max=1)
    outcome = dy.String()
    matcher = dy.String()
    spans = _span()
    corrected = _span()


class Evidence(dy.Schema):
    """What is left of the records once the artifacts are withheld."""

    record_id = dy.String()
    session = dy.String()
    turn = dy.Int64()
    role = dy.String()
    at = dy.String(nullable=True)
    start = dy.Int64(min=0)
    end = dy.Int64(min=0)
    text = dy.String()
    flags = dy.List(dy.String())


class Exclusions(dy.Schema):
    """What was withheld, one span a row."""

    event = dy.String()
    record = dy.String()
    session = dy.String()
    turn = dy.Int64()
    at = dy.String(nullable=True)
    start = dy.Int64(min=0)
    end = dy.Int64(min=0)
    kind = dy.String()
    name = dy.String()
    sha256 = dy.String()
    measure = dy.String()
    score = dy.Float64()
    threshold = dy.Float64()
    matcher = dy.String()


class Thresholds(dy.Schema):
    """The sweep: what each value of each threshold would measure."""

    threshold = dy.String(primary_key=True)
    value = dy.Float64(primary_key=True)
    recall = dy.Float64()
    precision = dy.Float64()
    false_share = dy.Float64()
    talk_hit = dy.Int64()
    in_force = dy.Bool()


TABLES: dict[str, type[dy.Schema]] = {
    "guard/corpus": GuardCorpus,
    "guard/sections": Sections,
    "guard/artifacts": Artifacts,
    "guard/sessions": Sessions,
    "guard/matches": Matches,
    "guard/evidence": Evidence,
    "guard/exclusions": Exclusions,
    "guard/quotes": Matches,
    "guard/thresholds": Thresholds,
}
