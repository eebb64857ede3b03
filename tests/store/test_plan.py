"""What a plan folds, what it keeps apart, and that its counters add up."""

from pathlib import Path

import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import policy
from memassets.merge.judging import OfflineJudge
from memassets.store import memories, neighbours, plan
from tests.store.vaults import FILES, memory, vault


def planned(root: Path) -> tuple[pl.DataFrame, plan.Counts]:
    return plan.plan(memories.active(memories.memories(root)), FakeEmbedder(), OfflineJudge())


def test_the_older_keeps_and_a_contradiction_is_left_to_review(tmp_path: Path) -> None:
    found, counts = planned(vault(tmp_path, FILES))
    folds = found.filter(decision="fold")
    assert folds.select("keeper", "drop", "reason").rows() == [("kiln/old.md", "new.md", "paraphrase")]
    (review,) = found.filter(decision="keep").to_dicts()
    assert {review["keeper"], review["drop"]} == {"dry.md", "dry-2.md"}
    assert (review["stage"], review["sentence"]) == ("veto:numeric", "The two carry different numbers.")
    assert (counts.components, counts.groups, counts.merged, counts.unresolved) == (2, 1, 1, 1)


def test_a_second_plan_of_the_store_as_it_would_be_folds_nothing(tmp_path: Path) -> None:
    held = memories.memories(vault(tmp_path, FILES))
    found, _ = plan.plan(memories.active(held), FakeEmbedder(), OfflineJudge())
    after = plan.applied(held, found)
    row = after.filter(id="new.md").to_dicts()[0]
    assert (row["status"], row["superseded_by"]) == ("archived", "kiln/old.md")
    again, _ = plan.plan(memories.active(after), FakeEmbedder(), OfflineJudge())
    assert again.filter(decision="fold").is_empty()


def test_archived_memories_are_not_neighbours(tmp_path: Path) -> None:
    found, _ = planned(vault(tmp_path, {"a.md": FILES["gone.md"], "b.md": FILES["kiln/old.md"]}))
    assert found.is_empty()


def test_many_duplicates_of_one_fact_leave_one_survivor(tmp_path: Path) -> None:
    files = {f"{n:02}.md": memory("Lids are glazed.", created=f"2026-01-{n + 1:02}T08:00:00Z") for n in range(9)}
    found, counts = planned(vault(tmp_path, files))
    assert found["keeper"].unique().to_list() == ["00.md"]
    assert counts.merged == 8


def test_a_component_over_the_cap_is_split_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "COMPONENT_CAP", 4)
    files = {f"{n:02}.md": memory("Lids are glazed.", created=f"2026-01-{n + 1:02}T08:00:00Z") for n in range(9)}
    found, counts = planned(vault(tmp_path, files))
    assert counts.split == 1
    assert found.height == 6
    assert not set(found["keeper"]) & set(found["drop"])


def test_the_cap_of_folds_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "FOLD_CAP", 3)
    files = {f"{n:02}.md": memory("Lids are glazed.", created=f"2026-01-{n + 1:02}T08:00:00Z") for n in range(9)}
    found, counts = planned(vault(tmp_path, files))
    assert (counts.merged, counts.capped) == (3, 5)
    assert found.filter(stage="cap")["sentence"][0] == "The run has committed as many folds as one run may."


def test_components_join_what_is_connected() -> None:
    assert neighbours.components([(0, 3), (3, 5), (1, 2)], 10) == ([[0, 3, 5], [1, 2]], 0)
    assert neighbours.components([(0, 1), (1, 2), (2, 3)], 3) == ([[0, 1, 2], [3]], 1)
    assert neighbours.components([], 3) == ([], 0)
