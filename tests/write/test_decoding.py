"""A model's raw output in every shape it comes in, and what is said of what cannot be read."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassets.write.decoding import decode
from memassets.write.proposals import Candidate, Refusal, candidate

ONE = {"gist": "Ropes {coiled} [left]", "evidence": [{"session": "s1", "quote": 'coil it "left" ] } always'}]}
TWO = {"claim": "Ropes are wet", "evidence": [{"session": "s1", "quote": "the ropes are wet"}]}
BAD = {"gist": "Ropes", "evidence": []}


def text(value: object) -> str:
    return orjson.dumps(value).decode()


def found(raw: str) -> list[str]:
    """The claim of each candidate, the reason of each refusal."""
    return [one.claim if isinstance(one, Candidate) else one.reason for one in decode(raw)]


SHAPES = {
    "array": text([ONE]),
    "object": text(ONE),
    "indented": orjson.dumps([ONE], option=orjson.OPT_INDENT_2).decode(),
    "fenced": f"Here you go:\n```json\n{text([ONE])}\n```\nBye.",
    "fence without a language": f"```\n{text(ONE)}\n```",
    "amid prose": f"I kept [one] of {{two}}: {text([ONE])} and that [is] it.",
    "wrapped": text({"candidates": [ONE]}),
    "wrapped otherwise": text({"memories": [ONE]}),
    "quoted as JSON text": text(text([ONE])),
    "byte order mark": "\ufeff" + text([ONE]),
    "after a thought": f"<think>maybe {text(TWO)} no</think>{text([ONE])}",
    "raw newlines in a string": text([ONE]).replace(" left", "\nleft"),
    "white space around": f"\n\n  {text([ONE])}\n ",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_its_candidate(shape: str) -> None:
    assert found(SHAPES[shape]) == [ONE["gist"]]


@pytest.mark.parametrize(
    "raw",
    [
        text([ONE, TWO]),
        f"{text(ONE)}\n{text(TWO)}",
        f"First:\n```json\n{text(ONE)}\n```\nSecond:\n```json\n{text(TWO)}\n```",
    ],
)
def test_two_candidates_are_two(raw: str) -> None:
    assert found(raw) == [ONE["gist"], "Ropes are wet"]


def test_a_bad_candidate_is_refused_alone_and_in_its_place() -> None:
    assert found(text([ONE, BAD, TWO, 7, "text"])) == [ONE["gist"], "schema", "Ropes are wet", "schema", "schema"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", ["empty-output"]),
        (" \n\t", ["empty-output"]),
        ("[]", ["empty-output"]),
        ("```json\n[]\n```", ["empty-output"]),
        ("{}", ["empty-output"]),
        ('{"memories": []}', ["empty-output"]),
        ("<think>nothing here</think>", ["empty-output"]),
        ("I cannot find anything to remember.", ["refusal-text"]),
        ("There are no new memories in this chat.", ["refusal-text"]),
        ("Sorry, I can’t help with that.", ["refusal-text"]),
        ("Ropes are coiled to the left.", ["decode-error"]),
        ('[{"gist": "Ropes", "evidence": [', ["decode-error"]),
        ('{"gist": NaN, "evidence": []}', ["decode-error"]),
        ("[" * 100_000, ["decode-error"]),
        ('[{"gist": ' * 50_000, ["decode-error"]),
        ("null", ["decode-error"]),
        ("42", ["decode-error"]),
    ],
)
def test_what_holds_no_candidate_is_one_record(raw: str, expected: list[str]) -> None:
    assert found(raw) == expected


def test_an_output_that_was_cut_off_keeps_what_stands_before_the_cut() -> None:
    whole = text([ONE, TWO])
    assert found(whole[:-30]) == [ONE["gist"], "decode-error"]


def test_a_broken_candidate_amid_good_ones_costs_only_itself() -> None:
    raw = f'[{text(ONE)}, {{"gist": "Ropes", "evidence": oops}}, {text(TWO)}]'
    assert found(raw) == [ONE["gist"], "Ropes are wet", "decode-error"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({**ONE, "confidence": 1}, "unknown key `confidence`"),
        ({"evidence": ONE["evidence"]}, "one of `gist` and `claim`"),
        ({**ONE, "claim": "x"}, "one of `gist` and `claim`"),
        ({**ONE, "gist": 3}, "`gist` is no text"),
        ({**ONE, "gist": ""}, "0 characters"),
        ({**ONE, "gist": "x" * 301}, "301 characters"),
        ({**ONE, "body": "x" * 1501}, "1501 characters"),
        ({**ONE, "body": None}, "`body` is no text"),
        ({**ONE, "entities": "Odd"}, "`entities` is no list of texts"),
        ({**ONE, "evidence": {}}, "`evidence` is no list of quotes"),
        ({**ONE, "evidence": ["x"]}, "a quote is a JSON str"),
        ({**ONE, "evidence": [{"quote": "x"}]}, "`session` of a quote is no text"),
        ({**ONE, "evidence": [{"session": "s", "quote": ""}]}, "`quote` is no text of 1 to 600"),
        ({**ONE, "evidence": [{"session": "s", "quote": "x" * 601}]}, "`quote` is no text of 1 to 600"),
        ({**ONE, "evidence": [{"session": "s", "quote": "x", "turn": True}]}, "`turn` of a quote"),
        ({**ONE, "evidence": [{"session": "s", "quote": "x", "page": 1}]}, "unknown key `page` in a quote"),
    ],
)
def test_what_is_wrong_with_a_shape_is_said(value: dict[str, object], said: str) -> None:
    (refused,) = decode(text([value]))
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.reason) == ("decoding", "schema")
    assert said in refused.detail


def test_the_longest_texts_fit() -> None:
    quote = {"session": "s", "quote": "x" * 600}
    assert found(text({"gist": "x" * 300, "body": "y" * 1500, "evidence": [quote]})) == ["x" * 300]


def test_a_key_that_stands_twice_is_refused() -> None:
    (refused,) = decode('{"gist": "a", "gist": "b", "evidence": [{"session": "s", "quote": "q"}]}')
    assert isinstance(refused, Refusal)
    assert refused.reason == "schema"


def test_a_thought_in_a_quote_is_part_of_it() -> None:
    quote = {"session": "s", "quote": "it printed <think>x</think> twice"}
    (kept,) = decode(text({"gist": "Ropes", "evidence": [quote]}))
    assert isinstance(kept, Candidate)
    assert kept.evidence[0].quote == "it printed <think>x</think> twice"


@pytest.mark.parametrize("value", ['"\\ud800"', "1" * 30, "[" * 300 + "]" * 300])
def test_what_json_cannot_keep_is_refused_and_no_error(value: str) -> None:
    raw = f'{{"gist": "Ropes", "body": {value}, "evidence": [{{"session": "s", "quote": "the ropes are wet"}}]}}'
    assert found(raw) == ["schema"]


def test_a_thought_without_an_end_costs_no_more_than_its_length() -> None:
    assert found("<think>" * 300_000) == ["decode-error"]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.text(alphabet=st.sampled_from(list('{}[]",:\\ \n`gist evidence<think>0-'))) | st.text())
def test_no_output_is_an_error_or_gives_silence(raw: str) -> None:
    assert decode(raw)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["gist", "evidence", "session", "quote", "turn", "body", "x"]), inner)
        ),
    )
)
def test_no_value_is_an_error(value: object) -> None:
    assert isinstance(candidate(value), Candidate | Refusal)


def test_a_secret_in_an_output_is_not_shown() -> None:
    (refused,) = decode("The key is AKIAQ7XEXAMPLE4WZK2J")
    assert isinstance(refused, Refusal)
    assert "AKIA" not in refused.detail
