"""The write path at the shell: eval admission, freeze write, explain admit, admit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from memassets.cli import cases, envelope, verdicts
from memassets.kernel import policy

CODE = "ERR_ADMISSION_FAILED"

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_ANY = click.Path(exists=True, path_type=Path)


@click.command()
@envelope.output_options
def admission(human: bool | None, dense: bool) -> None:
    """The write gate: does the store admit the right candidate and refuse the wrong one?"""
    from memassets.write import evaluation

    verdicts.finish(evaluation.evaluate().verdict, "eval.admission", CODE, human=human, dense=dense)


@click.command("write")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the decision on every labelled candidate, and show what differs; refused while the gate is red."""
    from memassets.write import evaluation, manifest

    found = evaluation.evaluate()
    verdicts.freeze(
        found.verdict, manifest.FIXTURE, manifest.rows(found.decisions), found.manifest, code=CODE, dense=dense
    )


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
@click.option("--vault", type=_FOLDER, help="Whose sessions and memories are looked up.")
@click.option("--sessions", multiple=True, type=_ANY, help="A transcript, or a folder of them; may be given again.")
@envelope.output_options
def admit(
    files: tuple[Path, ...],
    vault: Path | None,
    sessions: tuple[Path, ...],
    human: bool | None,
    dense: bool,
) -> None:
    """What the write gate says of the candidates in FILEs: what would be written, what not, and why. Writes nothing."""
    from memassets.write import decoding
    from memassets.write.decisions import decide

    if vault is None and not sessions:
        raise click.UsageError("Give --vault or --sessions: a quote has to stand in a transcript that can be read.")
    proposed = []
    for file in files:
        found = decoding.decode(_text(file))
        proposed += [(file, place, proposal) for place, proposal in enumerate(found, start=1)]
    decided = decide([proposal for _, _, proposal in proposed], _records(vault, sessions), _held(vault))
    rows = [
        {
            "file": str(file),
            "candidate": place,
            "claim": one.candidate.claim if one.candidate else None,
            "decision": "write" if one.admitted else "refuse",
            "path": one.path or None,
            "rule": one.refusal.rule if one.refusal else None,
            "reason": one.reason,
            "detail": one.refusal.detail if one.refusal else None,
        }
        for (file, place, _), one in zip(proposed, decided, strict=True)
    ]
    if envelope.is_human(human, dense):
        _table(rows)
        return
    counts = {word: sum(row["decision"] == word for row in rows) for word in ("write", "refuse")}
    envelope.emit("admit", {"applied": False, **counts, "candidates": rows}, dense=dense)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise envelope.Failure(
            "ERR_NOT_UTF8", f"{file} is not UTF-8 (byte {wrong.start}).", "Convert it; nothing was judged."
        ) from None


def _records(vault: Path | None, sessions: tuple[Path, ...]) -> Iterator[Any]:
    from memassets.formats.rows import Record
    from memassets.formats.sessions import read_session

    places = [*sessions, *([vault / "sessions"] if vault and (vault / "sessions").is_dir() else [])]
    for place in places:
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and not file.name.startswith("."):
                yield from (row for row in read_session(file) if isinstance(row, Record))


def _held(vault: Path | None) -> Any:
    from memassets.write.rules.case import Holdings, words_of

    if vault is None:
        return Holdings()
    from memassets.store import memories

    found = memories.memories(vault)
    claims = {words_of(gist) for gist in memories.active(found)["gist"]}
    return Holdings({path.casefold() for path in found["id"]}, claims)


def _table(rows: list[dict[str, Any]]) -> None:
    # rich takes longer to import than a gate takes to run, and a pipe never needs it
    from rich.console import Console
    from rich.table import Table

    table = Table("claim", "decision", "path or rule", "why", box=None, pad_edge=False, header_style="bold")
    for row in rows:
        colour = "green" if row["decision"] == "write" else "red"
        why = row["detail"] or row["reason"]
        table.add_row(row["claim"] or "", f"[{colour}]{row['decision']}[/]", row["path"] or row["rule"], why)
    Console(highlight=False).print(table)


@click.command("admit")
@cases.case_file
def explain(file: Path | None) -> None:
    """Put the candidate of each case before the write gate."""
    cases.answer_each(file, admit_case)


def admit_case(case: dict[str, Any]) -> dict[str, Any]:
    """{transcript, candidate} -> {verdict, reason, rule, detail}, {transcript, raw_output} -> {decoded, admitted, …}.

    KeyError, TypeError or ValueError for a case that lacks them.
    """
    from memassets.write import decoding
    from memassets.write.candidates import Candidate, candidate
    from memassets.write.decisions import decide
    from memassets.write.rules.case import Holdings, words_of

    records = [_record(turn, place) for place, turn in enumerate(case["transcript"], start=1)]
    held = Holdings(tombstones={words_of(_claim(stone)) for stone in case.get("tombstones", ())})
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
