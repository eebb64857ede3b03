"""thresholds: what recall, precision and lost words would be at other thresholds; tuning is a picture."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from memassets.guard import outcomes
from memassets.guard.matcher import Thresholds
from memassets.guard.outcomes import OPENING, Sweep

SCHEMA: dict[str, Any] = {
    "threshold": pl.String,
    "value": pl.Float64,
    "recall": pl.Float64,
    "precision": pl.Float64,
    "false_share": pl.Float64,
    "talk_hit": pl.Int64,
    "in_force": pl.Boolean,
}

_COUNTS = (4, 8, 12, 16, 20, 24, 28, 32, 40, 56, 80)
_SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_SWEPT = {"reference_matched": _COUNTS, "reference_containment": _SHARES, "skill_containment": _SHARES}


def thresholds(sweep: Sweep, in_force: Thresholds) -> pl.DataFrame:
    """One row a threshold and value, all others as they are in force.

    Columns: threshold, value, recall, precision and false_share (0..1), talk_hit (records of talk that lose words),
    in_force. The values in force are always among those asked.
    """
    rows: list[dict[str, Any]] = []
    now = in_force.as_values()
    for name, values in _SWEPT.items():
        for value in sorted({*map(float, values), float(now[name])}):
            found = sweep.at(Thresholds.of({**now, name: value}))
            rows.append({"threshold": name, "value": value, **measures(found), "in_force": value == now[name]})
    return pl.DataFrame(rows, schema=SCHEMA)


def measures(found: pl.DataFrame) -> dict[str, Any]:
    """recall, precision, false_share and talk_hit of a table of outcomes, shares with four decimals."""
    return {
        "recall": round(outcomes.recall(found), 4),
        "precision": round(outcomes.precision(found), 4),
        "false_share": round(outcomes.false_share(found), 4),
        "talk_hit": found.filter(~pl.col("quoting") & (pl.col("own_withheld") > 0)).height,
    }


def classes(fullest: pl.DataFrame) -> pl.DataFrame:
    """One row a class, every match counted: class, quoting, records, and the 5th, 50th and 95th percentile of the
    distinct shingles matched (p5, p50, p95) and of the containment (c5, c50, c95)."""
    marks = (("5", 0.05), ("50", 0.5), ("95", 0.95))
    return (
        fullest.filter(pl.col("class") != OPENING)
        .group_by("class", maintain_order=True)
        .agg(
            pl.col("quoting").first(),
            pl.len().alias("records"),
            *(pl.col("matched").quantile(q).cast(pl.Int64).alias(f"p{mark}") for mark, q in marks),
            *(pl.col("containment").quantile(q).round(3).alias(f"c{mark}") for mark, q in marks),
        )
    )


def margins(found: pl.DataFrame, in_force: Thresholds) -> dict[str, Any]:
    """How far the reference count in force is from the nearest class on either side, in shingles.

    Talk is taken at its 95th percentile, quotes at their 5th; a negative margin is an overlap. Skills have a rule of
    their own and are left out.
    """
    of_references = found.filter(~pl.col("class").str.starts_with("skill"))
    limit = in_force.reference_matched
    talk = of_references.filter(~pl.col("quoting")).sort("p95").tail(1)
    quotes = of_references.filter("quoting").sort("p5").head(1)
    return {
        "below": {"class": talk["class"].to_list(), "margin": [limit - p for p in talk["p95"]]},
        "above": {"class": quotes["class"].to_list(), "margin": [p - limit for p in quotes["p5"]]},
    }


def curves(found: pl.DataFrame) -> Mapping[str, pl.DataFrame]:
    """The rows of each threshold, in the order of its values: what the picture draws."""
    return {name: found.filter(pl.col("threshold") == name).sort("value") for name in _SWEPT}
