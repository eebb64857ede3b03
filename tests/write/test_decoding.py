"""A model's raw output to candidates: every shape, and never silence."""

import json

import pytest

from memassets.write.candidates import Candidate, Refusal
from memassets.write.decoding import decode

GOOD = {"gist": "The gate closes at nine.", "evidence": [{"session": "s1", "quote": "we close the gate at nine"}]}
TEXT = json.dumps(GOOD)


def kinds(raw: str) -> list[str]:
    """Claims of candidates, reasons of refusals."""
    return [found.claim if isinstance(found, Candidate) else found.reason for found in decode(raw)]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(TEXT, id="an object"),
        pytest.param(f"[{TEXT}]", id="an array"),
        pytest.param(f"```json\n[{TEXT}]\n```", id="fenced"),
        pytest.param(f"```\n{TEXT}\n```\n", id="fenced without a language"),
        pytest.param(f"Here you are [one fact]:\n{TEXT}\nDone {{really}}.", id="amid prose with brackets"),
        pytest.param(f'{{"candidates": [{TEXT}]}}', id="wrapped"),
        pytest.param(json.dumps(TEXT), id="quoted as a JSON text"),
        pytest.param(f"<think>maybe {{not}} this</think>{TEXT}", id="after a thought"),
        pytest.param(f"\ufeff{TEXT}", id="behind a byte order mark"),
    ],
)
def test_one_candidate_in_every_wrapping(raw: str) -> None:
    assert kinds(raw) == ["The gate closes at nine."]


def test_one_a_line() -> None:
    assert kinds(f"{TEXT}\n{TEXT}\n") == ["The gate closes at nine."] * 2


def test_brackets_in_a_text_do_not_end_it() -> None:
    odd = {**GOOD, "gist": 'The label reads "]}" at nine.'}
    assert kinds(f"So: [{json.dumps(odd)}]") == ['The label reads "]}" at nine.']


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "empty-output"),
        (" \n\t", "empty-output"),
        ("[]", "empty-output"),
        ('{"memories": []}', "empty-output"),
        ("Sorry, I cannot find anything worth keeping.", "refusal-text"),
        ("There is nothing new in this session.", "refusal-text"),
        ("gist: The gate closes at nine", "decode-error"),
        ('[{"gist": "The gate closes', "decode-error"),
    ],
)
def test_what_gives_no_candidate_gives_one_record(raw: str, reason: str) -> None:
    assert kinds(raw) == [reason]


@pytest.mark.parametrize(
    "change",
    [
        {"score": 1},
        {"gist": 5},
        {"gist": ""},
        {"gist": "x" * 301},
        {"body": "x" * 1501},
        {"evidence": []},
        {"evidence": "we close the gate at nine"},
        {"evidence": [{"session": "s1"}]},
        {"evidence": [{"session": "s1", "quote": "x" * 601}]},
        {"evidence": [{"session": "s1", "quote": "fine", "turn": "3"}]},
        {"evidence": [{"session": "s1", "quote": "fine", "page": 3}]},
        {"claim": "twice"},
        {"entities": "one"},
    ],
)
def test_a_bad_candidate_is_refused_alone(change: dict[str, object]) -> None:
    found = decode(json.dumps([GOOD, {**GOOD, **change}, GOOD]))
    assert [isinstance(one, Candidate) for one in found] == [True, False, True]
    assert isinstance(found[1], Refusal)
    assert (found[1].reason, found[1].rule) == ("schema", "decoding")


def test_what_was_cut_off_gives_those_before_the_cut_and_says_so() -> None:
    assert kinds(f"[{TEXT}, {TEXT[:40]}") == ["The gate closes at nine.", "decode-error"]
