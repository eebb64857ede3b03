"""memassets propose: a model behind a stub reads a vault's evidence, and what it says is judged as any candidate."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memassets.backends import converse as backend
from memassets.cli import main
from tests.backends.converse_stub import Stub, converse, said, used_tool
from tests.store.test_admitted import MAST, ONCE, TALK
from tests.store.vaults import FILES, vault


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(str(ended.value.code or 0))


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    with converse(tmp_path) as found:
        monkeypatch.setattr(backend, "runtime", found.client)
        yield found


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = vault(tmp_path / "vault", FILES)
    (found / "sessions").mkdir()
    turns = [{"role": "user", "content": text, "session_id": "s1"} for _, text in sorted(TALK.items())]
    (found / "sessions/s1.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    monkeypatch.setenv("MEMASSETS_VAULT", str(found))
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    return found


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_what_a_model_proposes_waits_and_is_judged(root: Path, stub: Stub, capsys: pytest.CaptureFixture[str]) -> None:
    stub.answers = [used_tool("propose_memories", {"candidates": [MAST, ONCE]})]
    assert run("propose", "--model", "some.model-v1") == 0
    (name,) = answer(capsys)["data"]["files"]
    assert json.loads((root / "candidates" / name).read_text()) == {"candidates": [MAST, ONCE]}
    (asked,) = stub.asked
    assert asked["path"] == "/model/some.model-v1/converse"
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "propose_memories"}}
    shown = json.loads(asked["messages"][0]["content"][0]["text"])
    assert [(p["session"], p["turn"], p["text"]) for p in shown] == [("s1", t, TALK[t]) for t in sorted(TALK)]

    assert run("propose", "--model", "some.model-v1") == 0  # nothing is new: the model is not asked
    assert (answer(capsys)["data"]["files"], len(stub.asked)) == ([], 1)
    assert run("admit") == 1
    data = answer(capsys)["data"]
    assert [row["path"] for row in data["write"]] == ["semantic/the-mast-of-marit-is-oiled-in-may.md"]
    assert [row["reason"] for row in data["refuse"]] == ["insufficient-distinct-evidence"]


def test_words_instead_of_candidates_are_kept_and_refused(
    root: Path, stub: Stub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.answers = [said([{"text": "There is nothing worth remembering."}])]
    assert run("propose", "--model", "m") == 0
    answer(capsys)
    assert run("admit") == 1
    assert [row["reason"] for row in answer(capsys)["data"]["refuse"]] == ["refusal-text"]


def test_a_service_that_refuses_leaves_nothing_half_written(
    root: Path, stub: Stub, capsys: pytest.CaptureFixture[str]
) -> None:
    stub.answers = [(403, {"message": "no access to this model"})]
    assert run("propose", "--model", "m") == 1
    error = answer(capsys)["error"]
    assert (error["code"], "no access to this model" in error["message"]) == ("ERR_NOT_PROPOSED", True)
    assert not (root / "candidates").exists()


def test_without_a_model_nothing_is_asked(root: Path, stub: Stub) -> None:
    assert run("propose") == 2
    assert stub.asked == []
