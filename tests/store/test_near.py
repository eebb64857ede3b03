"""Near-duplicates and the contradictions among them, against comparing each with each."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassets.kernel import fixtures, policy
from memassets.kernel.text import claim
from memassets.store import contradictions, memories, near
from tests.store.vaults import memory, vault

WORDS = "kiln lid clay glaze shelf fires cools cracks red blue hot cold all some days hours 3 5 not".split()


def alike(one: str, other: str) -> bool:
    a, b = claim.read(one), claim.read(other)
    return a.signature == b.signature or claim.jaccard(a, b) >= policy.NEAR_JACCARD


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), max_size=12))
def test_the_pairs_are_those_of_comparing_each_with_each(gists: list[str]) -> None:
    expected = {(a, b) for a, b in itertools.combinations(range(len(gists)), 2) if alike(gists[a], gists[b])}
    found = [(a, b) for a, b in near.near_pairs(gists).tolist()]
    assert set(found) == expected
    assert found == sorted(found, key=lambda pair: pair[::-1])


def test_words_that_stand_in_many_texts_hide_no_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "SET_CAP_ROWS", 2)
    common = [f"{word} north shed door bench" for word in "kiln lid clay glaze shelf".split() * 3]
    gists = ["kiln lid clay glaze shelf", *common, "shelf glaze clay lid kiln door"]
    assert [0, len(gists) - 1] in near.near_pairs(gists).tolist()


def test_a_series_is_paired_with_the_rows_before_it_and_not_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "SET_CAP_ROWS", 3)
    found = near.near_pairs([f"The kiln cools for {n} days." for n in range(40)]).tolist()
    assert found == [[one, other] for other in range(40) for one in range(max(0, other - 3), other)]


def test_there_is_no_pair_in_no_text() -> None:
    assert near.near_pairs([]).tolist() == []


def test_the_sample_vault_holds_the_two_contradictions_planted_in_it() -> None:
    held = memories.memories(fixtures.root() / "vault")
    found = contradictions.contradictions(memories.active(held))
    assert {frozenset((pair.one, pair.other)) for pair in found} == {
        frozenset(("services/seat-hold-manual-only.html", "services/seat-hold-retry.md")),
        frozenset(("services/stowplan-lanes-four.md", "services/stowplan-lanes-six.html")),
    }


@pytest.mark.parametrize(
    ("one", "other", "family"),
    [
        ("The lid is glazed twice before firing.", "The lid is not glazed twice before firing.", "negation"),
        ("The kiln cools for 3 days after a firing.", "The kiln cools for 5 days after a firing.", "numeric"),
        (
            "The north shed kiln door beside the loft stairs is open at night.",
            "The north shed kiln door beside the loft stairs is closed at night.",
            "opposite",
        ),
        ("The lid is open at night.", "The lid is closed at night.", "opposite"),
        ("The lid is not open at night.", "The lid is not closed at night.", "opposite"),
        ("The lid is open at night.", "The lid is not closed at night.", None),
        ("The lid opens before the glaze.", "The shelf opens after the glaze.", None),
        ("The lid is always glazed twice before firing.", "The lid is not glazed twice before firing.", "negation"),
        (
            "The kiln of Torve fires the shelf of clay twice before the market in May.",
            "The kiln of Pelke does not fire the shelf of clay twice before the market in May.",
            None,
        ),
        ("The kiln door is open.", "The kiln door is closed.", "opposite"),
        ("Mara likes the red glaze.", "Mara dislikes the red glaze.", "opposite"),
        ("Firings start before noon.", "Firings start after noon.", "opposite"),
        ("The kiln cools for 3 days.", "The kiln cools for 3 hours.", "unit"),
        ("The alarm waits 30 s.", "The alarm waits 30 ms.", "unit"),
        ("All shelves are full.", "Some shelves are full.", "quantifier"),
        ("The lid always sticks.", "The lid sometimes sticks.", "quantifier"),
        ("Most pots crack.", "Few pots crack.", "quantifier"),
        ("The kiln cools for 3 days.", "The kiln cools for 72 hours.", None),
        ("All shelves are full.", "Every shelf is full.", None),
        ("Firings start hot in the morning.", "Firings start cold in the evening.", None),
        ("All doors are open.", "Some doors are closed at noon.", None),
        ("The kiln of Mara is red.", "The kiln of Jonas is red.", None),
        ("The kiln cools for 3 days.", "The kiln cools for three days.", None),
        ("The kiln cools for 3 days.", "The beta kiln cools for 5 days.", None),
    ],
)
def test_what_contradicts(one: str, other: str, family: str | None, tmp_path: Path) -> None:
    root = vault(tmp_path, {"a.md": memory(one), "b.md": memory(other)})
    found = contradictions.contradictions(memories.active(memories.memories(root)))
    assert [pair.family for pair in found] == ([family] if family else [])


def test_other_scopes_do_not_contradict(tmp_path: Path) -> None:
    files = {
        "a.md": memory("The kiln cools for 3 days.", scope="north"),
        "b.md": memory("The kiln cools for 5 days.", scope="south"),
    }
    assert contradictions.contradictions(memories.active(memories.memories(vault(tmp_path, files)))) == []


def test_a_series_in_which_each_contradicts_each_does_not_cost_its_square(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "SET_CAP_ROWS", 2)
    files = {f"{place}.md": memory(f"The lid is {'closed' if place % 2 else 'open'}.") for place in range(8)}
    found = contradictions.contradictions(memories.active(memories.memories(vault(tmp_path, files))))
    assert [(pair.one, pair.other) for pair in found] == [(f"{at}.md", f"{at + 1}.md") for at in range(7)]
