import io
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from memassets.cli import main


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return int(left.value.code or 0)


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--size", "abc"),
        ("--size", "0"),
        ("--probes", "0"),
        ("--mode", "bogus"),
        ("--mrr-floor", "1.2"),
        ("--mrr-floor", "x"),
        ("--vault", "no/such/folder"),
    ],
)
def test_what_is_typed_wrong_is_named(flag: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("eval", "discriminate", flag, value) == 2
    out, err = capsys.readouterr()
    assert orjson.loads(out)["error"]["code"] == "ERR_USAGE"
    assert flag in orjson.loads(out)["error"]["message"]
    assert len(err.splitlines()) == 1
    assert flag in err


def test_a_red_gate_prints_its_report_and_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("eval", "discriminate", "--size", "20") == 1
    found = orjson.loads(capsys.readouterr().out)
    assert found["error"]["code"] == "ERR_DISCRIMINATION_FAILED"
    assert [breach["code"] for breach in found["data"]["breaches"]] == ["too-few-probes"]


def test_an_evaluation_imports_neither_dagster_nor_what_only_a_terminal_needs() -> None:
    source = (
        "import sys\nfrom memassets.cli import main\ntry: main(['eval', 'discriminate', '--dense'])\n"
        "finally: print(sorted({'dagster', 'rich', 'matplotlib', 'dataframely'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"
    assert orjson.loads(ran.stdout)["data"]["passed"] is True


def test_explain_rank_answers_each_line_and_names_the_bad_one(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    case = {
        "query": "harbour desk",
        "memories": [
            {"id": "old", "gist": "The harbour desk is in Moss", "superseded_by": "new"},
            {"id": "new", "gist": "The harbour desk is in Ytre"},
        ],
    }
    lines = io.BytesIO()
    lines.write(orjson.dumps({"id": "c1", "input": case}) + b"\nnot json\n")
    path = tmp_path / "cases.jsonl"
    path.write_bytes(lines.getvalue())
    assert run("explain", "rank", str(path)) == 1
    one, two = [orjson.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert (one["id"], [row["id"] for row in one["ranking"]], one["excluded"]) == ("c1", ["new"], ["old"])
    assert set(two) == {"error"}
