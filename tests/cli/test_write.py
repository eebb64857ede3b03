"""The write path at the shell."""

import json
from pathlib import Path

import pytest

from memassets.cli import main
from tests.conftest import Run

TALK = [
    {"role": "user", "content": "The depot gate closes at 21:00, every day of the week."},
    {"role": "assistant", "content": "Noted, the gate to the depot is shut from 21:00 on."},
]
_MINIMUM = "MIN_DISTINCT_EVIDENCE"
QUOTES = ("The depot gate closes at 21:00", "the gate to the depot is shut from 21:00 on")


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(turn) + "\n" for turn in TALK))
    return file


def candidate(session: str, claim: str, *quotes: str) -> str:
    return json.dumps({"gist": claim, "evidence": [{"session": session, "quote": quote} for quote in quotes]})


def session_of(file: Path) -> str:
    from memassets.formats.rows import Record
    from memassets.formats.sessions import read_session

    return next(row.session for row in read_session(file) if isinstance(row, Record))


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object], str]:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    code = left.value.code
    assert isinstance(code, int)
    found = capsys.readouterr()
    return code, json.loads(found.out), found.err


def test_admission_is_green(capsys: pytest.CaptureFixture[str]) -> None:
    code, document, err = told(capsys, "eval", "admission")
    assert (code, err) == (0, "")
    assert document["type"] == "eval.admission"
    assert {name: document["data"][name] for name in ("f1", "passed", "candidates")} == {  # type: ignore[index]
        "f1": 1.0,
        "passed": True,
        "candidates": 62,
    }


def test_a_broken_rule_is_red_and_named(tree: Path, run: Run) -> None:
    rules = tree / "memassets/write/rules/__init__.py"
    line = '    ("secrets", sources.holds_a_secret),\n'
    assert line in rules.read_text()
    rules.write_text(rules.read_text().replace(line, ""))
    found = run(tree, "-m", "memassets", "eval", "admission", "--json")
    assert found.returncode == 1
    document = json.loads(found.stdout)
    assert document["error"]["code"] == "ERR_ADMISSION_FAILED"
    assert "r24 write (verbatim), was: stops at secrets (secret)" in document["error"]["message"]
    assert "Traceback" not in found.stderr
    explained = run(tree, "-m", "memassets", "explain", "verdict", "write", "--json")
    changes = json.loads(explained.stdout)["data"]["changes"]
    assert [(c["kind"], c["what"], c["asset"]) for c in changes] == [
        ("code", "memassets.write.rules", "write/decisions")
    ]


@pytest.mark.parametrize(
    ("file", "was", "now", "culprit"),
    [
        (
            "fixtures/write/candidates.jsonl",
            '"label": "refuse"',
            '"label": "write"',
            ("fixture", "write/candidates.jsonl"),
        ),
        ("memassets/kernel/policy.py", "DISTINCT_EVIDENCE = 2", "DISTINCT_EVIDENCE = 1", ("policy", _MINIMUM)),
        ("memassets/kernel/text/secrets.py", "AKIA", "AKIX", ("code", "memassets.kernel.text.secrets")),
    ],
)
def test_an_edit_is_named(tree: Path, run: Run, file: str, was: str, now: str, culprit: tuple[str, str]) -> None:
    text = (tree / file).read_text()
    assert was in text
    (tree / file).write_text(text.replace(was, now))
    told = json.loads(run(tree, "-m", "memassets", "explain", "verdict", "write", "--json").stdout)["data"]
    assert not told["passed"]
    assert [(c["kind"], c["what"]) for c in told["changes"]] == [culprit]


def test_freezing_below_the_floor_is_refused_and_writes_nothing(tree: Path, run: Run) -> None:
    rules = tree / "memassets/write/rules/__init__.py"
    rules.write_text(rules.read_text().replace("    for name, rule in RULES:", "    for name, rule in ():"))
    manifest = tree / "fixtures/write/manifest.json"
    before = manifest.read_bytes()
    found = run(tree, "-m", "memassets", "freeze", "write")
    assert found.returncode == 1
    assert "Not frozen" in found.stderr
    assert manifest.read_bytes() == before


def test_a_freeze_shows_what_differs(tree: Path, run: Run) -> None:
    labelled = tree / "fixtures/write/candidates.jsonl"
    rows = labelled.read_text().splitlines()
    labelled.write_text("\n".join(rows[:-1]) + "\n")
    assert run(tree, "-m", "memassets", "eval", "admission").returncode == 1
    found = run(tree, "-m", "memassets", "freeze", "write")
    assert found.returncode == 0
    changed = json.loads(found.stdout)["data"]["changed"]
    assert changed == {"r31": {"was": "stops at duplicates (duplicate)", "now": None}}
    assert run(tree, "-m", "memassets", "eval", "admission").returncode == 0


def test_admit_says_what_would_be_written_and_writes_nothing(
    capsys: pytest.CaptureFixture[str], talk: Path, tmp_path: Path
) -> None:
    session = session_of(talk)
    file = tmp_path / "proposals.jsonl"
    file.write_text(
        candidate(session, "The depot gate is shut from 21:00.", *QUOTES)
        + "\n"
        + candidate(session, "The depot gate is shut from 22:00.", *QUOTES)
        + "\n"
    )
    before = sorted(tmp_path.rglob("*"))
    code, document, _ = told(capsys, "admit", str(file), "--sessions", str(talk))
    data = document["data"]
    assert code == 0
    assert isinstance(data, dict)
    assert (data["applied"], data["write"], data["refuse"]) == (False, 1, 1)
    first, second = data["candidates"]
    assert (first["decision"], first["path"]) == ("write", "semantic/the-depot-gate-is-shut-from-21-00.md")
    assert (second["decision"], second["reason"]) == ("refuse", "ungrounded-token")
    assert "22" in second["detail"]
    assert sorted(tmp_path.rglob("*")) == before


def test_admit_needs_somewhere_to_look(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    code, document, err = told(capsys, "admit", str(talk))
    assert code == 2
    assert document["error"]["code"] == "ERR_USAGE"  # type: ignore[index]
    assert "--sessions" in err


def test_a_file_that_is_not_utf8_is_named(capsys: pytest.CaptureFixture[str], talk: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(b'{"gist": "caf\xe9"}')
    code, document, err = told(capsys, "admit", str(file), "--sessions", str(talk))
    assert code == 1
    assert document["error"]["code"] == "ERR_NOT_UTF8"  # type: ignore[index]
    assert err.count("\n") == 1


def test_explain_admit(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    case = {
        "id": "x1",
        "input": {
            "transcript": [{"turn": 1, "role": "user", "text": "We never ship on a Friday."}],
            "candidate": json.loads(candidate("s1", "Nothing ships on Fridays.", "ship on a Friday")),
        },
    }
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case) + "\nnot json\n")
    with pytest.raises(SystemExit) as left:
        main(["explain", "admit", str(file)])
    assert left.value.code == 1
    first, second = (json.loads(line) for line in capsysbinary.readouterr().out.splitlines())
    assert (first["id"], first["verdict"], first["reason"]) == ("x1", "refuse", "insufficient-distinct-evidence")
    assert "error" in second
