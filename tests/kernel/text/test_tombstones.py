"""What is kept of a forgotten claim: it is known again in other dress, and cannot be read."""

import pytest

from memassets.kernel.text import tombstones

CLAIM = "Snapshot fixtures live in tests/legacy"
STONES = {tombstones.stone(CLAIM), tombstones.stone("Ask Ada"), tombstones.stone("The kiln reaches 1240 degrees.")}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (CLAIM, True),
        ("snapshot fixtures  live in tests/legacy.", True),
        ("Snapshot fixtures live in tests/legacy; edit them there.", True),
        ("Note: the kiln reaches 1,240 degrees, they say.", True),
        ("Snapshot fixtures do not live in tests/legacy", False),
        ("Snapshot fixtures live in tests/modern", False),
        ("The kiln reaches 1260 degrees.", False),
        ("ask ada!", True),
        ("Ask Ada about the kiln.", False),
        ("", False),
    ],
)
def test_a_claim_is_known_again(text: str, known: bool) -> None:
    assert (tombstones.stated(text, STONES) is not None) is known


def test_nothing_is_forgotten_where_there_is_no_stone() -> None:
    assert tombstones.stated(CLAIM, ()) is None
    assert tombstones.stated(CLAIM, {tombstones.stone("...")}) is None


def test_a_stone_cannot_be_read() -> None:
    assert tombstones.stone(CLAIM).startswith("6:")
    assert "snapshot" not in tombstones.stone(CLAIM).lower()
