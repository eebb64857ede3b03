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


class Paired(dy.Schema):
    """One row a tier and family whose twins are asked for as well."""

    tier = _one_of(TIERS, primary_key=True)
    family = _one_of(get_args(Family), primary_key=True)
    pairs = dy.Int64(min=1)
    right = dy.Int64(min=0)
    accuracy = dy.Float64(min=0, max=1)


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

    kind = _one_of(("reference", "skill", "memory"))
    name = dy.String()
    corpus = dy.String()
    text = dy.String()
    sha256 = dy.String()
    emitted_at = dy.String(nullable=True)
    problem = dy.String()


class Artifacts(dy.Schema):
    """The artifact manifest."""

    kind = _one_of(("reference", "skill", "memory"), primary_key=True)
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
    measure = _one_of(("matched", "containment", "provenance"))
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
    decision = _one_of(("write", "refuse"))
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
    "read/paired": Paired,
    "write/candidates": Candidates,
    "write/decisions": WriteDecisions,
    "merge/groups": Groups,
    "merge/decisions": MergeDecisions,
    "guard/corpus": GuardCorpus,
    "guard/sections": Sections,
    "guard/artifacts": Artifacts,
    "guard/sessions": Sessions,
    "guard/matches": Matches,
    "guard/evidence": Evidence,
    "guard/exclusions": Exclusions,
    "guard/quotes": Matches,
    "guard/thresholds": Thresholds,
    "store/memories": Memories,
    "store/rankings": StoreRankings,
    "store/candidates": StoreCandidates,
    "store/admitted": Admitted,
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
