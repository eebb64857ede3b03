"""A gate's answer in Dagster's words."""

from typing import Any

import dagster as dg
import polars as pl
import pytest

from memassets import reporting
from memassets.kernel import digests, verdict
from memassets.kernel.verdict import Basis, Breach, Verdict
from memassets.lineage import Change

BASIS = Basis({"A": 1}, {}, {}, {}, "fake", {})
GREEN = Verdict(
    "read", 1.0, 0.85, (), skipped=False, basis=BASIS, measured={"probes": 36, "passed": True, "mode": "fake"}
)
RED = Verdict("read", 0.5, 0.85, (Breach("inversion", "all", 2, 0, ("p1 content",)),), skipped=False, basis=BASIS)
SKIPPED = Verdict("read", 0.0, 0.85, (Breach("skipped", "all", "no key", "measured"),), skipped=True, basis=BASIS)
CHANGES = [Change("policy", "", "MRR_FLOOR", "0.85", "0.9", run="r1"), Change("code", "read/twins", "m", "1", "2")]


def checked(found: Verdict, *codes: str, changes: list[Change] | None = None) -> dg.AssetCheckResult:
    made = reporting.report(found, CHANGES if changes is None else changes, "the frozen baseline").value
    return reporting.check(made, codes)


def test_a_table_is_known_by_its_content_and_shows_its_columns() -> None:
    frame = pl.DataFrame({"a": [1, 2], "s": ["x|y", "z\nz"]})
    made = reporting.table(frame, seed=7)
    assert made.data_version == dg.DataVersion(digests.of_frame(frame))
    metadata: Any = made.metadata
    assert (metadata["dagster/row_count"], metadata["seed"]) == (2, 7)
    assert [(c.name, c.type) for c in metadata["dagster/column_schema"].columns] == [("a", "Int64"), ("s", "String")]
    assert metadata["preview"].value == "| a | s |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z z |"
    assert reporting.table(frame, version="v").data_version == dg.DataVersion("v")


def test_long_cells_are_cut_and_empty_ones_stay_empty() -> None:
    frame = pl.DataFrame({"a": ["x" * 9, None], "f": [0.123456, 2.0]})
    assert reporting.markdown_table(frame, width=5).splitlines()[2:] == ["| xxxx… | 0.12… |", "|  | 2 |"]


def test_a_verdict_tells_its_numbers_and_is_another_with_another_breach() -> None:
    metadata: Any = reporting.answer(GREEN, note="n").metadata
    assert (metadata["probes"], metadata["passed"], metadata["score"], metadata["note"]) == (36.0, True, 1.0, "n")
    assert "mode" not in metadata  # no number to plot
    assert metadata["basis"].value["policy"] == {"A": 1}
    versions = {reporting.answer(found).data_version for found in (GREEN, RED, SKIPPED)}
    assert len(versions) == 3


def test_a_report_holds_the_verdict_and_the_changes() -> None:
    made = reporting.report(RED, CHANGES, "the frozen baseline")
    assert verdict.from_json(made.value["verdict"]) == RED
    metadata: Any = made.metadata
    assert metadata["verdict"].value == "**read** is **RED**: score 0.5, floor 0.85"
    assert metadata["changed since the last green verdict"].value.splitlines() == [
        "Compared with the frozen baseline.",
        "",
        "1. policy MRR_FLOOR: 0.85 -> 0.9, brought by run r1",
        "2. code m changed (enters at read/twins)",
    ]


@pytest.mark.parametrize(
    ("found", "codes", "passed"),
    [
        (GREEN, ("inversion",), True),
        (RED, ("inversion", "tie"), False),
        (RED, ("tie",), True),  # another check's business
        (SKIPPED, ("inversion",), False),  # nothing measured is no pass of anything
        (SKIPPED, (), False),
    ],
)
def test_a_check_is_red_for_its_own_breaches_and_for_a_skipped_verdict(
    found: Verdict, codes: tuple[str, ...], passed: bool
) -> None:
    assert checked(found, *codes).passed is passed


def test_a_red_check_names_the_breach_and_what_changed() -> None:
    red = checked(RED, "inversion")
    assert red.description == "; ".join([RED.breaches[0].sentence, *(f"Changed: {c.sentence}" for c in CHANGES)])
    culprits: Any = red.metadata["culprits"].value
    assert [culprit["what"] for culprit in culprits] == ["MRR_FLOOR", "m"]
    green = checked(GREEN, "inversion")
    assert (green.description, "culprits" in green.metadata) == ("read: score 1.0, floor 0.85.", False)
    assert checked(RED, "inversion", changes=[]).metadata["what changed"].value == (
        "Compared with the frozen baseline.\n\nNothing changed."
    )


def test_the_one_check_on_a_verdict_says_whether_it_passed() -> None:
    assert [reporting.state(found).passed for found in (GREEN, RED, SKIPPED)] == [True, False, False]
    assert reporting.headline(SKIPPED) == "**read** is **skipped, which is not a pass**: score 0.0, floor 0.85"


def test_what_a_table_was_made_with_is_that_of_its_newest_run(instance: dg.DagsterInstance) -> None:
    for seed in (1, 2):
        instance.report_runless_asset_event(dg.AssetMaterialization(["reported", "facts"], metadata={"seed": seed}))
    assert reporting.made_with(instance, "reported/facts") == {"seed": 2}
    with pytest.raises(dg.DagsterInvariantViolationError, match=r"reported/nothing was never materialized"):
        reporting.made_with(instance, "reported/nothing")


def test_an_asset_is_described_by_the_module_it_is_named_after() -> None:
    found = reporting.described("read/twins")
    assert (found["key"], found["group_name"]) == (dg.AssetKey(["read", "twins"]), "read")
    assert found["code_version"] == digests.of_parts(digests.of_code("memassets.read.twins"))
    assert found["description"].startswith("twins: wrong facts derived from each target")
    with pytest.raises(ModuleNotFoundError):
        reporting.described("read/nothing")


def test_a_chart_is_a_picture_in_the_page() -> None:
    bars = reporting.bars("T", {"a": 1.0}, 0.5).value
    curves = reporting.curves("T", {"x": {"recall": [(0.1, 1.0)]}}, {"x": 0.5}).value
    for picture in (bars, curves, reporting.bars("T", {}).value):
        assert str(picture).startswith("![T](data:image/png;base64,iVBORw0KGgo")
