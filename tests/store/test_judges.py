"""Which judge partitions a store: by rules, or a model whose answers are kept and can be replayed."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from memassets.backends import converse as backend
from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import digests
from memassets.merge.judging import OfflineJudge
from memassets.resources import EmbedderResource, JudgeResource, VaultResource
from memassets.store import assets, judges, memories, plan
from tests.backends.converse_stub import Stub, converse, said, used_tool
from tests.store.test_outcome import NONE
from tests.store.vaults import memory, vault

# near-duplicates that the rules leave apart, for one exchanged word, and a model may see as one
FILES = {
    "a.md": memory("The kiln of the north yard is swept every Monday by the apprentice."),
    "b.md": memory(
        "The kiln of the north yard is cleaned every Monday by the apprentice.", created="2026-02-01T00:00:00Z"
    ),
    "c.md": memory("Clay is wedged twice."),
}


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    with converse(tmp_path) as found:
        monkeypatch.setattr(backend, "runtime", found.client)
        yield found


def test_a_judge_is_named_with_a_model_or_without_one() -> None:
    assert isinstance(judges.judge("offline"), OfflineJudge)
    for mode, model, complaint in (
        ("live", "", "needs a model"),
        ("offline", "m", "takes none"),
        ("bogus", "", "is no judge; there are offline and live"),
    ):
        with pytest.raises(ValueError, match=complaint):
            judges.judge(mode, model)


def test_what_a_live_judge_said_is_kept_and_replayed(stub: Stub, tmp_path: Path) -> None:
    active = memories.memories(vault(tmp_path / "vault", FILES))
    stub.answers = [said([{"text": "Both of them."}]), used_tool("group_duplicates", {"groups": [[0, 1]]})]
    asked = judges.Kept(judges.judge("live", "some.model-v1"))
    found, counts = plan.plan(active, FakeEmbedder(), asked)
    assert (asked.id, counts.groups) == ("bedrock-some.model-v1", 1)
    (answer,) = asked.answers
    assert answer == {
        "prompt": digests.of_json(active["gist"].to_list()[:2]),
        "replies": ["Both of them.", '{"groups":[[0,1]]}'],
        "complaint": "",
    }
    again, _ = plan.plan(active, FakeEmbedder(), judges.replay(asked.id, asked.answers))
    assert again.equals(found)
    assert len(stub.asked) == 2


def test_the_asset_keeps_the_answers_beside_the_plan(stub: Stub, tmp_path: Path, instance: dg.DagsterInstance) -> None:
    root = vault(tmp_path / "vault", FILES)
    stub.answers = [used_tool("group_duplicates", {"groups": [[0, 1]]})]
    with dg.build_asset_context(instance=instance) as context:
        made = assets.plan(
            context,
            memories=memories.memories(root),
            admitted=NONE,
            embedder=EmbedderResource(),
            judge=JudgeResource(mode="live", model="m"),
            vault=VaultResource(folder=str(root)),
        )
    assert isinstance(made, dg.MaterializeResult)
    assert made.metadata is not None
    assert made.metadata["judge"] == "bedrock-m"
    answers = made.metadata["answers"]
    assert isinstance(answers, dg.JsonMetadataValue)
    assert isinstance(answers.data, list)
    (answer,) = answers.data
    assert answer["replies"] == ['{"groups":[[0,1]]}']
