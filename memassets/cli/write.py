"""The write path at the shell: eval admission, freeze write, explain admit, admit."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassets.cli import cases, envelope, verdicts
from memassets.kernel import policy

if TYPE_CHECKING:
    from memassets.write.decisions import Decision
    from memassets.write.rules.case import Holdings

CODE = "ERR_ADMISSION_FAILED"
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@envelope.output_options
def admission(human: bool | None, dense: bool) -> None:
    """The write gate: does the store admit the right candidate and refuse the wrong one?"""
    from memassets.write import evaluation

    verdicts.finish(evaluation.evaluate().verdict, "eval.admission", CODE, human=human, dense=dense)


@click.command("write")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the decision on every labelled candidate; refused while the gate is below its floor."""
    from memassets.write import evaluation, manifest

    found = evaluation.evaluate()
    rows = manifest.rows(found.decisions)
    verdicts.freeze(found.verdict, manifest.FIXTURE, rows, found.frozen, code=CODE, human=human, dense=dense)


@click.command()
@click.argument("files", type=_FILE, nargs=-1, metavar="[FILE]...")
@click.option("--vault", type=_FOLDER, help="A vault: its sessions, what it holds, and its candidates without a FILE.")
@click.option(
    "--sessions",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="A session file, or a folder of them, that may be quoted; again for more.",
)
@click.option(
    "--min-distinct-evidence",
    "minimum",
    type=click.IntRange(min=1),
    default=policy.MIN_DISTINCT_EVIDENCE,
    show_default=True,
    help="Distinct quotes a candidate needs.",
)
@envelope.output_options
def admit(
    files: tuple[Path, ...],
    vault: Path | None,
    sessions: tuple[Path, ...],
    minimum: int,
    human: bool | None,
    dense: bool,
) -> None:
    """Put the candidates of each FILE, a model's raw output, before the write gate; nothing is written.

    Says what would be written and what is refused, and why. Exit 1 where one is refused.
    """
    from memassets.formats.rows import Skip
    from memassets.write import decoding
    from memassets.write import sessions as transcripts
    from memassets.write.decisions import decide

    if not files and vault is None:
        raise click.UsageError("Name a FILE of candidates, or a --vault that has some.")
    if not sessions and vault is None:
        raise click.UsageError("Name the --sessions that may be quoted, or a --vault that has some.")
    outputs = _found(files or [vault / "candidates" for vault in (vault,) if vault], "ERR_NO_CANDIDATES")
    talks = _found(sessions or [vault / "sessions" for vault in (vault,) if vault], "ERR_NO_SESSIONS")
    decoded = [(file, decoding.decode(_text(file))) for file in outputs]
    skipped: list[Skip] = []
    proposed = [(file, index, one) for file, group in decoded for index, one in enumerate(group)]
    answers = decide(
        [one for _, _, one in proposed], transcripts.records(talks, skipped), _holdings(vault), minimum=minimum
    )
    rows = [_row(file, index, one) for (file, index, _), one in zip(proposed, answers, strict=True)]
    refused = [row for row in rows if "rule" in row]
    payload = {
        "write": [row for row in rows if "rule" not in row],
        "refuse": refused,
        "skipped": [{"file": s.path, "line": s.line, "code": s.code, "message": s.message} for s in skipped],
    }
    message = f"{len(refused)} of {len(rows)} candidates are refused."
    if envelope.is_human(human, dense):
        _print(payload)
    else:
        error = {"code": "ERR_REFUSED", "message": message, "hint": "Each says at which rule, and why."}
        envelope.emit("admit", {"dry": True, **payload}, dense=dense, error=error if refused else None)
    if refused:
        raise envelope.Failure("ERR_REFUSED", message, printed=True)


def _found(places: Sequence[Path], code: str) -> list[Path]:
    """The files named, and those under each folder named; Failure where there is none."""
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    files = [file for file in found if file.is_file() and not file.name.startswith(".")]
    if not files:
        raise envelope.Failure(code, f"There is no file in {', '.join(map(str, places))}.")
    return files


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as wrong:
        raise envelope.Failure("ERR_NOT_UTF_8", f"{file} is not UTF-8: byte {wrong.start}.") from None


def _holdings(vault: Path | None) -> "Holdings":
    """What a vault holds; Failure for a file that cannot be read whole, as it may hold the claim."""
    from memassets.store import memories
    from memassets.write.rules.case import Holdings, words_of

    if vault is None:
        return Holdings()
    held = memories.memories(vault)
    damaged = held.filter(held["status"] == "damaged")
    if damaged.height:
        raise envelope.Failure("ERR_DAMAGED_FILE", damaged["gist"][0], "Mend or remove it.")
    active = memories.active(held)
    return Holdings({name.casefold() for name in held["id"]}, {words_of(gist) for gist in active["gist"]})


def _row(file: Path, index: int, found: "Decision") -> dict[str, Any]:
    from memassets.kernel.text import secrets

    row: dict[str, Any] = {"file": str(file), "index": index, "reason": found.reason}
    if found.candidate:
        row["claim"] = secrets.redacted(found.candidate.claim)
    if found.refusal:
        return {**row, "rule": found.refusal.rule, "detail": found.refusal.detail}
    return {**row, "path": found.path}


def _print(payload: dict[str, list[dict[str, Any]]]) -> None:
    for row in payload["write"]:
        click.echo(f"would write {row['path']}: {row['claim']}")
    for row in payload["refuse"]:
        click.echo(f"refused {row['file']}[{row['index']}] at {row['rule']} ({row['reason']}): {row['detail']}")
    for row in payload["skipped"]:
        click.echo(f"not read: {row['file']}, line {row['line']}: {row['message']}", err=True)


@click.command("admit")
@cases.case_file
def explain(file: Path | None) -> None:
    """Put the candidate of each case before the write gate."""
    cases.answer_each(file, admit_case)


def admit_case(case: dict[str, Any]) -> dict[str, Any]:
    """{transcript, candidate} -> {verdict, reason, rule, detail}, {transcript, raw_output} -> {decoded, admitted, …}.

    KeyError, TypeError or ValueError for a case that lacks them.
    """
    from memassets.kernel.text import tombstones
    from memassets.write import decoding
    from memassets.write.decisions import decide
    from memassets.write.proposals import Candidate, candidate
    from memassets.write.rules.case import Holdings

    records = [_record(turn, place) for place, turn in enumerate(case["transcript"], start=1)]
    held = Holdings(tombstones={tombstones.stone(_claim(stone)) for stone in case.get("tombstones", ())})
    minimum = int(case.get("min_distinct_evidence", policy.MIN_DISTINCT_EVIDENCE))
    raw = case.get("raw_output")
    proposed = [candidate(case["candidate"])] if raw is None else decoding.decode(str(raw))
    found = decide(proposed, records, held, minimum=minimum)
    if raw is None:
        (one,) = found
        return {
            "verdict": "admit" if one.admitted else "refuse",
            "reason": one.reason,
            "rule": one.refusal.rule if one.refusal else None,
            "detail": one.refusal.detail if one.refusal else None,
        }
    return {
        "decoded": sum(isinstance(p, Candidate) for p in proposed),
        "admitted": sum(one.admitted for one in found),
        "reason": next((one.reason for one in found if one.admitted), found[0].reason),
        "refused": [{"index": i, "reason": one.reason} for i, one in enumerate(found) if not one.admitted],
    }


def _record(turn: dict[str, Any], place: int) -> Any:
    """One turn of a case as the readers would give it."""
    from memassets.formats.content import role_of
    from memassets.formats.rows import Record

    role = role_of(turn["role"])
    if role is None:
        raise ValueError(f"turn {place}: unknown role {turn['role']!r}")
    session = str(turn.get("session", "s1"))
    uuid = turn.get("uuid") or turn.get("message_id")
    summary = turn.get("is_summary", turn.get("summary", turn.get("isCompactSummary", False)))
    sidechain = turn.get("is_sidechain", turn.get("sidechain", turn.get("isSidechain", False))) or turn.get("agent_id")
    return Record(
        id=f"{session}#{place}",
        session=session,
        uuid=str(uuid) if uuid else None,
        turn=int(turn.get("turn", place)),
        block=0,
        role=role,
        at=None,
        kind="tool_result" if role == "tool" else "text",
        text=str(turn["text"]),
        tool=turn.get("tool"),
        sidechain=bool(sidechain),
        summary=bool(summary),
        origin=str(turn.get("origin") or ""),
    )


def _claim(stone: Any) -> str:
    """The claim a tombstone names: a text, or an object that holds it."""
    return stone if isinstance(stone, str) else str(stone.get("gist", stone.get("claim")))
