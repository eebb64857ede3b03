"""A case of `explain sift`, as the rows the guard works on, and its answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memassets.formats import content, times
from memassets.formats.rows import Block, Record, Role
from memassets.formats.turns import record_id
from memassets.guard.matcher import KINDS, Artifact
from memassets.guard.sift import Sifted
from memassets.kernel import digests

_SESSION = "s1"


def artifact(entry: Mapping[str, Any]) -> Artifact:
    """One line of a case's manifest: artifact_id, kind, text, and emitted_at where it is known."""
    kind, text, emitted = entry["kind"], entry["text"], entry.get("emitted_at")
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    return Artifact(
        kind, str(entry["artifact_id"]), text, digests.of_text(text), times.utc(emitted) if emitted else None
    )


def records(transcript: Sequence[Mapping[str, Any]]) -> Iterator[Record]:
    """The records of a case's transcript: turn, role, text, and `tool_use` or `tool_use_id` of a tool's."""
    for place, said in enumerate(transcript, start=1):
        turn, session = int(said.get("turn", place)), str(said.get("session", _SESSION))
        role = content.role_of(said["role"])
        if role is None:
            raise ValueError(f"turn {turn}: role {said['role']!r} is not known")
        call = said.get("tool_use")
        if call:
            text = content.rendered(call.get("input"))
            yield _record(session, turn, 1, "assistant", said, "tool_use", text, call.get("name"), call.get("id"))
        if said["text"]:
            kind: Block = "tool_result" if role == "tool" else "text"
            yield _record(session, turn, 0, role, said, kind, said["text"], said.get("tool"), said.get("tool_use_id"))


def _record(
    session: str,
    turn: int,
    block: int,
    role: Role,
    said: Mapping[str, Any],
    kind: Block,
    text: str,
    tool: str | None,
    use: str | None,
) -> Record:
    at = said.get("at")
    identity = record_id(session, turn, block)
    return Record(identity, session, None, turn, block, role, times.utc(at) if at else None, kind, text, tool, use)


def answer(turn: int, sifted: Sequence[Sifted]) -> dict[str, Any]:
    """What became of a turn: verdict, excluded artifacts, the text kept, and the measure of its fullest match."""
    mine = [s for s in sifted if s.record.turn == turn and s.record.kind != "tool_use"]
    matches = sorted((m for s in mine for m in s.matches), key=lambda m: (-m.withholds, -m.containment))
    withheld = [m for m in matches if m.withholds]
    pieces = [s.record.text[start:end] for s in mine for start, end in s.kept]
    best = matches[0] if matches else None
    reasons = [m.outcome for m in matches if m.outcome != "withheld"]
    return {
        "turn": turn,
        "verdict": "kept" if not withheld else "partial" if pieces else "excluded",
        "excluded": [m.name for m in withheld],
        "kept_text": "\n".join(pieces),
        "overlap": best.containment if best else 0.0,
        "matched": best.matched if best else 0,
        "threshold": best.threshold if best else None,
        **({"by": reasons[0]} if reasons else {}),
    }
