"""gate: may tonight's plan land? Only behind verdicts that are measured, fresh and green."""

from collections.abc import Mapping
from typing import Any, Literal

import polars as pl

from memassets.guard import verdict as guard_verdict
from memassets.kernel import fixtures
from memassets.kernel.verdict import Verdict, basis_of
from memassets.merge import verdict as merge_verdict
from memassets.read import verdict as read_verdict
from memassets.store import verdict as store_verdict
from memassets.write import verdict as write_verdict

State = Literal["failed", "skipped", "missing", "stale"]

# Every gate that guards a store, with the assets whose code its verdict stands on.
GUARDS: dict[str, dict[str, str]] = {
    "read": read_verdict.ASSETS,
    "write": write_verdict.ASSETS,
    "merge": merge_verdict.ASSETS,
    "guard": guard_verdict.ASSETS,
    "store": store_verdict.ASSETS,
}
CODE = "gate-failed"


def refuse(verdicts: Mapping[str, Verdict | None], embedder: str, revision: str) -> dict[str, State] | None:
    """Why the plan may not land, by gate; None where every gate is measured, fresh and green.

    `embedder` is the one that an unattended run measures with: a verdict of another never counts. `revision` is the
    store's as the plan has it. There is no way round: who wants to land anyway changes a floor, visibly.
    """
    states = {gate: _state(verdicts.get(gate), gate, embedder, revision) for gate in GUARDS}
    found: dict[str, State] = {gate: state for gate, state in states.items() if state}
    return found or None


def _state(found: Verdict | None, gate: str, embedder: str, revision: str) -> State | None:
    if found is None or found.gate != gate:
        return "missing"
    if found.skipped:
        return "skipped"
    if not found.passed and not _is_of_nothing(found):
        return "failed"
    return "stale" if is_stale(found, GUARDS[gate], embedder, revision) else None


def _is_of_nothing(found: Verdict) -> bool:
    """Whether a store's verdict is red for nothing but its emptiness: no plan could make that worse."""
    return {breach.code for breach in found.breaches} == {"empty-store"}


def is_stale(found: Verdict, assets: Mapping[str, str], embedder: str, revision: str) -> bool:
    """Whether a verdict was measured on another policy, fixtures, code, embedder or, of a store, revision."""
    then = found.basis
    now = basis_of(
        dict(assets), then.data, {name: _digest(name) for name in then.fixtures}, then.settings, then.embedder
    )
    if then.embedder and then.embedder != embedder:
        return True
    if found.gate == store_verdict.GATE and then.revision != revision:
        return True
    return (then.policy, then.fixtures, then.code) != (now.policy, now.fixtures, now.code)


def _digest(name: str) -> str:
    try:
        return fixtures.digest(name)
    except FileNotFoundError:
        return ""


def worse(before: pl.DataFrame, after: pl.DataFrame) -> list[str]:
    """The probes that the plan makes worse: their target is ranked lower, or a twin no longer below it.

    Both are rankings of the same probes, before the plan and with it applied in memory. A probe whose target the plan
    drops is not asked after it: its survivor answers.
    """
    key = ["probe", "tier", "control"]
    joined = before.join(after, on=key, how="inner", suffix="_after")
    fell = pl.col("target_rank_after").is_null() | (pl.col("target_rank_after") > pl.col("target_rank"))
    lost = (pl.col("outcome") == "above") & (pl.col("outcome_after") != "above")
    return joined.filter(fell.fill_null(False) | lost)["target"].unique(maintain_order=True).to_list()


def decided(
    refusal: Mapping[str, State] | None, worsened: list[str], verdicts: Mapping[str, Verdict | None]
) -> dict[str, Any]:
    """The answer as JSON values: allowed, each red gate's state and first breach, the probes made worse, the scores."""
    return {
        "allowed": not refusal and not worsened,
        "code": CODE if refusal or worsened else None,
        "gates": dict(refusal or {}),
        "reasons": {
            name: found.breaches[0].sentence
            for name in refusal or {}
            if (found := verdicts.get(name)) is not None and found.breaches
        },
        "worse": worsened,
        "scores": {gate: found.score for gate, found in verdicts.items() if found is not None},
    }
