"""verdict: does the ranker tell each fact from its wrong twins, in every family and polarity?

Serves the seeded corpus and, with the same measures, a real store.
"""

from collections import defaultdict
from typing import Any

import polars as pl

from memassets.kernel import measures, policy
from memassets.kernel.reasons import Reason
from memassets.kernel.verdict import Basis, Breach, Verdict
from memassets.read.rankings import pessimistic_rank

GATE = "read"

# Assets of the path in upstream order, each with the module that decides its rows.
ASSETS = {
    "read/topics": "memassets.read.topics",
    "read/facts": "memassets.read.facts",
    "read/probes": "memassets.read.probes",
    "read/twins": "memassets.read.twins",
    "read/rankings": "memassets.read.rankings",
    "read/verdict": "memassets.read.verdict",
}

ARMS = ("lexical", "vector", "fusion")
FOREIGN = ("fusion",)  # all that is known of a ranker of the user's own is the score it gave


def verdict(
    rankings: pl.DataFrame,
    basis: Basis,
    *,
    refused: int,
    asked: int,
    floor: float,
    seed: int,
    corpus_size: int,
    baseline: dict[str, int] | None,
    mode: str = "fake",
    tiers: tuple[str, ...] | None = None,
    required: tuple[str, ...] | None = None,
    seen: bool = True,
    gate: str = GATE,
    arms: tuple[str, ...] = ARMS,
) -> Verdict:
    """The verdict on a table of rankings.

    `refused` counts the controls whose predicate did not fire; `asked` is the number of targets asked for; `floor` the
    MRR floor, 0..1; `baseline` the frozen ranks by "probe tier", None where none was taken with these parameters.
    `tiers` are gated (None: the policy's), the others reported; a `required` family (None: each gated one) without a
    probe is a breach, and so is, where the arms have to have `seen` the difference, one whose twins an arm scores like
    their targets. `arms` are those whose scores are known.
    """
    tiers = policy.GATED_TIERS if tiers is None else tiers
    required = policy.GATED_FAMILIES if required is None else required
    counts = pl.col("tier").is_in(tiers) & pl.col("family").is_in(policy.GATED_FAMILIES)
    gated = rankings.filter(counts)
    questions = _questions(gated)
    probes = questions["probe"].n_unique() if questions.height else 0
    mrr = _lowest(questions.to_dicts())
    frozen = compared(_questions(rankings), baseline)
    measured: dict[str, Any] = {
        "mode": mode,
        "requested": mode,
        "skipped": False,
        "probes": probes,
        "discriminated": _discriminated(questions),
        "inversions": _inversions(gated, arms),
        "mrr": mrr,
        "corpusMrr": _lowest(questions.to_dicts(), "corpus_rr"),
        "mrrFloor": floor,
        "passed": False,
        "degradedProbes": int(questions.filter(pl.col("degraded") != "")["probe"].n_unique()) if arms == ARMS else None,
        "seed": seed,
        "corpusSize": corpus_size,
        "ties": int((gated["outcome"] == "tie").sum()),
        "missing": int(questions["rr"].eq(0).sum()) if probes else 0,
        "undecidable": int(gated["undecidable"].sum()),
        "refusedControls": refused,
        "interval": measures.interval(_of_probes(questions), seed),
        "families": _groups(gated, "family"),
        "polarities": _groups(gated, "polarity"),
        "tiers": _groups(rankings, "tier"),
        "arms": {arm: _arm(gated, arm) for arm in arms} if arms == ARMS else None,
        "hard": _groups(rankings.filter(pl.col("tier") == "hard"), "family"),
        "ungated": {str(tier): _groups(rows, "family") for (tier,), rows in _sorted(rankings.filter(~counts), "tier")},
        "ranks": frozen_ranks(rankings),
        "baseline": {"compared": baseline is not None, "worse": frozen},
    }
    breaches = tuple(
        [*_breaches(gated, questions, measured, asked, floor, frozen, required), *_bad_arms(gated, seen, arms)]
        if probes
        else [Breach("no-probes", "all", 0, asked)]
    )
    measured["passed"] = not breaches
    return Verdict(gate, mrr, floor, breaches, skipped=False, basis=basis, measured=measured)


def _of_probes(questions: pl.DataFrame) -> list[float]:
    """The reciprocal rank of each probe, the lowest of its tiers: those of one probe are no independent samples."""
    return questions.group_by("probe", maintain_order=True).agg(pl.col("rr").min())["rr"].to_list()


def skipped(mode: str, reason: str, basis: Basis, floor: float) -> Verdict:
    """The verdict of a run that measured nothing, which is not a pass."""
    measured = {"mode": mode, "requested": mode, "skipped": True, "probes": 0, "passed": False}
    breach = Breach("skipped", "all", reason, "measured")
    return Verdict(GATE, 0.0, floor, (breach,), skipped=True, basis=basis, measured=measured)


def frozen_ranks(rankings: pl.DataFrame) -> dict[str, int]:
    """The pessimistic rank of every question, by "probe tier": what `freeze read` writes; 0 where not returned."""
    return {
        f"{row['probe']} {row['tier']}": row["rank"] or 0
        for row in _questions(rankings).sort("probe", "tier").iter_rows(named=True)
    }


def _questions(rankings: pl.DataFrame, *apart: str) -> pl.DataFrame:
    """One row a probe and tier: rank of the target within itself and its controls, and within the corpus.

    A row each for the values of the columns `apart`: rank within the controls that have that value.
    """
    rows = []
    keys = dict.fromkeys(("probe", "tier", *apart))
    kept = dict.fromkeys(("probe", "tier", "polarity", "degraded", *apart))
    first = (pl.col(name).first() for name in (*kept, "target_rank") if name not in keys)
    grouped = rankings.group_by(*keys, maintain_order=True).agg("control_rank", *first)
    for question in grouped.iter_rows(named=True):
        target = _number(question["target_rank"])
        rank = pessimistic_rank(target, [_number(r) for r in question["control_rank"]])
        rows.append(
            {
                **{name: question[name] for name in kept},
                "rank": rank,
                "rr": measures.reciprocal_rank(rank),
                "corpus_rr": measures.reciprocal_rank(None if rank is None else target),
            }
        )
    schema = dict.fromkeys(kept, pl.String) | {"rank": pl.Int64, "rr": pl.Float64, "corpus_rr": pl.Float64}
    return pl.DataFrame(rows, schema=schema)


def _number(rank: int | None) -> float:
    return float("nan") if rank is None else float(rank)


def _lowest(questions: list[dict[str, Any]], column: str = "rr") -> float:
    """The lowest mean of a column over the tiers, four decimals; 0 of none."""
    tiers: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        tiers[question["tier"]].append(question[column])
    return round(min(map(measures.mean, tiers.values()), default=0.0), 4)


def _discriminated(questions: pl.DataFrame) -> int:
    """Targets that are right in every gated tier."""
    return int(questions.group_by("probe").agg(right=pl.col("rank").eq_missing(1).all())["right"].sum())


def _groups(rankings: pl.DataFrame, by: str) -> dict[str, dict[str, Any]]:
    """Probes, inversions, ties and MRR of each value of a column; MRR within the target and the group's controls."""
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in _questions(rankings, by).iter_rows(named=True):
        asked[question[by]].append(question)
    outcomes = {outcome: (pl.col("outcome") == outcome).sum() for outcome in ("inverted", "tie")}
    found: dict[str, dict[str, Any]] = {}
    for row in rankings.group_by(by).agg("cosine", **outcomes).sort(by).iter_rows(named=True):
        questions = asked[row[by]]
        found[row[by]] = {
            "probes": len({question["probe"] for question in questions}),
            "inversions": row["inverted"],
            "ties": row["tie"],
            "mrr": _lowest(questions),
            "polarities": {
                polarity: _lowest([question for question in questions if question["polarity"] == polarity])
                for polarity in sorted({question["polarity"] for question in questions})
            },
            "cosine": round(measures.mean(row["cosine"]), 4),
        }
    return found


def _sorted(rows: pl.DataFrame, by: str) -> list[tuple[tuple[Any, ...], pl.DataFrame]]:
    return sorted(rows.group_by(by), key=lambda item: str(item[0][0]))


def _arm(rankings: pl.DataFrame, arm: str) -> dict[str, Any]:
    """Inversions, ties and MRR of one arm alone, by its scores: a dead arm shows as nothing but ties."""
    target, control = pl.col(f"target_{arm}"), pl.col(f"control_{arm}")
    scored = rankings.with_columns(tie=target == control, inverted=target < control)
    ranks = scored.group_by("probe", "tier").agg(rank=1 + (pl.col("tie") | pl.col("inverted")).sum())
    return {
        "inversions": int(scored["inverted"].sum()),
        "ties": int(scored["tie"].sum()),
        "mrr": round(measures.mean((1 / ranks["rank"]).to_list()), 4),
    }


def _inversions(rankings: pl.DataFrame, arms: tuple[str, ...]) -> list[dict[str, Any]]:
    """Every inverted or tied question: query, target, each control with family, rank, outcome and scores."""
    wrong = rankings.filter(pl.col("outcome") == "inverted").select("probe", "tier").unique()
    found = rankings.join(wrong, on=["probe", "tier"], how="semi")
    return [
        {
            "probe": probe,
            "tier": tier,
            "query": rows["query"][0],
            "target": rows["target"][0],
            "targetRank": rows["target_rank"][0],
            "targetScores": {arm: round(rows[f"target_{arm}"][0], 4) for arm in arms},
            "controls": [
                {
                    "id": row["control"],
                    "family": row["family"],
                    "rank": row["control_rank"],
                    "outcome": row["outcome"],
                    "scores": {arm: round(row[f"control_{arm}"], 4) for arm in arms},
                }
                for row in rows.to_dicts()
            ],
        }
        for (probe, tier), rows in found.group_by("probe", "tier", maintain_order=True)
    ]


def compared(questions: pl.DataFrame, baseline: dict[str, int] | None) -> list[dict[str, Any]]:
    """The questions that rank their target lower than the baseline does, or that it had and this run has not."""
    if baseline is None:
        return []
    now = {f"{row['probe']} {row['tier']}": row["rank"] for row in questions.iter_rows(named=True)}
    return [
        {"question": question, "frozen": then, "now": now.get(question)}
        for question, then in sorted(baseline.items())
        if then and (now.get(question) is None or now[question] > then)
    ]


def _breaches(
    rankings: pl.DataFrame,
    questions: pl.DataFrame,
    measured: dict[str, Any],
    asked: int,
    floor: float,
    frozen: list[dict[str, Any]],
    required: tuple[str, ...],
) -> list[Breach]:
    found: list[Breach] = []
    outcomes: tuple[tuple[Reason, str], ...] = (
        ("inversion", "inverted"),
        ("tie", "tie"),
        ("missing-target", "missing"),
    )
    flags: tuple[tuple[Reason, pl.DataFrame], ...] = (
        ("undecidable", rankings.filter("undecidable")),
        ("order-dependent", rankings.filter("moved")),
        ("scope-leak", rankings.filter(pl.col("leaked") > 0)),
    )
    if measured["probes"] < asked:
        found.append(Breach("too-few-probes", "all", measured["probes"], asked))
    for code, outcome in outcomes:
        for (family,), rows in _sorted(rankings.filter(pl.col("outcome") == outcome), "family"):
            found.append(_counted(code, f"family {family}", rows))
    found.extend(_counted(code, "all", rows) for code, rows in flags if rows.height)
    if measured["mrr"] < floor:
        found.append(Breach("below-floor", "all", measured["mrr"], floor))
    for kind in ("families", "polarities"):
        for name, group in measured[kind].items():
            if group["mrr"] < floor:
                found.append(Breach("below-floor", f"{kind}: {name}", group["mrr"], floor))
    found.extend(
        Breach("no-probes", f"family {family}", 0, 1) for family in required if family not in measured["families"]
    )
    if frozen:
        found.append(Breach("worse-than-frozen", "all", len(frozen), 0, tuple(row["question"] for row in frozen)))
    return found


def _bad_arms(rankings: pl.DataFrame, seen: bool, arms: tuple[str, ...]) -> list[Breach]:
    """What is wrong with the scores themselves."""
    degraded = rankings.filter(pl.col("degraded") != "")
    if arms == FOREIGN:
        faults = sorted({fault for faults in degraded["degraded"] for fault in faults.split(",")})
        found = [
            _counted("bad-scores", f"ranker, {fault}", degraded.filter(pl.col("degraded").str.contains(fault)))
            for fault in faults
        ]
        return [*found, *_upside_down(rankings, "fusion", "ranker, inverted scores")]
    flags: tuple[tuple[Reason, pl.DataFrame], ...] = (
        ("degraded", degraded),
        ("bad-scores", degraded.filter(pl.col("degraded").str.contains("fusion"))),
    )
    return [
        *(_counted(code, "all", rows) for code, rows in flags if rows.height),
        *(_blind_arms(rankings) if seen else []),
    ]


def _blind_arms(rankings: pl.DataFrame) -> list[Breach]:
    """Arms that do not see what such a family changes, or see it the wrong way round.

    The discriminating step would hide either: it decides by itself once an arm has brought target and twin near.
    """
    found: list[Breach] = []
    alive = rankings.filter(pl.col("degraded") == "")
    for arm in ("lexical", "vector"):
        target, control = pl.col(f"target_{arm}"), pl.col(f"control_{arm}")
        for (family,), rows in _sorted(
            alive.filter(target == control, ~pl.col("family").is_in(policy.UNSEEN_FAMILIES)), "family"
        ):
            found.append(_counted("degraded", f"{arm} arm, family {family}", rows))
        found.extend(_upside_down(alive, arm, f"{arm} arm"))
    return found


def _upside_down(rankings: pl.DataFrame, arm: str, where: str) -> list[Breach]:
    """A breach where more than half of the twins score above their targets: chance would do better."""
    inverted = rankings.filter(pl.col(f"target_{arm}") < pl.col(f"control_{arm}")).height
    share = inverted / rankings.height if rankings.height else 0.0
    return [Breach("bad-scores", where, round(share, 4), 0.5)] if share > 0.5 else []


def _counted(code: Reason, where: str, rows: pl.DataFrame) -> Breach:
    subjects = (rows["probe"] + " " + rows["tier"]).unique(maintain_order=True)
    return Breach(code, where, len(subjects), 0, tuple(subjects))
