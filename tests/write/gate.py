"""The write gate as the tests call it: one candidate over a few turns, or the whole corpus in one call."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import polars as pl
import pytest

from memassets.formats.content import role_of
from memassets.formats.rows import Record
from memassets.kernel.verdict import Verdict
from memassets.write import evaluation, manifest, rules
from memassets.write.decisions import Decision, decide
from memassets.write.proposals import candidate
from memassets.write.rules.case import Holdings

Turn = str | tuple[str, str] | dict[str, Any]


def talk(*turns: Turn, session: str = "s1") -> list[Record]:
    """Records of one session: a text is the user's, a pair is (role, text), else the fields of a record."""
    found = []
    for place, turn in enumerate(turns, start=1):
        fields = {"text": turn} if isinstance(turn, str) else turn
        if isinstance(fields, tuple):
            fields = {"role": fields[0], "text": fields[1]}
        role = role_of(fields.get("role", "user"))
        assert role is not None
        plain: dict[str, Any] = {
            "id": f"{session}#{place}",
            "session": session,
            "uuid": None,
            "turn": place,
            "block": 0,
            "at": None,
            "kind": "tool_result" if role == "tool" else "text",
        }
        found.append(Record(**{**plain, **fields, "role": role}))
    return found


def proposal(claim: str, *quotes: str | tuple[str, int] | dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A candidate as JSON; a quote is of session s1, a pair adds its turn."""
    evidence: list[dict[str, Any]] = []
    for quote in quotes:
        if isinstance(quote, str):
            evidence.append({"session": "s1", "quote": quote})
        elif isinstance(quote, tuple):
            evidence.append({"session": "s1", "quote": quote[0], "turn": quote[1]})
        else:
            evidence.append({"session": "s1", **quote})
    return {"gist": claim, "evidence": evidence, **fields}


def decided(
    value: dict[str, Any],
    records: Sequence[Record],
    held: Holdings | None = None,
    *,
    minimum: int = 1,
    excluded: pl.DataFrame | None = None,
) -> Decision:
    """The gate's answer to one candidate; one quote is enough unless said otherwise."""
    (found,) = decide([candidate(value)], records, held or Holdings(), minimum=minimum, excluded=excluded)
    return found


def reason(claim: str, *quotes: str | tuple[str, int] | dict[str, Any], over: Sequence[Record], **fields: Any) -> str:
    """The reason of the gate's answer; "written" where the candidate is admitted."""
    found = decided(proposal(claim, *quotes, **fields), over)
    return found.reason if found.refusal else "written"


@cache
def corpus() -> pl.DataFrame:
    """The candidates of the corpus, hard ones included."""
    return evaluation.candidates()


def labelled() -> pl.DataFrame:
    """The labelled candidates alone."""
    return corpus().filter(pl.col("tier") == "labelled")


def judged(candidates: pl.DataFrame, frozen: dict[str, Any] | None = None) -> Verdict:
    """The verdict on candidates, by the frozen manifest unless another is given."""
    compared = manifest.manifest(evaluation.frozen_content()) if frozen is None else frozen
    return evaluation.judge(candidates, evaluation.decisions(candidates), compared)


def codes(verdict: Verdict) -> set[str]:
    return {breach.code for breach in verdict.breaches}


@contextmanager
def without(name: str) -> Iterator[None]:
    """The gate without one of its rules."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rules, "RULES", tuple(rule for rule in rules.RULES if rule[0] != name))
        yield
