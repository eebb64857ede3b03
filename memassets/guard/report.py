"""report: the guard verdict for people: what is caught, what is lost, how near the thresholds are."""

import polars as pl

from memassets.guard import thresholds
from memassets.kernel.verdict import Verdict


def class_table(verdict: Verdict) -> pl.DataFrame:
    """One row a class: quoting, records, caught, own words, of these withheld, matched shingles (p5, p95)."""
    return pl.DataFrame([{"class": name, **row} for name, row in verdict.measured.get("classes", {}).items()])


def scores(verdict: Verdict) -> dict[str, float]:
    """The recall of each quoting class: what the bars show."""
    return {
        name: row["caught"] / row["records"]
        for name, row in verdict.measured.get("classes", {}).items()
        if row["quoting"]
    }


def lines(sweep: pl.DataFrame) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """By threshold: the curves of recall, precision and lost words over its values, as points."""
    return {
        name: {
            measure: list(zip(rows["value"].to_list(), rows[measure].to_list(), strict=True))
            for measure in ("recall", "precision", "false_share")
        }
        for name, rows in thresholds.curves(sweep).items()
    }


def in_force(sweep: pl.DataFrame) -> dict[str, float]:
    """By threshold: the value in force."""
    return {row["threshold"]: row["value"] for row in sweep.filter("in_force").iter_rows(named=True)}
