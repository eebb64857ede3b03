import io
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from memassets.cli import main
from memassets.cli.read import rank_case


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


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"a": 0.5, "b": 0.5}, {"gate": "fail", "reason": "constant-scores"}),
        ({"a": 0.5, "b": None}, {"gate": "fail", "reason": "missing-scores"}),
        ({"a": 0.5, "c": 0.4}, {"gate": "fail", "reason": "unknown-ids"}),
        ({"a": 0.18, "b": 0.17}, {"gate": "pass"}),
        ({"a": 0.18}, {"gate": "pass"}),
    ],
)
def test_explain_rank_says_what_is_wrong_with_scores(scores: dict[str, float | None], told: dict[str, str]) -> None:
    memories = [{"id": "a", "gist": "The lid is red"}, {"id": "b", "gist": "The lid is blue"}]
    found = rank_case({"query": "lid", "memories": memories, "scores": scores})
    assert {key: found[key] for key in ("gate", "reason") if key in found} == told


def test_explain_rank_takes_scopes_times_and_a_count() -> None:
    memories = [
        {"id": "old", "gist": "Drinks no tea", "created": "2026-01-04"},
        {"id": "new", "gist": "Started drinking tea again", "created": "2026-05-20"},
        {"id": "far", "gist": "Drinks tea at sea", "scope": "boat"},
    ]
    found = rank_case({"query": "does the user drink tea", "memories": memories, "caller_scope": "home", "k": 1})
    assert [row["id"] for row in found["ranking"]] == ["new"]
    assert (found["excluded"], found["conflicts"]) == (["far"], (("old", "new"),))
