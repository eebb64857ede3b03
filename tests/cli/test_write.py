import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from memassets.cli.write import admit_case
from memassets.kernel import fixtures, policy
from tests.cli.test_read import run

GOOD = {
    "gist": "The mast of Marit is oiled in May.",
    "evidence": [
        {"session": "deck", "quote": "We oil the mast of Marit in May."},
        {"session": "deck", "quote": "May it is, for the mast of Marit."},
    ],
}
BAD = {**GOOD, "gist": "The mast of Marit is oiled in June."}


def session(path: Path) -> Path:
    turns = [("user", "We oil the mast of Marit in May."), ("assistant", "May it is, for the mast of Marit.")]
    lines = [
        {
            "type": role,
            "uuid": f"m{n}",
            "sessionId": "deck",
            "isSidechain": False,
            "timestamp": "2026-05-01T10:00:00.000Z",
            "message": {"role": role, "content": text},
        }
        for n, (role, text) in enumerate(turns)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    return path


def output(path: Path, *candidates: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"Here:\n```json\n" + orjson.dumps(candidates) + b"\n```\n")
    return path


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(capsys.readouterr().out)
    return found


# admit ----------------------------------------------------------------------------------------------------------


def test_admit_says_what_would_be_written_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = session(tmp_path / "deck.jsonl")
    before = sorted(tmp_path.rglob("*"))
    file = output(tmp_path / "out.txt", GOOD)
    assert run("admit", str(file), "--sessions", str(talk)) == 0
    assert answer(capsys) == {
        "apiVersion": "1",
        "type": "admit",
        "data": {
            "dry": True,
            "write": [
                {
                    "file": str(file),
                    "index": 0,
                    "reason": "verbatim",
                    "claim": GOOD["gist"],
                    "path": "semantic/the-mast-of-marit-is-oiled-in-may.md",
                }
            ],
            "refuse": [],
            "skipped": [],
        },
    }
    assert sorted(tmp_path.rglob("*")) == sorted([*before, file])


def test_a_refusal_names_file_place_rule_and_reason_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = session(tmp_path / "deck.jsonl")
    one, two = output(tmp_path / "a.txt", GOOD, BAD), tmp_path / "b.txt"
    two.write_text("There is nothing worth remembering.")
    assert run("admit", str(one), str(two), "--sessions", str(talk)) == 1
    found = answer(capsys)
    assert found["error"]["code"] == "ERR_REFUSED"
    assert found["error"]["message"] == "2 of 3 candidates are refused."
    assert [(r["file"], r["index"], r["rule"], r["reason"]) for r in found["data"]["refuse"]] == [
        (str(one), 1, "grounded-tokens", "ungrounded-token"),
        (str(two), 0, "decoding", "refusal-text"),
    ]
    assert len(found["data"]["write"]) == 1


def test_a_vault_gives_sessions_candidates_and_what_is_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session(tmp_path / "sessions" / "deck.jsonl")
    output(tmp_path / "candidates" / "out.json", GOOD, {**GOOD, "gist": "In May the mast of Marit is oiled."})
    held = tmp_path / "memories" / "semantic"
    held.mkdir(parents=True)
    (held / "mast.md").write_text(
        "---\ndescription: The mast of Marit is oiled in May.\nstatus: active\n---\nYearly.\n"
    )
    assert run("admit", "--vault", str(tmp_path)) == 1
    found = answer(capsys)["data"]
    assert [row["reason"] for row in found["refuse"]] == ["duplicate"]
    assert [row["path"] for row in found["write"]] == ["semantic/in-may-the-mast-of-marit-is-oiled.md"]


def test_a_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = session(tmp_path / "deck.jsonl")
    file = output(tmp_path / "out.txt", GOOD, BAD)
    assert run("admit", str(file), "--sessions", str(talk), "--human") == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "would write semantic/the-mast-of-marit-is-oiled-in-may.md: The mast of Marit is oiled in May.",
        f"refused {file}[1] at grounded-tokens (ungrounded-token): No quote holds 'June'.",
    ]
    assert err == "memassets: 1 of 2 candidates are refused.\n"


def test_a_damaged_session_line_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = session(tmp_path / "deck.jsonl")
    talk.write_bytes(talk.read_bytes() + b"{broken\n")
    assert run("admit", str(output(tmp_path / "out.txt", GOOD)), "--sessions", str(talk)) == 0
    assert [(row["file"], row["line"]) for row in answer(capsys)["data"]["skipped"]] == [("deck.jsonl", 3)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name a FILE of candidates"),
        (("{file}",), "the --sessions that may be quoted"),
        (("{file}", "--apply"), "MEMASSETS_VAULT"),
        (("{file}", "--sessions", "{talk}", "--apply"), "the vault's own sessions"),
        (("no/such.json", "--sessions", "{talk}"), "no/such.json"),
        (("{file}", "--sessions", "no/such"), "no/such"),
        (("{file}", "--sessions", "{talk}", "--min-distinct-evidence", "0"), "--min-distinct-evidence"),
        (("{file}", "--vault", "{file}"), "--vault"),
    ],
)
def test_what_is_typed_wrong_is_named(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"file": output(tmp_path / "out.txt", GOOD), "talk": session(tmp_path / "deck.jsonl")}
    assert run("admit", *(argument.format(**places) for argument in arguments)) == 2
    assert said in answer(capsys)["error"]["message"]


def test_what_is_found_wrong_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = session(tmp_path / "deck.jsonl")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"[\xff]")
    empty = tmp_path / "empty"
    empty.mkdir()
    for arguments, code, said in (
        ((str(bad), "--sessions", str(empty)), "ERR_NO_SESSIONS", f"There is no file in {empty}."),
        (("--vault", str(empty), "--sessions", str(talk)), "ERR_NO_CANDIDATES", "There is no file in"),
        (("--vault", str(empty), str(bad), "--apply"), "ERR_NO_STORE", "has no folder memories/"),
    ):
        assert run("admit", *arguments) == 1
        error = answer(capsys)["error"]
        assert error["code"] == code
        assert said in error["message"]


# explain admit --------------------------------------------------------------------------------------------------


def case(gist: str, *quotes: str, **fields: Any) -> dict[str, Any]:
    evidence = [{"session": "s1", "quote": quote} for quote in quotes]
    transcript = [{"turn": 1, "role": "user", "text": "Bail the gig after rain."}]
    return {"transcript": transcript, "candidate": {"gist": gist, "evidence": evidence}, **fields}


def test_explain_answers_one_candidate() -> None:
    one = case("The gig is bailed after rain", "Bail the gig after rain.", min_distinct_evidence=1)
    assert admit_case(one) == {"verdict": "admit", "reason": "verbatim", "rule": None, "detail": None}
    assert admit_case({**one, "tombstones": ["the gig is bailed after rain"]})["reason"] == "tombstoned"
    assert admit_case({**one, "tombstones": [{"gist": "The gig is bailed after rain."}]})["reason"] == "tombstoned"
    assert admit_case({**one, "min_distinct_evidence": 2})["reason"] == "insufficient-distinct-evidence"


def test_explain_answers_a_raw_output() -> None:
    good = case("The gig is bailed after rain", "Bail the gig after rain.")["candidate"]
    raw = orjson.dumps([good, {"gist": "x"}]).decode()
    given = {**case(""), "raw_output": raw, "min_distinct_evidence": 1}
    assert admit_case(given) == {
        "decoded": 1,
        "admitted": 1,
        "reason": "verbatim",
        "refused": [{"index": 1, "reason": "schema"}],
    }


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"transcript": []},
        {"transcript": [{"role": "user"}], "candidate": {}},
        {"transcript": [{"role": "judge", "text": "x"}], "candidate": {}},
        {**case("x", "y"), "min_distinct_evidence": "two"},
        {"transcript": ["x"], "candidate": {}},
    ],
)
def test_a_case_that_cannot_be_answered_is_an_error_of_its_line(
    broken: dict[str, Any], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(orjson.dumps(broken) + b"\n" + orjson.dumps(case("Notes", "Bail the gig")) + b"\n")
    assert run("explain", "admit", str(file)) == 1
    out, err = capfdbinary.readouterr()
    one, two = [orjson.loads(line) for line in out.splitlines()]
    assert set(one) == {"error"}
    assert two["verdict"] == "refuse"
    assert len(err.splitlines()) == 1


# eval and freeze ------------------------------------------------------------------------------------------------


def test_an_evaluation_imports_neither_dagster_nor_what_only_a_terminal_needs() -> None:
    source = (
        "import sys\nfrom memassets.cli import main\ntry: main(['eval', 'admission', '--dense'])\n"
        "finally: print(sorted({'dagster', 'rich', 'matplotlib', 'dataframely'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"
    found = orjson.loads(ran.stdout)["data"]
    assert (found["passed"], found["f1"], found["candidates"]) == (True, 1.0, 62)


def test_a_red_gate_prints_its_report_and_its_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "CLOSE_PADDED_IDS", False)
    assert run("eval", "admission", "--json") == 1
    found = answer(capsys)
    assert found["error"]["code"] == "ERR_ADMISSION_FAILED"
    assert {breach["code"] for breach in found["data"]["breaches"]} == {"drift", "known-gap-moved"}
    assert found["data"]["drift"] == [
        {"code": "drift", "id": "w02", "now": "stops at grounding (unknown-session), was: written"}
    ]


def test_a_gate_below_its_floor_is_not_frozen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = fixtures.root() / "write" / "manifest.json"
    before = manifest.read_bytes()
    monkeypatch.setattr(policy, "ADMISSION_FLOOR", 1.01)
    assert run("freeze", "write") == 1
    assert answer(capsys)["error"]["message"].startswith("Not frozen: tier labelled: The score is below the floor.")
    assert manifest.read_bytes() == before
