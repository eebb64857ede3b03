import itertools

import orjson
import pytest

from memassets.kernel import fixtures
from memassets.read import topics
from tests.read.vocabulary import CONTENT, VOCABULARY


def test_one_row_a_frame_and_a_number_where_object_or_tail_has_one() -> None:
    found = topics.topics(CONTENT)
    assert found.select("topic", "anchor", "numeric").rows() == [
        ("backup", "job", True),
        ("backup", "drill", False),
        ("queue", "topic", True),
    ]
    assert found["things"].to_list() == [["ledger", "roster"], ["ledger", "roster"], ["pallet"]]


def test_the_words_beside_the_frames() -> None:
    found = topics.words(CONTENT)
    assert (found.syllables, found.types) == (("bor", "nal", "tev"), ("semantic", "episodic"))
    assert found.circumstances == ((("{a} the audit", ("before", "after")),),)


@pytest.mark.parametrize("lost", ["syllables", "bodies", "circumstances"])
def test_a_vocabulary_that_lacks_a_part_is_an_error(lost: str) -> None:
    with pytest.raises(KeyError, match=lost):
        topics.words(orjson.dumps({name: part for name, part in VOCABULARY.items() if name != lost}))


def test_the_topics_that_are_shipped_share_no_thing() -> None:
    found = topics.topics(fixtures.content(topics.FIXTURE)).unique("topic").select("topic", "things").rows()
    assert len(found) == 12
    for (_, one), (_, other) in itertools.combinations(found, 2):
        assert set(one).isdisjoint(other)
