"""plan: which memories would be folded under which, which would not, and why."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from memassets.kernel import policy, reasons
from memassets.kernel.ports import Embedder, Judge
from memassets.merge import folding, vetoes
from memassets.merge.folding import Folding, Outcome
from memassets.merge.members import Member
from memassets.merge.pairs import Pair
from memassets.store import logged, neighbours

SCHEMA = {
    "keeper": pl.String,
    "drop": pl.String,
    "decision": pl.String,
    "stage": pl.String,
    "reason": pl.String,
    "sentence": pl.String,
    "detail": pl.String,
    "cosine": pl.Float64,
    "judged": pl.Boolean,
}


@dataclass(frozen=True, slots=True)
class Counts:
    """What a plan is made of; `candidates` is the sum of merged, vetoed, role_guarded, capped and the rest."""

    components: int
    split: int  # components over the cap, cut into parts
    groups: int  # of two or more, as the judge sees them
    unresolved: int  # neighbours that the judge left apart
    candidates: int
    merged: int
    vetoed: dict[str, int]
    role_guarded: int
    capped: int
    dismissed: int  # pairs that a person wants to keep apart


def plan(
    active: pl.DataFrame, embedder: Embedder, judge: Judge, dismissed: Collection[logged.Pair] = ()
) -> tuple[pl.DataFrame, Counts]:
    """One row a pair of neighbours that was looked at, and the counts; the folds first, then the review list.

    `active` needs id, gist, body, type, scope and created; the oldest of a group keeps, and of two of an age the first
    given. Columns: keeper, drop (ids), decision (`fold` or `keep`), stage (where it stops, null where folded), reason,
    sentence (what a person reads), detail, cosine (-1..1), judged (whether the judge grouped the two). A pair that a
    person has `dismissed` is neither folded nor reviewed.
    """
    aged = active.sort(pl.col("created").is_null(), "created", maintain_order=True)
    members = [
        Member(m["id"], m["gist"], m["body"], m["type"], m["scope"])
        for m in aged.select("id", "gist", "body", "type", "scope").to_dicts()
    ]
    pairs = neighbours.neighbours(aged, embedder)
    components, split = neighbours.components(pairs.select("first", "other").iter_rows(), policy.COMPONENT_CAP)
    grouped: list[list[int]] = []
    for component in components:
        grouped += [
            [component[at] for at in group] for group in judge.partition([members[at] for at in component]).groups
        ]
    groups = [group for group in grouped if len(group) > 1]
    proposed = [Pair(members[first], members[other]) for first, *others in groups for other in others]
    folds = folding.fold(pair for pair in proposed if not _is_among(dismissed, pair.keeper, pair.drop))
    home = {row: place for place, group in enumerate(grouped) for row in group}
    shown = np.zeros(len(members), np.int64)
    for place, component in enumerate(components):
        shown[component] = place
    # neighbours in two parts of a component that was split were not put before the judge together: the next run's work
    judged = pairs.filter(shown[pairs["first"]] == shown[pairs["other"]])
    near = {(members[one].id, members[other].id): cosine for one, other, cosine in judged.iter_rows()}
    unlike = [row for row in judged.iter_rows() if home[row[0]] != home[row[1]]]
    apart = [row for row in unlike if not _is_among(dismissed, members[row[0]], members[row[1]])]
    settled = len(proposed) - len(folds.outcomes) + len(unlike) - len(apart)
    rows = [_of_outcome(outcome, near) for outcome in folds.outcomes]
    rows += [_of_review(members[one], members[other], cosine) for one, other, cosine in apart]
    frame = pl.DataFrame(rows, schema=SCHEMA).sort("decision", "keeper", "drop")
    return frame, _counts(folds, len(components), split, len(groups), len(apart), settled)


def _is_among(dismissed: Collection[logged.Pair], one: Member, other: Member) -> bool:
    return bool(dismissed) and logged.pair((one.id, one.gist), (other.id, other.gist)) in dismissed


def applied(memories: pl.DataFrame, plan: pl.DataFrame) -> pl.DataFrame:
    """The memories as they would be with the plan applied: every drop archived under its keeper."""
    folds = plan.filter(pl.col("decision") == "fold").select(id="drop", keeper="keeper")
    joined = memories.join(folds, on="id", how="left", maintain_order="left")
    dropped = pl.col("keeper").is_not_null()
    return joined.with_columns(
        status=pl.when(dropped).then(pl.lit("archived")).otherwise("status"),
        superseded_by=pl.when(dropped).then("keeper").otherwise("superseded_by"),
    ).drop("keeper")


def _counts(folds: Folding, components: int, split: int, groups: int, unresolved: int, dismissed: int) -> Counts:
    vetoed = Counter(o.stage for o in folds.outcomes if o.stage and o.stage.startswith("veto:"))
    return Counts(
        components,
        split,
        groups,
        unresolved,
        folds.candidates,
        folds.merged,
        {str(stage): count for stage, count in sorted(vetoed.items())},
        folds.role_guarded,
        folds.capped,
        dismissed,
    )


def _of_outcome(outcome: Outcome, near: dict[tuple[str, str], float]) -> dict[str, Any]:
    return {
        "keeper": outcome.pair.keeper.id,
        "drop": outcome.pair.drop.id,
        "decision": "fold" if outcome.folded else "keep",
        "stage": outcome.stage,
        "reason": outcome.reason,
        "sentence": reasons.SENTENCES[outcome.reason],
        "detail": outcome.detail,
        "cosine": near.get((outcome.pair.keeper.id, outcome.pair.drop.id)),
        "judged": True,
    }


def _of_review(one: Member, other: Member, cosine: float) -> dict[str, Any]:
    """A pair the judge left apart: by a veto, or because it sees two claims."""
    stage, reason, detail = vetoes.objection(one, other) or ("judge", "different-claim", "")
    return {
        "keeper": one.id,
        "drop": other.id,
        "decision": "keep",
        "stage": stage,
        "reason": reason,
        "sentence": reasons.SENTENCES[reason],
        "detail": detail,
        "cosine": cosine,
        "judged": False,
    }
