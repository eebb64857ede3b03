import polars as pl
import pytest

from memassets.kernel import policy
from memassets.kernel.text import qualifiers
from memassets.read import facts, probes, topics
from tests.read.vocabulary import CONTENT

WORDS = topics.words(CONTENT)
FACTS = facts.facts(topics.topics(CONTENT), WORDS, 1, 24)


def test_a_target_is_asked_for_once_a_tier_from_each_cell_in_turn() -> None:
    found = probes.probes(FACTS, 6, WORDS.synonyms)
    assert found["tier"].to_list() == ["content", "paraphrase", "hard"] * 6
    assert found["probe"].unique(maintain_order=True).to_list() == [f"p00{place}" for place in range(1, 7)]
    cells = found.unique("probe", maintain_order=True).select("polarity", "numeric").rows()
    assert cells[:4] == [("affirmative", False), ("affirmative", True), ("negative", False), ("negative", True)]
    assert cells[4:] == cells[:2]


def test_no_archived_row_is_asked_for() -> None:
    archived = FACTS.with_columns(status=pl.lit("archived"))
    assert probes.probes(archived, 6, WORDS.synonyms).height == 0
    active = FACTS.filter(pl.col("status") == "active")["id"]
    assert probes.probes(FACTS, 100, WORDS.synonyms)["target"].is_in(active.to_list()).all()


@pytest.mark.parametrize(
    ("gist", "query"),
    [
        ("The job does not copy 3 legacy tables", "job not copy 3 legacy tables"),
        ("The job does not only copy tables", "job not only copy tables"),
        ("Nobody holds the lock without a lease", "nobody holds lock without lease"),
        ("It was on 07:30", "on 7 30"),
    ],
)
def test_a_query_drops_stop_words_and_never_what_discriminates(gist: str, query: str) -> None:
    assert probes.content_query(gist) == query


def test_what_discriminates_takes_no_room() -> None:
    filler = " ".join(f"word{chr(97 + place)}" for place in range(policy.QUERY_WORDS + 3))
    assert probes.content_query(f"{filler} not 7 beta").split()[-3:] == ["not", "7", "beta"]
    assert len(probes.content_query(f"{filler} not 7 beta").split()) == policy.QUERY_WORDS + 3


def test_a_qualifier_that_nobody_knows_is_cut_like_any_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qualifiers, "QUALIFIERS", frozenset())
    filler = " ".join(f"word{chr(97 + place)}" for place in range(policy.QUERY_WORDS))
    assert "beta" not in probes.content_query(f"{filler} beta")


def test_the_hard_tier_says_it_in_other_words() -> None:
    asked = probes.hard_query("The job does not copy 42 production tables, 100 a day", {"production": "prod"})
    assert asked == "the job doesn't copy forty-two prod tables, 100 a day"
    assert [probes.in_words(n) for n in ("0", "13", "20", "21", "99", "100")] == [
        "zero",
        "thirteen",
        "twenty",
        "twenty-one",
        "ninety-nine",
        "100",
    ]
