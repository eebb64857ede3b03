"""Every flip that the read path can make, the merge path vetoes."""

import pytest

from memassets.kernel import fixtures
from memassets.merge import vetoes
from memassets.merge.members import Member
from memassets.read import facts, probes, topics, twins

SEEDS = range(1, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_twin_of_a_seeded_corpus_is_vetoed(seed: int) -> None:
    content = fixtures.content(topics.FIXTURE)
    words = topics.words(content)
    corpus = facts.facts(topics.topics(content), words, seed, 160)
    asked = probes.probes(corpus, 120, words.synonyms)
    targets = {row["id"]: row for row in corpus.to_dicts()}
    kept = twins.twins(corpus, asked).filter("kept")
    assert kept.height > 250
    folded = []
    for twin in kept.to_dicts():
        target = targets[twin["target"]]
        one = Member(target["id"], target["gist"], target["body"], target["type"])
        other = Member(twin["id"], twin["gist"], twin["body"], twin["type"])
        if vetoes.objection(one, other) is None or vetoes.objection(other, one) is None:
            folded.append((twin["family"], target["gist"], twin["gist"]))
        assert vetoes.objection(one, Member("copy", target["gist"], target["body"], target["type"])) is None
    assert folded == []
