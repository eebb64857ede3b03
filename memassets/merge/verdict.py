"""verdict: does the fold path fold what it should, never a contradiction, and as it did when it was frozen?"""

from collections.abc import Mapping
from typing import Any

import polars as pl

from memassets.kernel import frozen, measures, policy
from memassets.kernel.verdict import Basis, Breach, Verdict
from memassets.merge import manifest as manifests

GATE = "merge"

# Assets of the path in upstream order, each with the module that decides its rows.
ASSETS = {
    "merge/groups": "memassets.merge.hard",
    "merge/decisions": "memassets.merge.decisions",
    "merge/verdict": "memassets.merge.verdict",
}
# The classes of pair that the gate's origin judged wrongly: each is an expected stage of the labelled groups.
GAPS = ("body-number", "repeated-keeper")
_GAP_SWITCHES = {"body-number": "veto:numeric", "repeated-keeper": "role-guard"}


def verdict(decisions: pl.DataFrame, manifest: Mapping[str, Any], basis: Basis) -> Verdict:
    """The verdict on a table of decisions, compared with the frozen manifest, {} where there is none.

    The score is the acceptance, 0..1: folds over the labelled pairs that have to fold. A folded keep pair, labelled or
    a flip of the tier `hard`, is red whatever the score.
    """
    labelled = decisions.filter(pl.col("tier") == "labelled")
    hard = decisions.filter(pl.col("tier") == "hard")
    counts = _counts(labelled)
    drifted = frozen.drift(manifests.rows(decisions), manifest) if manifest else []
    gaps = _gaps(labelled)
    measured: dict[str, Any] = {
        "pairs": labelled.height,
        **counts,
        "acceptance": counts["acceptance"],
        "floor": policy.ACCEPTANCE_FLOOR,
        "passed": False,
        "interval": measures.interval(_right(labelled), policy.MERGE_HARD_SEED),
        "wrong": _wrong(labelled),
        "stages": dict(_stages(labelled)),
        "gaps": gaps,
        "drift": [{"code": code, "id": name, "now": now} for code, name, now in drifted],
        "frozen": bool(manifest),
        "bodyNumberOnly": _outside(decisions),
        "hard": {
            "pairs": hard.height,
            **_counts(hard),
            "wrong": _wrong(hard),
            "vetoes": _vetoes(hard),
            "falseVetoes": _false_vetoes(hard),
        },
    }
    breaches = tuple(_breaches(measured, frozen.breaches(manifest, drifted), gaps))
    measured["passed"] = not breaches
    return Verdict(
        GATE, counts["acceptance"], policy.ACCEPTANCE_FLOOR, breaches, skipped=False, basis=basis, measured=measured
    )


def _counts(decisions: pl.DataFrame) -> dict[str, Any]:
    """Pairs to fold, folded and refused; keep pairs, kept and folded; acceptance and precision, four decimals."""
    cells = {
        (label, decision): decisions.filter(label=label, decision=decision).height
        for label in ("fold", "keep")
        for decision in ("fold", "keep")
    }
    folded, refused = cells["fold", "fold"], cells["fold", "keep"]
    return {
        "folded": folded,
        "refused": refused,
        "kept": cells["keep", "keep"],
        "foldedKeep": cells["keep", "fold"],
        "acceptance": round(measures.recall(folded, refused), 4),
        "precision": round(measures.precision(folded, cells["keep", "fold"]), 4),
    }


def _right(decisions: pl.DataFrame) -> list[float]:
    """1 for each pair to fold that was folded, 0 for each that was not."""
    return [float(d == "fold") for d in decisions.filter(pl.col("label") == "fold")["decision"]]


def _wrong(decisions: pl.DataFrame) -> list[dict[str, Any]]:
    """Every pair decided against its label: id, label, where it ends, detail."""
    return [
        {"id": row["id"], "label": row["label"], "now": frozen.where(row), "detail": row["detail"]}
        for row in decisions.filter(pl.col("label") != pl.col("decision")).iter_rows(named=True)
    ]


def _stages(decisions: pl.DataFrame) -> list[tuple[str, int]]:
    named = decisions.with_columns(stage=pl.col("rule").fill_null("folded"))
    return list(named.group_by("stage").len().sort("len", "stage", descending=[True, False]).iter_rows())


def _vetoes(hard: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """By veto: the flips that it should stop, those it stops, and precision and recall, 0..1."""
    found: dict[str, dict[str, Any]] = {}
    for stage in sorted(set(hard["expected"].drop_nulls()) | set(hard["rule"].drop_nulls())):
        given, deserved = hard.filter(pl.col("rule") == stage), hard.filter(pl.col("expected") == stage)
        right = given.filter(pl.col("expected") == stage).height
        found[stage] = {
            "deserve": deserved.height,
            "given": given.height,
            "precision": round(measures.precision(right, given.height - right), 4),
            "recall": round(measures.recall(right, deserved.height - right), 4),
        }
    return found


def _false_vetoes(hard: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """By harmless edit: how many were made, and the share that was vetoed, 0..1."""
    edits = hard.filter(pl.col("label") == "fold").with_columns(
        edit=pl.col("group").str.extract(r"^[^-]+-(.*)-\d+$"), vetoed=pl.col("decision") == "keep"
    )
    by_edit = edits.group_by("edit").agg(pl.len().alias("edits"), pl.col("vetoed").mean().round(4)).sort("edit")
    return {row["edit"]: {"edits": row["edits"], "vetoed": row["vetoed"]} for row in by_edit.iter_rows(named=True)}


def _outside(decisions: pl.DataFrame) -> dict[str, int]:
    """Pairs of equal claims over different numbers in the bodies: measured outside the gated corpus, and stated."""
    outside = decisions.filter(pl.col("tier") == "outside")
    return {"pairs": outside.height, "folded": outside.filter(pl.col("decision") == "fold").height}


def _gaps(labelled: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """By known-gap class: the pairs to fold that its stage stops, which make it open."""
    refused = labelled.filter((pl.col("label") == "fold") & (pl.col("decision") == "keep"))
    found = {}
    for gap, stage in _GAP_SWITCHES.items():
        wrong = refused.filter(pl.col("rule") == stage)["id"].to_list()
        found[gap] = {"wrong": wrong, "open": bool(wrong)}
    return found


def _breaches(
    measured: Mapping[str, Any],
    unfrozen: list[Breach],
    gaps: Mapping[str, Mapping[str, Any]],
) -> list[Breach]:
    found: list[Breach] = []
    floor = policy.ACCEPTANCE_FLOOR
    for tier, counts in (("labelled", measured), ("hard", measured["hard"])):
        where = f"tier {tier}"
        if not counts["folded"] + counts["refused"] or not counts["kept"] + counts["foldedKeep"]:
            found.append(Breach("no-pairs", where, counts["pairs"], 1))
            continue
        if counts["acceptance"] < floor:
            found.append(Breach("below-floor", where, counts["acceptance"], floor, _named(counts["wrong"], "fold")))
        if counts["foldedKeep"]:
            found.append(Breach("folded-keep", where, counts["foldedKeep"], 0, _named(counts["wrong"], "keep")))
    found.extend(unfrozen)
    for gap, state in gaps.items():
        if state["open"] != (gap in policy.MERGE_KNOWN_GAPS):
            listed = "listed as open" if gap in policy.MERGE_KNOWN_GAPS else "listed as closed"
            now = "open" if state["open"] else "closed"
            found.append(Breach("known-gap-moved", f"class {gap}", now, listed, tuple(state["wrong"])))
    return found


def _named(wrong: list[dict[str, Any]], label: str) -> tuple[str, ...]:
    return tuple(f"{row['id']} {row['now']}" for row in wrong if row["label"] == label)
