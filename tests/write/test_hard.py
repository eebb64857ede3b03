"""The seeded variants: the same for the same seed, each labelled, and none alike."""

import orjson
import polars as pl
import pytest

from memassets.kernel import policy
from memassets.write.candidates import candidates
from memassets.write.sessions import corpus as transcripts
from tests.write.gate import corpus, talk

LINE = {
    "id": "k1",
    "label": "write",
    "candidate": {
        "gist": "The keel is 4 metres long.",
        "evidence": [
            {"session": "s1", "quote": "the keel isn't over 4 metres", "turn": 1},
            {"session": "s1", "quote": "4 metres of keel, then", "turn": 2},
        ],
    },
}
TURNS = talk(
    "I am sure the keel isn't over 4 metres in length.",
    ("assistant", "So 4 metres of keel, then, and I order the timber today."),
    {"text": "Look up the price of oak planks for the keel.", "sidechain": True},
    {"text": "Every night, report how much timber is left.", "origin": "scheduled"},
)


def grown(seed: int, rounds: int = 4) -> pl.DataFrame:
    return candidates(orjson.dumps(LINE), TURNS, seed=seed, rounds=rounds)


def test_the_same_seed_gives_the_same_variants_and_another_gives_others() -> None:
    assert grown(1).equals(grown(1))
    assert not grown(1).equals(grown(2))


def test_more_rounds_only_add() -> None:
    assert set(grown(1, rounds=2)["content"]) < set(grown(1, rounds=5)["content"])
    assert grown(1, rounds=0)["tier"].to_list() == ["labelled"]


def test_ids_and_contents_are_all_different_and_each_refusal_has_its_reason() -> None:
    found = corpus()
    hard = found.filter(pl.col("tier") == "hard")
    assert hard.height >= 1000
    assert found["id"].n_unique() == found["content"].n_unique() == found.height
    assert found.filter((pl.col("label") == "refuse") != pl.col("expected").is_not_null()).is_empty()
    assert set(hard["label"]) == {"write", "refuse"}


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ("letter", "quote-not-in-transcript"),
        ("dropped-word", "quote-not-in-transcript"),
        ("digit", "quote-not-in-transcript"),
        ("dropped-not", "quote-not-in-transcript"),
        ("glued", "stitched-quote"),
        ("reversed", "fragments-out-of-order"),
        ("sidechain", "sidechain-source"),
        ("program", "non-conversational-source"),
        ("miscounted", "ungrounded-token"),
    ],
)
def test_every_kind_of_edit_is_drawn_for_the_labelled_corpus(edit: str, reason: str) -> None:
    rows = corpus().filter(pl.col("id").str.contains(f" {edit} ", literal=True))
    assert rows.height >= 3
    assert set(rows["expected"]) == {reason}


def test_an_edit_that_keeps_a_candidate_keeps_its_reason() -> None:
    found = corpus().filter(pl.col("id").str.starts_with("r17 "))
    assert set(found["expected"]) == {"speaker-mismatch"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "line 1: not JSON"),
        (b'{"id": "a", "label": "write"}', "one of `candidate` and `raw`"),
        (b'{"id": "a", "raw": "", "label": "refuse"}', "neither labelled"),
        (b'{"id": "a", "raw": "", "label": "keep"}', "neither labelled"),
        (b'{"id": "a", "raw": "x", "label": "write"}\n{"id": "a", "raw": "y", "label": "write"}', "called 'a'"),
    ],
)
def test_a_line_that_is_no_labelled_candidate_is_named(content: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=r"write/candidates\.jsonl") as wrong:
        candidates(content, transcripts(), seed=1, rounds=policy.WRITE_HARD_ROUNDS)
    assert said in str(wrong.value)
