"""The write path at the shell: eval admission, freeze write, explain admit."""

from pathlib import Path
from typing import Any

import click

from memassets.cli import cases, envelope, verdicts
from memassets.kernel import policy

CODE = "ERR_ADMISSION_FAILED"


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
