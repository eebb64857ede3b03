"""Folding: the filter that every candidate fold passes, stage by stage, and what it counted."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from memassets.kernel import policy
from memassets.kernel.reasons import Reason
from memassets.merge import vetoes
from memassets.merge.members import Member
from memassets.merge.pairs import Pair
from memassets.merge.roles import Roles


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one pair: folded (no stage), or stopped at a stage."""

    pair: Pair
    stage: str | None
    reason: Reason
    detail: str = ""

    @property
    def folded(self) -> bool:
        """Whether the drop goes under the keeper."""
        return self.stage is None


@dataclass(slots=True)
class Folding:
    """Every outcome of a run, in order, and the counters; `candidates` is always the sum of the other six."""

    outcomes: list[Outcome] = field(default_factory=list)
    candidates: int = 0
    merged: int = 0
    vetoed: int = 0
    role_guarded: int = 0
    capped: int = 0
    below_threshold: int = 0
    itself: int = 0

    @property
    def refuses_everything(self) -> bool:
        """How a phase that stores nothing looks: candidates, and not one fold."""
        return self.candidates > 0 and self.merged == 0


def fold(candidates: Iterable[Pair]) -> Folding:
    """The outcome of every candidate fold, judged in order: cap, threshold, vetoes, self, role guard."""
    found = Folding()
    roles = Roles()
    for pair in candidates:
        outcome = _outcome(pair, found.merged, roles)
        if outcome.folded:
            roles.commit(pair.keeper.id, pair.drop.id)
        _count(found, outcome)
    total = found.merged + found.vetoed + found.role_guarded + found.capped + found.below_threshold + found.itself
    assert found.candidates == total
    return found


def _outcome(pair: Pair, merged: int, roles: Roles) -> Outcome:
    keeper, drop = pair.keeper, pair.drop
    if merged >= policy.FOLD_CAP:
        return Outcome(pair, "cap", "capped", f"{merged} folds are committed in this run.")
    if pair.similarity is not None and not pair.similarity > policy.FOLD_COSINE:
        return Outcome(
            pair, "threshold", "below-threshold", f"{pair.similarity:.4f} is not above {policy.FOLD_COSINE}."
        )
    if objection := vetoes.objection(keeper, drop):
        return Outcome(pair, *objection)
    if keeper.id == drop.id:
        return Outcome(pair, "self", "itself", "A memory is not its own duplicate.")
    if objection_to_roles := roles.objection(keeper.id, drop.id):
        return Outcome(pair, "role-guard", "role-taken", objection_to_roles)
    return Outcome(pair, None, likeness(keeper, drop))


def likeness(keeper: Member, drop: Member) -> Reason:
    """In what sense two memories that nothing forbids to fold are the same."""
    if (keeper.gist, keeper.body) == (drop.gist, drop.body):
        return "identical"
    if keeper.folded == drop.folded:
        return "identical-after-normalisation"
    return "paraphrase"


def _count(found: Folding, outcome: Outcome) -> None:
    found.outcomes.append(outcome)
    found.candidates += 1
    if outcome.stage is None:
        found.merged += 1
    elif outcome.stage == "cap":
        found.capped += 1
    elif outcome.stage == "threshold":
        found.below_threshold += 1
    elif outcome.stage == "self":
        found.itself += 1
    elif outcome.stage == "role-guard":
        found.role_guarded += 1
    else:
        found.vetoed += 1
