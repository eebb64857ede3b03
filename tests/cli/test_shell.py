"""What every command owes its user: one envelope, one line, the exit code, and nothing imported for nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memassets.cli import main
from memassets.cli.groups import EVAL, EXPLAIN, FREEZE, ROOT
from tests.conftest import CHECKOUT


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


COMMANDS = [
    *((name,) for name in ROOT),
    *(("eval", name) for name in EVAL),
    *(("freeze", name) for name in FREEZE),
    *(("explain", name) for name in EXPLAIN),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_and_names_a_flag_it_does_not_know(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = told(capsys, *command, "--help")
    assert code == 0
    assert out.startswith("Usage: memassets ")
    code, out, err = told(capsys, *command, "--bogus")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "ERR_USAGE"
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        (("eval", "discriminate"), ("dagster", "matplotlib", "dataframely", "rich", "boto3", "deltalake")),
        (("eval", "acceptance"), ("dagster", "matplotlib", "dataframely", "rich", "boto3", "deltalake")),
        (("eval", "admission"), ("dagster", "matplotlib", "dataframely", "rich", "boto3", "deltalake")),
        (("eval", "guard"), ("dagster", "matplotlib", "dataframely", "rich", "boto3")),
    ],
)
def test_a_seeded_gate_imports_no_more_than_it_needs(command: tuple[str, ...], absent: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom memassets.cli import main\n"
        f"try:\n    main({list(command)!r})\nexcept SystemExit as left:\n    status = left.code\n"
        f"print(status, sorted(set({absent!r}) & set(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert ran.stderr.strip() == "0 []"


def test_a_vault_is_made_and_a_folder_with_anything_in_it_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = told(capsys, "init", str(tmp_path / "vault"), "--sample")
    assert code == 0
    assert json.loads(out)["data"]["memories"] >= 150
    before = sorted(tmp_path.rglob("*"))
    code, out, err = told(capsys, "init", str(tmp_path / "vault"))
    assert (code, json.loads(out)["error"]["code"]) == (1, "ERR_NOT_EMPTY")
    assert "nothing was written" in err
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_vault_and_a_file_that_is_not_utf8_are_found_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = told(capsys, "eval", "discriminate", "--vault", str(tmp_path))
    assert code == 1
    assert json.loads(out)["data"]["breaches"][0]["code"] == "empty-store"
    assert len(err.strip().splitlines()) == 1
    (tmp_path / "bad.md").write_bytes(b"caf\xe9 is open\n")
    (tmp_path / "good.md").write_text("The cafe does not open before 9.\n")
    code, _, err = told(capsys, "eval", "discriminate", "--vault", str(tmp_path))
    assert code == 1
    assert "bad.md" in err
    assert "Traceback" not in err


def test_a_case_that_is_bad_is_answered_with_its_error_and_the_others_are_answered(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "cases.jsonl"
    good = {"id": "a", "input": {"query": "open", "memories": [{"id": "m", "gist": "The cafe is open."}]}}
    file.write_text(f'{json.dumps(good)}\nnot json\n[]\n{{"query": 1}}\n')
    with pytest.raises(SystemExit) as left:
        main(["explain", "rank", str(file)])
    assert left.value.code == 1
    answers = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [set(answer) >= {"error"} for answer in answers] == [False, True, True, True]
    assert answers[0]["ranking"][0]["id"] == "m"


def test_formats_says_what_a_file_is_taken_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text('{"role": "user", "content": "hello"}\n{"role": "assistant", "content": "hi"}\n')
    code, out, _ = told(capsys, "formats", str(file))
    assert code == 0
    assert "plain-chat" in out


def test_status_without_an_instance_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    code, _, err = told(capsys, "status")
    assert code == 2
    assert "DAGSTER_HOME" in err


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m memassets eval discriminate | true"
    ran = subprocess.run(["bash", "-c", command], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_stream_that_is_closed_leaves_the_exit_code(closed: str) -> None:
    command = f"{sys.executable} -m memassets eval acceptance {closed}"
    found = subprocess.run(command, shell=True, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
