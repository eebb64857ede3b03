"""outcomes: what became of every labelled record, counted in words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from memassets.guard import corpus as corpus_table
from memassets.guard.matcher import Thresholds
from memassets.guard.residue import kept
from memassets.guard.spans import Span
from memassets.kernel import policy

OPENING = "opening"  # the class of a session's first record, which is talk
SCHEMA: dict[str, Any] = {
    "session": pl.String,
    "class": pl.String,
    "quoting": pl.Boolean,
    "quoted": pl.Int64,
    "quoted_withheld": pl.Int64,
    "own": pl.Int64,
    "own_withheld": pl.Int64,
    "matched": pl.Int64,
    "containment": pl.Float64,
}

_WORD = re.compile(r"[^\W\d_]\w*")


class Sweep:
    """The labelled corpus and all its matches, to be asked at any thresholds."""

    def __init__(self, corpus: pl.DataFrame, quotes: pl.DataFrame) -> None:
        self._rows = corpus.to_dicts()
        found: dict[str, list[dict[str, Any]]] = {}
        for match in quotes.iter_rows(named=True):
            found.setdefault(match["record"], []).append(match)
        self._found = [found.get(record.id, []) for record in corpus_table.records(corpus)]
        self._known: dict[tuple[int, tuple[str, ...]], dict[str, Any]] = {}
        self._matched = [place for place, matches in enumerate(self._found) if matches]
        self._unmatched = self._frame([p for p, matches in enumerate(self._found) if not matches], None)

    def at(self, thresholds: Thresholds) -> pl.DataFrame:
        """What becomes of every record at these thresholds, one row each.

        Columns: session, class, quoting, quoted and own (words that stand in an artifact, words that are somebody's
        own), quoted_withheld and own_withheld (how many of them are), matched (distinct shingles) and containment of
        the fullest match.
        """
        return pl.concat([self._frame(self._matched, thresholds), self._unmatched]).sort("place").drop("place")

    def _frame(self, places: Sequence[int], thresholds: Thresholds | None) -> pl.DataFrame:
        rows = [self._asked(place, thresholds) for place in places]
        return pl.DataFrame(rows, schema=SCHEMA).with_columns(place=pl.Series(places, dtype=pl.Int64))

    def _asked(self, place: int, thresholds: Thresholds | None) -> dict[str, Any]:
        reached = [match for match in self._found[place] if thresholds and _reaches(match, thresholds)]
        key = place, tuple(match["name"] for match in reached)
        if key not in self._known:
            spans = [(span["start"], span["end"]) for match in reached for span in match["spans"]]
            self._known[key] = _row(self._rows[place], kept(self._rows[place]["text"], spans), reached)
        return self._known[key]


def _reaches(match: Mapping[str, Any], thresholds: Thresholds) -> bool:
    size = round(match["matched"] / match["containment"]) if match["containment"] else 0
    return thresholds.reached(match["kind"], match["matched"], size) is not None


def recall(outcomes: pl.DataFrame) -> float:
    """The share of quoting records of which enough quoted words are withheld, 0..1; 0 of none."""
    quoting = outcomes.filter("quoting")
    return int(caught(quoting).sum()) / quoting.height if quoting.height else 0.0


def caught(outcomes: pl.DataFrame) -> pl.Series:
    """Which records have `policy.GUARD_QUOTE_SHARE` of their quoted words withheld."""
    return outcomes["quoted_withheld"] >= policy.GUARD_QUOTE_SHARE * outcomes["quoted"]


def false_share(outcomes: pl.DataFrame) -> float:
    """The share of somebody's own words that are withheld, 0..1; 0 of none."""
    words = int(outcomes["own"].sum())
    return int(outcomes["own_withheld"].sum()) / words if words else 0.0


def precision(outcomes: pl.DataFrame) -> float:
    """Of the records that lose words, the share that quotes, 0..1; 0 where none does."""
    losing = outcomes.filter(pl.col("quoted_withheld") + pl.col("own_withheld") > 0)
    return losing.filter("quoting").height / losing.height if losing.height else 0.0


def _row(row: Mapping[str, Any], spans: Sequence[Span], reached: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    quoted, quoted_kept = _words(row["text"], row["quoted"], spans)
    own, own_kept = _words(row["text"], row["own"], spans)
    return {
        "session": row["session"],
        "class": row["class"] if row["turn"] > 1 else OPENING,
        "quoting": row["quoting"],
        "quoted": quoted,
        "quoted_withheld": quoted - quoted_kept,
        "own": own,
        "own_withheld": own - own_kept,
        "matched": max((match["matched"] for match in reached), default=0),
        "containment": max((match["containment"] for match in reached), default=0.0),
    }


def _words(text: str, labelled: Sequence[dict[str, int]], spans: Sequence[Span]) -> tuple[int, int]:
    """The words in labelled spans, and how many of them stand in one of the other spans."""
    total = inside = 0
    for label in labelled:
        for word in _WORD.finditer(text, label["start"], label["end"]):
            total += 1
            inside += any(start <= word.start() and word.end() <= end for start, end in spans)
    return total, inside
