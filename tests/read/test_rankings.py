from collections.abc import Sequence

import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.read import probes, rankings, twins
from memassets.read.foreign import Answer

NAN = float("nan")
FACT = {
    "id": "t",
    "gist": "The nightly job copies 5 tables",
    "body": "Seen by Ada.",
    "title": "T",
    "type": "semantic",
    "created": "2026-01-05T08:00:00Z",
    "anchor": "job",
    "status": "active",
}
FACTS = pl.DataFrame([FACT, {**FACT, "id": "old", "status": "archived"}, {**FACT, "id": "other", "gist": "Tea is hot"}])


def asked(query: str) -> pl.DataFrame:
    row = {"probe": "p1", "tier": "content", "target": "t", "polarity": "affirmative", "numeric": True, "query": query}
    return pl.DataFrame([row], schema=probes.SCHEMA)


def ranked(query: str, ranker: "Upside | None" = None) -> dict[str, dict[str, object]]:
    """The rows by family."""
    question = asked(query)
    controls = twins.twins(FACTS, question)
    found = rankings.rankings(FACTS, question, controls, FakeEmbedder(), ranker)
    assert found.schema == rankings.SCHEMA
    return {row["family"]: row for row in found.to_dicts()}


class Upside:
    """A ranker that gives the target the lowest score, or leaves it out."""

    id = "upside down"

    def __init__(self, *, returns_target: bool = True) -> None:
        self._returns_target = returns_target

    def rank(self, memories: Sequence[tuple[str, str]], queries: Sequence[str]) -> list[Answer]:
        target = f"{FACT['gist']}\n{FACT['body']}"
        scores: Answer = [(row, 1.0 + place) for place, (row, text) in enumerate(memories) if text != target]
        if self._returns_target:
            scores += [(row, 0.5) for row, text in memories if text == target]
        return [scores for _ in queries]


@pytest.mark.parametrize(
    ("target", "control", "expected"),
    [(1, 2, "above"), (2, 2, "tie"), (3, 2, "inverted"), (NAN, 2, "missing"), (NAN, NAN, "missing"), (3, NAN, "above")],
)
def test_a_tie_is_not_above(target: float, control: float, expected: str) -> None:
    assert rankings.outcome(target, control) == expected


@pytest.mark.parametrize(
    ("target", "controls", "expected"), [(1, [2, 3], 1), (2, [2, 1, NAN], 3), (NAN, [1], None), (9, [], 1)]
)
def test_every_tie_counts_against_the_target(target: float, controls: list[float], expected: int | None) -> None:
    assert rankings.pessimistic_rank(target, controls) == expected


def test_a_row_for_each_kept_twin_with_the_target_above_it() -> None:
    found = ranked("nightly job copies 5 tables")
    assert {"negation", "numeric", "qualifier"} <= set(found)
    for row in found.values():
        assert (row["outcome"], row["target_rank"], row["undecidable"], row["leaked"]) == ("above", 1, False, 0)
        assert (row["degraded"], row["moved"]) == ("", False)
    assert found["qualifier"]["control_rank"] != 1


def test_a_query_without_the_number_cannot_decide_the_number() -> None:
    found = ranked("nightly job copies tables")
    assert (found["numeric"]["undecidable"], found["negation"]["undecidable"]) == (True, False)


def test_a_ranker_that_prefers_the_twins_is_seen() -> None:
    for row in ranked("nightly job copies 5 tables", Upside()).values():
        assert row["outcome"] == "inverted"
    for row in ranked("nightly job copies 5 tables", Upside(returns_target=False)).values():
        assert (row["outcome"], row["target_rank"]) == ("missing", None)


def test_a_target_that_is_archived_is_no_target() -> None:
    question = asked("nightly job").with_columns(target=pl.lit("old"))
    controls = twins.twins(FACTS, question)
    with pytest.raises(KeyError, match="old"):
        rankings.rankings(FACTS, question, controls, FakeEmbedder())
