"""verdict: does the gate refuse the bad candidates and write the good ones, and as it did when it was frozen?"""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from memassets.kernel import frozen, measures, policy
from memassets.kernel.verdict import Basis, Breach, Verdict
from memassets.write import manifest as manifests

GATE = "write"

# Assets of the path in upstream order, each with the module that decides its rows.
ASSETS = {
    "write/candidates": "memassets.write.candidates",
    "write/decisions": "memassets.write.decisions",
    "write/verdict": "memassets.write.verdict",
}
# What a freeze settles; it refuses every other breach.
# The classes of candidate that the gate's origin judged wrongly, each closed by a switch in `policy`.
GAPS = ("repeated-quote", "verbatim-claim", "padded-session")


def verdict(decisions: pl.DataFrame, manifest: Mapping[str, Any], basis: Basis) -> Verdict:
    """The verdict on a table of decisions, compared with the frozen manifest, empty where nothing was ever frozen.

    Refusing is the positive class. The score is the F1 of the labelled tier, 0..1; the tier `hard` is measured against
    the same floor.
    """
    labelled = decisions.filter(pl.col("tier") == "labelled")
    hard = decisions.filter(pl.col("tier") == "hard")
    floor = policy.ADMISSION_FLOOR
    counts = _confusion(labelled)
    score = counts["f1"]
    drifted = manifests.drift(decisions, manifest) if manifest else []
    gaps = _gaps(labelled)
    measured: dict[str, Any] = {
        "candidates": labelled.height,
        **counts,
        "floor": floor,
        "passed": False,
        "interval": measures.f1_interval(_outcomes(labelled), policy.WRITE_HARD_SEED),
        "wrong": _wrong(labelled),
        "refusals": {str(rule): count for rule, count in _counted(labelled, "rule")},
        "reasons": _reasons(labelled),
        "gaps": gaps,
        "drift": [{"code": code, "id": name, "now": now} for code, name, now in drifted],
        "frozen": bool(manifest),
        "hard": {
            "candidates": hard.height,
            **_confusion(hard),
            "interval": measures.f1_interval(_outcomes(hard), policy.WRITE_HARD_SEED),
            "wrong": _wrong(hard),
            "reasons": _reasons(hard),
        },
    }
    breaches = tuple(_breaches(measured, floor, frozen.breaches(manifest, drifted), gaps))
    measured["passed"] = not breaches
    return Verdict(GATE, score, floor, breaches, skipped=False, basis=basis, measured=measured)


def _outcomes(decisions: pl.DataFrame) -> list[tuple[bool, bool]]:
    """(deserves refusal, is refused) of every candidate."""
    return [(row["label"] == "refuse", row["decision"] == "refuse") for row in decisions.iter_rows(named=True)]


def _confusion(decisions: pl.DataFrame) -> dict[str, Any]:
    """The four counts, precision, recall and F1; four decimals."""
    outcomes = _outcomes(decisions)
    hits, alarms = outcomes.count((True, True)), outcomes.count((False, True))
    misses, written = outcomes.count((True, False)), outcomes.count((False, False))
    return {
        "trueRefusals": hits,
        "falseRefusals": alarms,
        "falseAdmissions": misses,
        "trueAdmissions": written,
        "precision": round(measures.precision(hits, alarms), 4),
        "recall": round(measures.recall(hits, misses), 4),
        "f1": round(measures.f1(hits, alarms, misses), 4),
    }


def _wrong(decisions: pl.DataFrame) -> list[dict[str, Any]]:
    """Every candidate decided against its label: id, label, where it ends, detail."""
    return [
        {"id": row["id"], "label": row["label"], "now": frozen.where(row), "detail": row["detail"]}
        for row in decisions.filter(pl.col("label") != pl.col("decision")).iter_rows(named=True)
    ]


def _counted(decisions: pl.DataFrame, by: str) -> Iterable[tuple[Any, int]]:
    refused = decisions.filter(pl.col("decision") == "refuse")
    return refused.group_by(by).len().sort("len", by, descending=[True, False]).iter_rows()


def _reasons(decisions: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """By reason: candidates that deserve it, those refused for it, refused at all; precision and recall, 0..1."""
    found: dict[str, dict[str, Any]] = {}
    for reason in sorted(set(decisions["expected"].drop_nulls()) | set(_refused(decisions)["reason"])):
        given = _refused(decisions).filter(pl.col("reason") == reason)
        deserved = decisions.filter(pl.col("expected") == reason)
        right = given.filter(pl.col("expected") == reason).height
        found[reason] = {
            "deserve": deserved.height,
            "given": given.height,
            "refused": _refused(deserved).height,
            "precision": round(measures.precision(right, given.height - right), 4),
            "recall": round(measures.recall(right, deserved.height - right), 4),
        }
    return found


def _refused(decisions: pl.DataFrame) -> pl.DataFrame:
    return decisions.filter(pl.col("decision") == "refuse")


def _gaps(labelled: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """By known-gap class: its candidates, and those decided wrongly, which make it open."""
    found = {}
    for gap in GAPS:
        rows = labelled.filter(pl.col("gap") == gap)
        wrong = rows.filter(pl.col("label") != pl.col("decision"))["id"].to_list()
        found[gap] = {"candidates": rows["id"].to_list(), "wrong": wrong, "open": bool(wrong)}
    return found


def _breaches(
    measured: Mapping[str, Any],
    floor: float,
    unfrozen: list[Breach],
    gaps: Mapping[str, Mapping[str, Any]],
) -> list[Breach]:
    found: list[Breach] = []
    for tier, counts in (("labelled", measured), ("hard", measured["hard"])):
        if not counts["candidates"]:
            found.append(Breach("no-candidates", f"tier {tier}", 0, 1))
        elif counts["f1"] < floor:
            wrong = tuple(f"{row['id']} {row['now']}" for row in counts["wrong"])
            found.append(Breach("below-floor", f"tier {tier}", counts["f1"], floor, wrong))
    found.extend(unfrozen)
    for gap, state in gaps.items():
        if state["open"] != (gap in policy.KNOWN_GAPS):
            listed = "listed as open" if gap in policy.KNOWN_GAPS else "listed as closed"
            subjects = tuple(state["wrong"] or state["candidates"])
            found.append(
                Breach("known-gap-moved", f"class {gap}", "open" if state["open"] else "closed", listed, subjects)
            )
    return found
