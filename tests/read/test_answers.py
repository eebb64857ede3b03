"""One query, answered from memories as a caller hands them in."""

import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.read.answers import Answer, Row, answer

OLD, NEW = "2026-01-04T00:00:00Z", "2026-05-20T00:00:00Z"


def asked(query: str, *rows: Row, scope: str | None = None, count: int | None = None) -> Answer:
    return answer(query, rows, FakeEmbedder(), scope=scope, count=count)


def ids(found: Answer) -> list[tuple[str, int]]:
    return [(name, rank) for name, rank, _ in found.ranking]


@pytest.mark.parametrize(
    ("query", "old", "new"),
    [
        ("does the user drink coffee", "Drinks no coffee", "Started drinking coffee again in May"),
        ("does the user drink coffee", "Drinks coffee", "Stopped drinking coffee in May"),
        ("is the night build signed", "The night build is not signed", "Since May the night build has been signed"),
        ("is the billing cache enabled", "The billing cache is enabled", "The billing cache was disabled in May"),
    ],
)
def test_asked_whether_it_is_so_the_newer_of_two_that_conflict_comes_first(query: str, old: str, new: str) -> None:
    rows = Row("o", old, created=OLD), Row("n", new, created=NEW), Row("x", "Tea is at four", created=NEW)
    for found in (asked(query, *rows), asked(query, *reversed(rows))):
        assert ids(found)[:2] == [("n", 1), ("o", 2)]
        assert found.conflicts == (("o", "n"),)


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        ("eats meat", "Eats meat", "Eats no meat"),  # asks for a fact, not whether
        ("does Ada eat meat", "Ada eats meat", "Bo eats no meat"),
        ("does the user eat meat", "Eats meat", "Eats no fish"),
        ("does the legacy api need keys", "The legacy api needs keys", "The api needs no keys"),
        ("is port 80 open", "Port 80 is open", "Port 90 is not open"),
    ],
)
def test_what_does_not_conflict(query: str, one: str, other: str) -> None:
    assert asked(query, Row("a", one, created=OLD), Row("b", other, created=NEW)).conflicts == ()


def test_without_times_the_words_decide_and_the_conflict_is_named() -> None:
    rows = Row("n", "Two-step login is enabled for guests"), Row("t", "Two-step login is disabled for guests")
    found = asked("is two-step login disabled for guests", *rows)
    assert ids(found) == [("t", 1), ("n", 2)]
    assert found.conflicts == (("t", "n"),)


def test_a_memory_of_another_scope_is_kept_out_and_so_is_what_it_superseded() -> None:
    rows = (
        Row("old", "The build needs the linker", status="superseded", scope="general"),
        Row("arm", "The build needs the linker on arm", scope="arm64"),
        Row("all", "The build needs a compiler", scope="general"),
        Row("x86", "The build needs no linker", scope="x86"),
    )
    found = asked("does the build need the linker", *rows, scope="x86")
    assert (sorted(name for name, _ in ids(found)), found.excluded) == (["all", "x86"], ("old", "arm"))
    assert "arm" in dict(ids(asked("does the build need the linker", *rows)))


def test_copies_count_once_and_the_newest_stands_for_them() -> None:
    rows = (
        Row("d1", "Likes rye bread", created=OLD),
        Row("d2", "likes  rye bread.", created=NEW),
        Row("d3", "Likes rye bread", body="Said on a walk"),
        Row("t", "Bakes sourdough on Sundays"),
        Row("x", "Tokens live for one hour"),
    )
    found = asked("bread preference", *rows, count=4)
    assert found.copies == {"d2": ("d1",)}
    assert sorted(ids(found)[:2]) == [("d2", 1), ("d3", 1)]
    assert found.ranking[2:] == (("t", 3, 0.0), ("x", 3, 0.0))
    assert len(asked("bread preference", *rows).ranking) == 2
    assert len(asked("bread preference", *rows, count=1).ranking) == 1


def test_a_sign_is_no_copy() -> None:
    assert asked("delta", Row("a", "The delta is -5"), Row("b", "The delta is 5")).copies == {}


def test_a_query_that_meets_nothing_abstains() -> None:
    assert asked("violet hedgehog", Row("a", "Retries back off")).abstain
    assert not asked("what did Noor plant", Row("a", "Noor planted two pear trees")).abstain
