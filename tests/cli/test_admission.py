"""memassets admit --apply and forget, as an operator runs them: through a real instance, over a vault on disk."""

import json
import shutil
from pathlib import Path

import pytest

from memassets.cli import main
from memassets.resources import event_log
from memassets.store import logged
from tests.conftest import CHECKOUT, Run
from tests.store.test_admitted import MAST, ONCE, TALK
from tests.store.vaults import FILES, memory, vault

MADE = "semantic/the-mast-of-marit-is-oiled-in-may.md"


def run_shell(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(str(ended.value.code or 0))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A vault with a session, and a file of candidates beside it."""
    found = vault(tmp_path / "vault", FILES)
    (found / "sessions").mkdir()
    turns = [{"role": "user", "content": text, "session_id": "s1"} for _, text in sorted(TALK.items())]
    (found / "sessions/s1.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(output) + "\n" for output in (MAST, ONCE)))
    return found


def test_candidates_are_admitted_forgotten_and_stay_forgotten(run: Run, root: Path, home: Path) -> None:
    where = {"DAGSTER_HOME": str(home), "MEMASSETS_VAULT": str(root)}
    output = str(root.parent / "out.jsonl")
    admitted = run(CHECKOUT, "-m", "memassets", "admit", output, "--apply", "--json", **where)
    assert admitted.returncode == 1  # one of the two is refused
    found = json.loads(admitted.stdout)
    assert found["error"]["message"] == "1 of 2 candidates are refused."
    assert (found["data"]["applied"], found["data"]["refusal"]) == (True, None)
    assert [row["path"] for row in found["data"]["admitted"]] == [MADE]
    assert (root / "memories" / MADE).is_file()
    assert (root / "candidates/out.jsonl").read_bytes() == (root.parent / "out.jsonl").read_bytes()

    forgotten = run(CHECKOUT, "-m", "memassets", "forget", MADE, "--yes", "--json", **where)
    assert json.loads(forgotten.stdout)["data"] == {"forgotten": [MADE], "naming": []}
    again = root.parent / "again.jsonl"
    again.write_text(json.dumps({**MAST, "title": "Another title"}))
    back = run(CHECKOUT, "-m", "memassets", "admit", str(again), "--apply", "--json", **where)
    refused = {row["reason"] for row in json.loads(back.stdout)["data"]["refused"]}
    assert refused == {"tombstoned", "insufficient-distinct-evidence"}
    assert not (root / "memories" / MADE).exists()


def test_another_file_of_that_name_is_left_alone(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "candidates").mkdir()
    (root / "candidates/out.jsonl").write_text("[]")
    assert run_shell("admit", str(root.parent / "out.jsonl"), "--apply", "--vault", str(root)) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "ERR_OTHER_FILE"
    assert (root / "candidates/out.jsonl").read_text() == "[]"


@pytest.mark.parametrize(("arguments", "code"), [(("dry.md",), 2), (("never.md", "--yes"), 2)])
def test_nothing_is_forgotten_by_mistake(
    root: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int
) -> None:
    assert run_shell("forget", *arguments, "--vault", str(root)) == code
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert (root / "memories/dry.md").is_file()


def test_a_pair_is_dismissed_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert run_shell("dismiss", "dry-2.md", "dry.md", "--vault", str(root)) == 0
        assert json.loads(capsys.readouterr().out)["data"] == {"pair": ["dry-2.md", "dry.md"], "undone": False}
    assert event_log(root).events("review_dismissed")["subject_id"].to_list() == ["dry-2.md\ndry.md"]
    assert run_shell("dismiss", str(root / "memories/dry.md"), "memories/dry-2.md", "--undo", "--vault", str(root)) == 0
    assert logged.dismissed(event_log(root).events()) == set()
    for wrong in ("never.md", "dry.md"):
        assert run_shell("dismiss", "dry.md", wrong, "--vault", str(root)) == 2


def test_verify_names_what_is_wrong_with_a_store(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shell("verify", "--store", "--vault", str(root)) == 0
    assert json.loads(capsys.readouterr().out)["data"] == {"audited": ["store"], "wrong": []}
    (root / "memories/dry.md").write_text(memory("Lids dry.", status="archived", **{"superseded-by": "never.md"}))
    assert run_shell("verify", "--store", "--vault", str(root)) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["error"]["message"] == "dry.md: archived under never.md, which the store does not have"


def test_a_skill_does_not_bring_a_forgotten_claim_back(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shell("forget", "dry.md", "--yes", "--vault", str(root)) == 0
    skill = root.parent / "glaze"
    skill.mkdir()
    text = "---\nname: glaze\ndescription: How we glaze\n---\n\nMind: lids dry for 3 days before glazing; then dip.\n"
    (skill / "SKILL.md").write_text(text)
    capsys.readouterr()
    assert run_shell("ref", "add", "glaze", str(skill), "--kind", "skill", "--vault", str(root)) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "ERR_TOMBSTONED"
    assert not (root / "skills/glaze").exists()
    shutil.copytree(skill, root / "skills/glaze")
    assert run_shell("verify", "--store", "--vault", str(root)) == 1
    assert json.loads(capsys.readouterr().out)["data"]["wrong"] == [
        "skill glaze: it states what was forgotten; reword it, or `memassets ref rm glaze`"
    ]
