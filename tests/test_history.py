"""What an instance remembers of a gate."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import dagster as dg
import pytest

from memassets import history
from memassets.kernel.verdict import Basis
from memassets.lineage import Change, changes


def basis(**other: Any) -> Basis:
    return Basis(
        **{"policy": {"A": 1}, "fixtures": {}, "code": {}, "data": {}, "embedder": "fake", "settings": {}, **other}
    )


def judged(instance: dg.DagsterInstance, gate: str, *verdicts: tuple[bool, Basis | None]) -> None:
    """Verdicts of a gate as its asset leaves them, oldest first."""
    for passed, found in verdicts:
        metadata = {"passed": passed, "score": 1.0 if passed else 0.5, "floor": 0.85}
        kept = {"basis": dg.MetadataValue.json(asdict(found))} if found else {}
        instance.report_runless_asset_event(dg.AssetMaterialization([gate, "verdict"], metadata={**metadata, **kept}))


def test_a_gate_without_a_verdict_is_missing_which_is_no_pass(instance: dg.DagsterInstance) -> None:
    (found,) = history.standings(["unheard-of"])
    assert (found.word, found.score, found.passed) == ("missing", None, False)
    assert history.last_green(instance, "unheard-of") is None
    assert history.last_verdict(instance, "unheard-of") is None
    assert history.remembered("unheard-of") is None


def test_the_newest_verdict_is_the_standing_and_the_newest_green_one_what_it_is_compared_with(
    instance: dg.DagsterInstance,
) -> None:
    old, green, red = basis(), basis(policy={"A": 2}), basis(policy={"A": 3})
    judged(instance, "told", (True, old), (True, green), (False, red))
    (found,) = history.standings(["told"])
    assert (found.word, found.score, found.floor, found.passed) == ("red", 0.5, 0.85, False)
    last_green, last = history.last_green(instance, "told"), history.last_verdict(instance, "told")
    assert last_green is not None
    assert last is not None
    assert (last_green[0], last[:2]) == (green, (red, False))
    told = history.remembered("told")
    assert told is not None
    assert told[0] is False
    assert [(c.what, c.was, c.now) for c in told[1].changes] == [("A", "2", "3")]


def test_a_gate_that_was_never_green_has_nothing_to_compare_with(instance: dg.DagsterInstance) -> None:
    judged(instance, "ever-red", (False, basis()))
    assert history.last_green(instance, "ever-red") is None
    assert history.remembered("ever-red") is None


def test_a_verdict_without_a_basis_is_passed_over(instance: dg.DagsterInstance) -> None:
    judged(instance, "bare", (True, basis()), (True, None))
    found = history.last_green(instance, "bare")
    assert found is not None
    assert found[0] == basis()


def test_the_history_is_read_page_by_page(instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_PAGE", 2)
    judged(instance, "long", (True, basis()), *[(False, basis(policy={"A": 2}))] * 5)
    found = history.last_green(instance, "long")
    assert found is not None
    assert found[0] == basis()


@pytest.mark.parametrize(
    ("newest_first", "run"),
    [
        ([], None),
        ([("r3", 1)], "r3"),
        ([("r3", 1), ("r2", 1), ("r1", 0)], "r2"),
        ([("r3", 1), ("r2", 0), ("r1", 1)], "r3"),  # taken back in between: brought anew by the newest
    ],
)
def test_a_change_was_brought_by_the_oldest_of_the_newest_runs_that_have_it(
    newest_first: list[tuple[str, int]], run: str | None
) -> None:
    found: Iterator[tuple[str, int]] = iter(newest_first)
    assert history._oldest_alike(found) == run


def test_each_kind_of_change_is_looked_up_where_it_shows(instance: dg.DagsterInstance) -> None:
    runs = [_made(instance, code) for code in ("1", "2", "2")]
    found = history.attributed(instance, "sought", [Change("code", "sought/twins", "m", "1", "2")])
    assert [change.run for change in found] == [runs[1]]


def _made(instance: dg.DagsterInstance, code: str) -> str:
    """A run of an asset with this code."""

    @dg.asset(key=["sought", "twins"], code_version=code)
    def twins() -> None: ...

    return dg.materialize([twins], instance=instance).run_id


def test_what_reaches_every_asset_is_looked_up_in_the_verdicts(instance: dg.DagsterInstance) -> None:
    green, red = basis(), basis(policy={"A": 2}, settings={"seed": 2}, embedder="other", revision="x")
    judged(instance, "wide", (True, green), (False, red))
    found = history.attributed(instance, "wide", changes(green, red))
    assert {change.kind for change in found} >= {"policy", "revision"}
    assert {change.run for change in found} == {""}  # reported outside of any run
