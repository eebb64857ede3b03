"""The rules, each on both sides of what it guards."""

from typing import Any

import polars as pl
import pytest

from memassets.formats.rows import Record
from memassets.kernel.text import tombstones
from memassets.write.decisions import Decision, decide
from memassets.write.proposals import Candidate, Evidence
from memassets.write.rules.case import Holdings, words_of

TALK = [
    ("user", "We never ship on a Friday, and the gate to the depot closes at 21:00."),
    ("assistant", "Noted: nothing ships on Fridays. The depot gate closes at 21:00 sharp."),
    ("user", "I prefer short reports. Don’t send me tables  with more than six columns."),
    ("tool", "depot.conf: gate_close = 21:00\nowner = Maud Okafor"),
    ("assistant", "I will send short reports with at most six columns."),
    ("user", "Is the scale calibrated to 40 kg?"),
    ("user", "The scale: Is 40 kg right?"),
]


def records(talk: list[tuple[str, str]] | None = None, **changed: Any) -> list[Record]:
    rows = []
    for turn, (role, text) in enumerate(talk or TALK, start=1):
        kind = "tool_result" if role == "tool" else "text"
        fields: dict[str, Any] = {"uuid": f"u{turn}", "kind": kind, **changed}
        rows.append(
            Record(id=f"s1#{turn}", session="s1", turn=turn, block=0, role=role, at=None, text=text, **fields)  # type: ignore[arg-type]
        )
    return rows


def proposed(claim: str, *quotes: str, **changed: Any) -> Candidate:
    return Candidate(
        claim, tuple(Evidence("s1", quote) for quote in quotes), body=changed.pop("body", claim), **changed
    )


def answered(candidate: Candidate, **options: Any) -> Decision:
    (found,) = decide([candidate], options.pop("talk", None) or records(), options.pop("held", Holdings()), **options)
    return found


TABLES = ("Don't send me tables with more than six columns", "with at most six columns")
SCALE = ("Is the scale calibrated to 40 kg?", "Is 40 kg right?")
FRIDAY = ("We never ship on a Friday", "nothing ships on Fridays")
SHUT = "The depot gate is shut from 21:00."
GATE = ("the gate to the depot closes at 21:00", "The depot gate closes at 21:00 sharp")


@pytest.mark.parametrize(
    "candidate",
    [
        pytest.param(proposed(SHUT, *GATE), id="as it stands"),
        pytest.param(
            proposed(SHUT, GATE[0], "The depot  gate\ncloses at 21:00"),
            id="white space",
        ),
        pytest.param(
            proposed(
                "The user does not want tables of more than six columns.",
                "Don't send me tables with more than six columns",
                "with at most six columns",
            ),
            id="typography",
        ),
        pytest.param(proposed(SHUT, "the gate ... closes at 21:00", GATE[1]), id="an ellipsis"),
        pytest.param(
            Candidate(
                SHUT,
                (Evidence(" s1\n", GATE[0]), Evidence("s1", GATE[1], 2)),
                body="See above.",
            ),
            id="a padded id and a turn",
        ),
        pytest.param(
            proposed("Nothing is shipped on Fridays.", "We never ship on a Friday", "nothing ships on Fridays"),
            id="a negation that agrees",
        ),
    ],
)
def test_good_candidates_are_written(candidate: Candidate) -> None:
    found = answered(candidate)
    assert found.admitted, found.refusal
    assert found.path.endswith(".md")


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (
            Candidate(SHUT, (Evidence("s9", GATE[0]), Evidence("s1", GATE[1]))),
            "unknown-session",
        ),
        (proposed(SHUT, "the gate", GATE[1]), None),
        (proposed(SHUT, "gate", GATE[1]), "quote-too-short"),
        (
            proposed("The gate is shut from 22:00.", "the gate to the depot closes at 22:00", GATE[1]),
            "quote-not-in-transcript",
        ),
        (proposed(SHUT, "closes at 21:00. Noted: nothing ships", GATE[1]), "stitched-quote"),
        (
            proposed(SHUT, "closes at 21:00 ... We never ship", GATE[1]),
            "fragments-out-of-order",
        ),
        (proposed(SHUT, GATE[0], f"{GATE[0]} "), "insufficient-distinct-evidence"),
        (proposed("the gate to the depot closes at 21:00", *GATE), "verbatim-claim"),
        (proposed("The depot gate is shut from 21:30.", *GATE), "ungrounded-token"),
        (proposed("Maud Adeyemi shuts the depot gate at 21:00.", *GATE), "ungrounded-token"),
        (
            proposed("They ship on a Friday.", "We never ship on a Friday", "nothing ships on Fridays"),
            "polarity-mismatch",
        ),
        (
            proposed("The scale is calibrated to 40 kg.", "Is the scale calibrated to 40 kg?", "Is 40 kg right?"),
            "question-not-assertion",
        ),
        (proposed(SHUT, *GATE, body="password: hunter2-hunter2"), "secret"),
        (proposed(SHUT, *GATE, kind="verdict"), "kind-not-writable"),
        (proposed(" … ", *GATE), "empty-claim"),
        (proposed(SHUT, *GATE, body=" "), "empty-body"),
        (proposed(SHUT, *GATE, title="!!!"), "untitled"),
    ],
)
def test_bad_candidates_are_refused_for_their_reason(candidate: Candidate, reason: str | None) -> None:
    found = answered(candidate)
    assert (found.refusal.reason if found.refusal else None) == reason


def test_the_store_refuses_what_it_holds_and_what_was_forgotten() -> None:
    claim = SHUT
    known = "the depot gate is shut, from 21:00"
    assert answered(proposed(claim, *GATE), held=Holdings(claims={words_of(known)})).reason == "duplicate"
    assert answered(proposed(claim, *GATE), held=Holdings(tombstones={tombstones.stone(known)})).reason == "tombstoned"


def test_a_path_that_is_taken_is_numbered_and_never_overwritten() -> None:
    claim = SHUT
    first = answered(proposed(claim, *GATE)).path
    second = answered(proposed(claim, *GATE), held=Holdings(paths={first.casefold()})).path
    assert second not in ("", first)
    twice = decide([proposed(claim, *GATE), proposed(claim, *GATE)], records(), Holdings())
    assert [one.reason for one in twice] == ["verbatim", "duplicate"]


def test_what_the_guard_withheld_is_no_evidence() -> None:
    text = TALK[1][1]
    spans = pl.DataFrame({"record": ["s1#2"], "start": [0], "end": [len(text)]})
    candidate = proposed(SHUT, *GATE)
    assert answered(candidate, excluded=spans).reason == "derived-evidence"
    assert answered(candidate, excluded=spans.with_columns(end=pl.lit(10))).admitted


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"sidechain": True}, "sidechain-source"),
        ({"summary": True}, "non-conversational-source"),
        ({"origin": "scheduled"}, "non-conversational-source"),
    ],
)
def test_some_sources_may_not_testify(changed: dict[str, Any], reason: str) -> None:
    assert answered(proposed(SHUT, *GATE), talk=records(**changed)).reason == reason


def test_a_resumed_copy_of_a_message_is_no_second_message() -> None:
    copied = [*records()[:1], *(r for r in records([TALK[0]]))]
    candidate = proposed(SHUT, GATE[0], "We never ship on a Friday")
    assert answered(candidate, talk=copied).reason == "insufficient-distinct-evidence"


def test_what_a_user_is_said_to_want_rests_on_the_user() -> None:
    said = ("I will send short reports", "with at most six columns")
    answer = answered(proposed("The user wants short reports.", *said), minimum=1)
    assert answer.reason == "speaker-mismatch"


def test_fewer_quotes_can_be_asked_for() -> None:
    candidate = proposed(SHUT, GATE[0])
    assert answered(candidate).reason == "insufficient-distinct-evidence"
    assert answered(candidate, minimum=1).admitted
