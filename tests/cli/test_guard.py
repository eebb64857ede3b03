import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memassets.cli import main
from tests.guard.vaults import lines

TEXT = "# Care\n\n" + "\n".join(lines(12))


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return int(left.value.code or 0)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    monkeypatch.delenv("MEMASSETS_TABLES", raising=False)
    monkeypatch.setenv("MEMASSETS_VAULT", str(tmp_path / "vault"))
    for folder in ("memories", "references", "skills", "sessions"):
        (tmp_path / "vault" / folder).mkdir(parents=True)
    (tmp_path / "forge.md").write_text(TEXT)
    said = [{"role": "user", "content": text, "session_id": "talk"} for text in (TEXT, "We open the flue on Mondays.")]
    (tmp_path / "talk.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said))
    return tmp_path / "vault"


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_vault_from_its_first_manual_to_its_audit(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ref", "add", "forge", str(vault.parent / "forge.md")) == 0
    assert told(capsys)["data"] == {"name": "forge", "kind": "reference", "unread": [], "events": 1, "artifacts": 1}
    assert run("ingest", str(vault.parent / "talk.jsonl")) == 0
    found = told(capsys)["data"]
    assert (found["records"], found["evidence"], found["exclusions"], found["newEvents"]) == (2, 1, 1, 3)
    assert run("verify") == 0
    assert told(capsys)["data"] == {"audited": ["derived-filter", "log", "store"], "wrong": []}

    assert run("verify", "--exclusions") == 0
    (excluded,) = told(capsys)["data"]["exclusions"]
    assert (excluded["kind"], excluded["name"], excluded["threshold"]) == ("reference", "forge/forge#care", 24.0)
    assert TEXT.startswith("# Care")
    assert excluded["words"].startswith("Care The ")

    assert run("ref", "list") == 0
    assert [(a["kind"], a["name"], a["sections"]) for a in told(capsys)["data"]["artifacts"]] == [
        ("reference", "forge", 1)
    ]

    table = vault / ".instance/storage/tables/guard/evidence.parquet"
    rows = pl.read_parquet(table)
    pl.concat([rows, rows.with_columns(text=pl.lit(TEXT), record_id=pl.lit("leaked"))]).write_parquet(table)
    assert run("verify", "--derived-filter") == 1
    document = told(capsys)
    assert document["error"]["code"] == "ERR_VERIFY_FAILED"
    assert "record leaked" in document["data"]["wrong"][0]

    (vault / ".artifacts.jsonl").write_text("")
    assert run("verify", "--log") == 1
    assert told(capsys)["data"]["wrong"] == ["reference forge/forge#care is missing"]

    assert run("ref", "rm", "forge") == 0
    capsys.readouterr()
    assert run("ingest") == 0
    assert told(capsys)["data"]["evidence"] == 2
    assert run("verify") == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ref", "add", "../x", "FORGE"], 2),
        (["ref", "add", "x", "no/such/file"], 2),
        (["ref", "rm", "nobody"], 1),
        (["ref", "sync", "nobody"], 1),
        (["ref", "threshold", "nothing", "3"], 2),
        (["ref", "threshold", "skill_containment", "1.5"], 2),
        (["ingest", "no/such/session"], 2),
        (["verify", "--exclusions", "--limit", "0"], 2),
        (["verify", "--derived-filter"], 1),
        (["eval", "guard", "--threshold", "reference_matched"], 2),
        (["eval", "guard", "--threshold", "nothing=3"], 2),
        (["eval", "guard", "--sessions", "0"], 2),
    ],
)
def test_what_is_typed_wrong_is_two_and_what_is_found_wrong_is_one(
    arguments: list[str], code: int, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(vault.parent / "forge.md") if word == "FORGE" else word for word in arguments]
    assert run(*given) == code
    out, err = capsys.readouterr()
    assert json.loads(out)["error"]["message"]
    assert len(err.splitlines()) == 1


def test_no_vault_at_all_is_a_usage_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("MEMASSETS_VAULT", raising=False)
    assert run("ref", "list") == 2
    assert "MEMASSETS_VAULT" in capsys.readouterr().err


def test_a_document_without_text_changes_nothing(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (vault.parent / "image.bin").write_bytes(b"\x00\x01\x02")
    assert run("ref", "add", "image", str(vault.parent / "image.bin")) == 1
    assert told(capsys)["error"]["code"] == "ERR_NO_SECTION"
    assert list((vault / "references").iterdir()) == []


def test_another_session_of_the_same_name_is_refused(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (vault / "sessions/talk.jsonl").write_text('{"role":"user","content":"Something else."}\n')
    assert run("ingest", str(vault.parent / "talk.jsonl")) == 1
    assert told(capsys)["error"]["code"] == "ERR_OTHER_SESSION"


def test_a_changed_threshold_is_logged(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ref", "threshold", "reference_matched", "30") == 0
    assert told(capsys)["data"] == {"name": "reference_matched", "was": 24.0, "now": 30.0}
    assert run("ref", "threshold", "reference_matched", "28") == 0
    assert told(capsys)["data"]["was"] == 30.0


def test_a_red_gate_prints_its_report_and_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("eval", "guard", "--sessions", "2") == 1
    found = told(capsys)
    assert found["error"]["code"] == "ERR_GUARD_FAILED"
    assert "too-few-sessions" in {breach["code"] for breach in found["data"]["breaches"]}
