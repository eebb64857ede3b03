import pytest

from memassets.kernel.draw import Draw


def test_a_seed_gives_one_stream_for_ever() -> None:
    draw = Draw(20260802)
    assert [draw.below(100) for _ in range(8)] == [51, 43, 73, 94, 97, 43, 7, 77]
    assert draw.choice("abc") == "b"
    assert draw.shuffled(range(6)) == [2, 1, 5, 4, 3, 0]
    assert [Draw(0).below(1000) for _ in range(2)] == [271, 271]


@pytest.mark.parametrize("bound", [1, 2, 7, 100])
def test_draws_stay_below_their_bound_and_reach_all_of_it(bound: int) -> None:
    draw = Draw(3)
    assert {draw.below(bound) for _ in range(20 * bound + 20)} == set(range(bound))


def test_a_shuffle_keeps_every_item_and_leaves_the_given_ones() -> None:
    items = [3, 1, 1, 2]
    assert sorted(Draw(1).shuffled(items)) == [1, 1, 2, 3]
    assert items == [3, 1, 1, 2]
    assert Draw(1).shuffled([]) == []


def test_every_order_comes_up() -> None:
    draw = Draw(5)
    assert len({tuple(draw.shuffled("abc")) for _ in range(100)}) == 6
