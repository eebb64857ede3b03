"""verdict: are quotes caught, is talk kept, and can every exclusion of the vault be accounted for?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memassets.guard import outcomes as outcome_table
from memassets.guard import skills as frozen_skills
from memassets.guard import thresholds as threshold_table
from memassets.guard.matcher import Thresholds
from memassets.guard.skills import Decisions
from memassets.kernel import policy
from memassets.kernel.verdict import Basis, Breach, Verdict

GATE = "guard"

# Assets of the path in upstream order, each with the module that decides its rows.
ASSETS = {
    "guard/corpus": "memassets.guard.corpus",
    "guard/sections": "memassets.guard.sections",
    "guard/artifacts": "memassets.guard.artifacts",
    "guard/sessions": "memassets.guard.sessions",
    "guard/matches": "memassets.guard.matches",
    "guard/evidence": "memassets.guard.evidence",
    "guard/exclusions": "memassets.guard.exclusions",
    "guard/quotes": "memassets.guard.quotes",
    "guard/thresholds": "memassets.guard.thresholds",
    "guard/verdict": "memassets.guard.verdict",
}


@dataclass(frozen=True, slots=True)
class Audit:
    """What is wrong in a vault, as sentences; nothing where all is well."""

    leaks: Sequence[str] = ()  # evidence that quotes a live artifact
    unexplained: Sequence[str] = ()  # exclusions without their event, or with one that lacks a field
    astray: Sequence[str] = ()  # entries of the manifest that do not follow from the log


def verdict(
    outcomes: pl.DataFrame,
    classes: pl.DataFrame,
    decided: tuple[Decisions, Decisions],
    frozen: Mapping[str, Any] | None,
    in_force: Thresholds,
    basis: Basis,
    audit: Audit | None = None,
    notes: Mapping[str, Any] | None = None,
) -> Verdict:
    """The verdict on the labelled outcomes at the thresholds in force, and on a vault where one is given.

    `decided` holds the skill decisions with references in the index and without; `notes` are counts of the vault that
    a person wants beside the answer. The score is the recall, 0..1.
    """
    measures = threshold_table.measures(outcomes)
    drifted = _drifted(decided, frozen)
    measured: dict[str, Any] = {
        "records": outcomes.height,
        "quoting": int(outcomes["quoting"].sum()),
        **measures,
        "floor": policy.GUARD_RECALL_FLOOR,
        "falseLimit": policy.GUARD_FALSE_LIMIT,
        "passed": False,
        "thresholds": in_force.as_values(),
        "margins": threshold_table.margins(classes, in_force),
        "classes": _classes(outcomes, classes),
        "skillDecisions": len(decided[0]),
        "skillDrift": drifted,
        "vault": audit is not None,
        **(notes or {}),
    }
    breaches = tuple(_breaches(measured, frozen, basis, audit))
    measured["passed"] = not breaches
    skipped = not measured["quoting"]
    return Verdict(GATE, measures["recall"], policy.GUARD_RECALL_FLOOR, breaches, skipped, basis, measured)


def _classes(outcomes: pl.DataFrame, classes: pl.DataFrame) -> dict[str, dict[str, Any]]:
    reached = {row["class"]: row for row in classes.to_dicts()}
    found: dict[str, dict[str, Any]] = {}
    for (name,), rows in outcomes.group_by("class", maintain_order=True):
        if name not in reached:
            continue
        quoting = bool(rows["quoting"][0])
        found[str(name)] = {
            "quoting": quoting,
            "records": rows.height,
            "caught": int(outcome_table.caught(rows).sum()) if quoting else None,
            "ownWords": int(rows["own"].sum()),
            "ownWithheld": int(rows["own_withheld"].sum()),
            "p5": reached[name]["p5"],
            "p95": reached[name]["p95"],
        }
    return found


def _drifted(decided: tuple[Decisions, Decisions], frozen: Mapping[str, Any] | None) -> list[str]:
    with_references, alone = decided
    then = frozen["decisions"] if frozen else with_references
    return sorted({*frozen_skills.drift(with_references, then), *frozen_skills.drift(alone, with_references)})


def _breaches(
    measured: Mapping[str, Any], frozen: Mapping[str, Any] | None, basis: Basis, audit: Audit | None
) -> list[Breach]:
    floor, limit = policy.GUARD_RECALL_FLOOR, policy.GUARD_FALSE_LIMIT
    if not measured["quoting"]:
        return [Breach("skipped", "all", "no quoting record", "measured")]
    found: list[Breach] = []
    if measured["recall"] < floor:
        found.append(Breach("below-floor", "recall", measured["recall"], floor))
    for name, row in measured["classes"].items():
        if row["records"] < policy.GUARD_SESSIONS:
            found.append(Breach("too-few-sessions", f"class {name}", row["records"], policy.GUARD_SESSIONS))
        if row["quoting"] and row["caught"] < floor * row["records"]:
            share = round(row["caught"] / row["records"], 4)
            found.append(Breach("below-floor", f"recall, class {name}", share, floor))
    if measured["false_share"] > limit:
        losing = tuple(name for name, row in measured["classes"].items() if row["ownWithheld"])
        found.append(Breach("talk-withheld", "all", measured["false_share"], limit, losing))
    if frozen is None:
        found.append(Breach("not-frozen", "skills", 0, 1))
    else:
        if not frozen_skills.is_sealed(frozen):
            found.append(Breach("frozen-edited", "skills", "another seal", "the seal of its content"))
        edited = [name for name, digest in basis.fixtures.items() if frozen["basis"]["fixtures"].get(name) != digest]
        if edited:
            found.append(Breach("fixture-not-frozen", "all", len(edited), 0, tuple(edited)))
    if measured["skillDrift"]:
        drifted = tuple(measured["skillDrift"])
        found.append(Breach("skill-drift", "skills", len(drifted), 0, drifted))
    if audit is not None:
        for code, wrong in (
            ("evidence-quotes-artifact", audit.leaks),
            ("exclusion-unexplained", audit.unexplained),
            ("manifest-astray", audit.astray),
        ):
            if wrong:
                found.append(Breach(code, "vault", len(wrong), 0, tuple(wrong)))  # type: ignore[arg-type]
    return found
