"""What a proposer is shown: the new evidence of each session, only what was said, and never twice."""

import polars as pl
import pytest

from memassets.guard.evidence import SCHEMA
from memassets.kernel import policy
from memassets.store.proposed import wanted


def evidence(*rows: tuple[str, int, str, str, list[str]]) -> pl.DataFrame:
    made = [
        {"record_id": f"r{at}", "session": s, "turn": t, "role": role, "start": 0, "end": 1, "text": text, "flags": f}
        for at, (s, t, role, text, f) in enumerate(rows)
    ]
    return pl.DataFrame(made, schema=SCHEMA)


SAID = evidence(
    ("s1", 1, "user", "The kiln leaks.", []),
    ("s1", 2, "assistant", "Then we seal it.", ["near-reference"]),
    ("s1", 3, "assistant", "Maybe it is the door.", ["thinking"]),
    ("s1", 4, "tool", "ok", ["tool_result"]),
    ("s1", 5, "user", "What we said so far", ["summary"]),
    ("s2", 1, "user", "Clay is wedged twice.", []),
)


def test_only_what_was_said_is_shown_a_session_at_a_time() -> None:
    shown = [[(p["session"], p["turn"]) for p in passages] for _, passages in wanted(SAID, ())]
    assert shown == [[("s1", 1), ("s1", 2)], [("s2", 1)]]


def test_what_was_shown_is_not_shown_again_and_a_session_that_grew_is() -> None:
    done = [name for name, _ in wanted(SAID, ())]
    assert list(wanted(SAID, done)) == []
    grown = pl.concat([SAID, evidence(("s2", 2, "user", "And then thrown.", []))])
    ((name, passages),) = wanted(grown, done)
    assert name not in done
    assert [p["turn"] for p in passages] == [1, 2]


def test_a_long_session_comes_in_parts_and_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "PROPOSER_CHARACTERS", 20)
    rows = evidence(*(("s1", turn, "user", "x" * size, []) for turn, size in enumerate((15, 5, 1, 40, 3))))
    parts = [[len(p["text"]) for p in passages] for _, passages in wanted(rows, ())]
    assert parts == [[15, 5], [1], [40], [3]]
