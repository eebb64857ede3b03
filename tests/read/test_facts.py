from dataclasses import replace

import polars as pl
import pytest

from memassets.kernel import digests
from memassets.read import facts, topics
from tests.read.vocabulary import CONTENT

FRAMES, WORDS = topics.topics(CONTENT), topics.words(CONTENT)


def grown(seed: int = 1, size: int = 48) -> pl.DataFrame:
    return facts.facts(FRAMES, WORDS, seed, size)


def test_a_seed_gives_one_table_on_every_machine() -> None:
    assert digests.of_frame(grown()) == "54a3a58f955d36e5"
    assert not grown(seed=2).equals(grown())


def test_what_a_fact_says() -> None:
    first = grown(size=1).row(0, named=True)
    assert first["gist"] == "The Nalborel drill is part of the ledger runbook after the audit"
    assert first["paraphrase"] == "after the audit: of the ledger runbook the drill of Nalborel is part"
    assert first["created"] == "2026-01-05T08:00:00Z"


def test_half_are_negative_half_carry_a_number_and_every_fourth_number_is_short() -> None:
    active = grown().filter(pl.col("status") == "active")
    assert active.group_by("polarity", "numeric").len()["len"].to_list() == [12] * 4
    for row in active.iter_rows(named=True):
        assert (" not " in row["gist"]) is (row["polarity"] == "negative")
        assert any(character.isdigit() for character in row["gist"]) is row["numeric"]
    numbers = active.filter("numeric")["gist"].str.extract(r"(\d+)").cast(pl.Int64)
    assert numbers.is_between(2, 89).all()
    assert (numbers < 10).sum() >= 12 // 4


def test_archived_rows_are_older_copies_under_other_ids() -> None:
    found = grown()
    active, archived = found.partition_by("status", maintain_order=True)
    assert (active.height, archived.height, found["id"].n_unique()) == (48, 12, 60)
    pairs = archived.join(active, on="gist", suffix="_active")
    assert pairs.height == 12
    assert (pairs["created"] < pairs["created_active"]).all()


def test_no_two_services_share_a_name_however_few_the_syllables() -> None:
    few = facts.facts(FRAMES, replace(WORDS, syllables=("bor",), endings=("a",)), 1, 48)
    assert few.filter(pl.col("status") == "active")["title"].n_unique() == 48


def test_a_frame_without_the_verb_it_needs_is_an_error() -> None:
    with pytest.raises(KeyError, match="bare"):
        facts.facts(FRAMES.drop("bare"), WORDS, 1, 4)
