"""The lexical arm against its formula, written out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassets.kernel import policy
from memassets.kernel.text import normal
from memassets.read.bm25 import Bm25

TOKENS = st.lists(st.sampled_from("kiln lid not 3 glaze the of red".split()), max_size=8).map(tuple)


def by_the_formula(documents: list[tuple[str, ...]], query: tuple[str, ...]) -> list[float]:
    """Robertson and Zaragoza's BM25 with Lucene's idf, term by term."""
    kept = [[token for token in tokens if token not in normal.STOP_WORDS] for tokens in documents]
    mean = sum(map(len, kept)) / len(kept) if kept else 1.0
    scores = []
    for tokens in kept:
        score = 0.0
        for term in dict.fromkeys(query):
            holding = sum(term in other for other in kept)
            if term in tokens and term not in normal.STOP_WORDS:
                idf = math.log(1 + (len(kept) - holding + 0.5) / (holding + 0.5))
                norm = 1 - policy.BM25_B + policy.BM25_B * len(tokens) / mean
                score += idf * tokens.count(term) / (tokens.count(term) + policy.BM25_K1 * norm)
        scores.append(score)
    return scores


@given(st.lists(TOKENS, min_size=1, max_size=6), TOKENS)
def test_the_scores_are_those_of_the_formula(documents: list[tuple[str, ...]], query: tuple[str, ...]) -> None:
    assert Bm25(documents).scores(query).tolist() == pytest.approx(by_the_formula(documents, query), abs=1e-5)


def test_cues_and_one_character_numbers_count_and_stop_words_do_not() -> None:
    index = Bm25([("the", "lid", "is", "not", "red"), ("the", "lid", "is", "red"), ("3", "lids")])
    assert index.scores(("not",)).argmax() == 0
    assert index.scores(("3",)).argmax() == 2
    assert index.scores(("the", "is")).tolist() == [0.0, 0.0, 0.0]
    assert index.scores(("unheard",)).tolist() == [0.0, 0.0, 0.0]
