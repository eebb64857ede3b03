"""decisions: what the gate says of each candidate, and which rule stops it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import polars as pl

from memassets.formats.rows import Record
from memassets.kernel import policy
from memassets.kernel.reasons import Reason
from memassets.kernel.text import tombstones
from memassets.write import decoding, rules, transcripts
from memassets.write.proposals import Candidate, Refusal, candidate
from memassets.write.rules import holdings as store
from memassets.write.rules.case import Case, Holdings, words_of

HOLDINGS_FIXTURE = "write/holdings.json"
EXCLUDED_FIXTURE = "write/excluded.jsonl"
SCHEMA = {
    "id": pl.String,
    "tier": pl.String,
    "label": pl.String,
    "expected": pl.String,
    "gap": pl.String,
    "decision": pl.String,
    "rule": pl.String,
    "reason": pl.String,
    "detail": pl.String,
    "digest": pl.String,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer for one candidate: written to `path` for a reason, or refused."""

    candidate: Candidate | None
    refusal: Refusal | None
    reason: Reason
    path: str = ""

    @property
    def admitted(self) -> bool:
        """Whether it is written."""
        return self.refusal is None


def decide(
    proposed: Sequence[Candidate | Refusal],
    records: Iterable[Record],
    held: Holdings,
    *,
    excluded: pl.DataFrame | None = None,
    minimum: int | None = None,
) -> list[Decision]:
    """One decision for each proposal, in order; an admitted one is held for those after it.

    `records` is read once; `excluded` is the guard's frame record, start, end; `minimum` the distinct quotes asked
    for, `policy.MIN_DISTINCT_EVIDENCE` unless given. `held` is left as it was.
    """
    findings = transcripts.find([p for p in proposed if isinstance(p, Candidate)], records, excluded)
    holding = Holdings(set(held.paths), set(held.claims), set(held.tombstones))
    asked = policy.MIN_DISTINCT_EVIDENCE if minimum is None else minimum
    return [_decide(proposal, findings, holding, asked) for proposal in proposed]


def _decide(proposal: Candidate | Refusal, findings: transcripts.Findings, held: Holdings, minimum: int) -> Decision:
    if isinstance(proposal, Refusal):
        return Decision(None, proposal, proposal.reason)
    case = Case(proposal, findings, held, minimum)
    refused = rules.objection(case)
    if refused:
        return Decision(proposal, refused, refused.reason)
    path = store.free_path(proposal, held) or ""
    held.paths.add(path.casefold())
    held.claims.add(words_of(proposal.claim))
    return Decision(proposal, None, "verbatim" if case.is_exact else "verbatim-after-folding", path)


def holdings(content: bytes) -> Holdings:
    """What the store of the corpus holds: a JSON object of paths, claims and tombstones."""
    value: dict[str, list[str]] = orjson.loads(content)
    return Holdings(
        {path.casefold() for path in value["paths"]},
        {words_of(claim) for claim in value["claims"]},
        {tombstones.stone(claim) for claim in value["tombstones"]},
    )


def excluded_spans(content: bytes, records: Iterable[Record]) -> pl.DataFrame:
    """The spans the guard withholds of the corpus, from lines {session, turn, text}: record, start, end."""
    named = [orjson.loads(line) for line in content.splitlines() if line.strip()]
    rows: list[dict[str, Any]] = [
        {"record": record.id, "start": at, "end": at + len(line["text"])}
        for record in records
        for line in named
        if (record.session, record.turn) == (line["session"], line["turn"])
        and (at := record.text.find(line["text"])) >= 0
    ]
    return pl.DataFrame(rows, schema=transcripts.EXCLUDED_SCHEMA)


def decisions(
    candidates: pl.DataFrame, records: Iterable[Record], held: Holdings, excluded: pl.DataFrame | None = None
) -> pl.DataFrame:
    """What the gate says of every labelled candidate, each judged as if it came alone.

    Columns: id, tier, label, expected, gap and digest as in `candidates`, decision (`write` or `refuse`), rule and
    detail (null where written), reason. A raw output is written if it gives candidates and each is.
    """
    rows = candidates.to_dicts()
    proposed = [
        decoding.decode(row["content"]) if row["raw"] else [candidate(orjson.loads(row["content"]))] for row in rows
    ]
    everything = [p for group in proposed for p in group if isinstance(p, Candidate)]
    findings = transcripts.find(everything, records, excluded)
    answers = []
    for row, group in zip(rows, proposed, strict=True):
        holding = Holdings(set(held.paths), set(held.claims), set(held.tombstones))
        found = [_decide(p, findings, holding, policy.MIN_DISTINCT_EVIDENCE) for p in group]
        first = next((d for d in found if not d.admitted), found[0])
        answers.append(
            {
                **{key: row[key] for key in ("id", "tier", "label", "expected", "gap", "digest")},
                "decision": "refuse" if first.refusal else "write",
                "rule": first.refusal.rule if first.refusal else None,
                "reason": first.reason,
                "detail": first.refusal.detail if first.refusal else None,
            }
        )
    return pl.DataFrame(answers, schema=SCHEMA)
