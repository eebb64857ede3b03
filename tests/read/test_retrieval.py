from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel.ports import Vectors
from memassets.read import retrieval
from memassets.read.retrieval import Index

GISTS = [
    "The pump starts at noon",
    "The pump does not start at noon",
    "The lid is open",
    "The lid is open",
    "Tea is hot",
]


def index(gists: Sequence[str] = GISTS) -> Index:
    return Index(gists, [""] * len(gists), FakeEmbedder())


class Blind:
    """An embedder to which every text is the same."""

    id = "blind"

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        return np.ones((len(texts), 1), np.float32)


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [([], []), ([0.5], [1]), ([0.1, 0.9, 0.5], [3, 1, 2]), ([1, 2, 2, 0, 2], [4, 1, 1, 5, 1]), ([0, 0], [1, 1])],
)
def test_equal_scores_share_the_best_of_their_ranks(scores: list[float], ranks: list[float]) -> None:
    assert retrieval.shared_ranks(np.asarray(scores, np.float32)).tolist() == ranks


def test_fusion_is_the_sum_of_reciprocal_ranks_of_what_was_returned() -> None:
    fused = retrieval.fuse([np.asarray([3.0, 2.0, 0.0, 2.0]), np.asarray([0.0, 0.9, 0.8, -0.1])])
    expected = [1 / 61, 1 / 62 + 1 / 61, 1 / 62, 1 / 62]
    assert fused.tolist() == [round(value, 12) for value in expected]


def test_an_arm_goes_no_deeper_than_its_depth_and_cuts_no_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "_ARM_DEPTH_ROWS", 2)
    assert np.count_nonzero(retrieval.fuse([np.asarray([5.0, 4.0, 3.0])])) == 2
    assert np.count_nonzero(retrieval.fuse([np.asarray([5.0, 4.0, 4.0, 3.0])])) == 3


def test_equal_rows_stay_tied_and_what_differs_is_put_in_order() -> None:
    (found,) = index().ask(["does the pump not start at noon"])
    assert found.rank[1] == 1 < found.rank[0]
    (found,) = index().ask(["open lid"])
    assert found.rank[[2, 3]].tolist() == [1, 1]
    assert np.isnan(found.rank[4])
    assert found.order.tolist()[:2] in ([2, 3], [3, 2])


def test_the_ranks_are_those_of_any_other_order_of_rows() -> None:
    queries = ["the pump at noon", "lid or pump", "tea"]
    for found, turned in zip(index().ask(queries), index(GISTS[::-1]).ask(queries), strict=True):
        assert np.array_equal(found.rank, turned.rank[::-1], equal_nan=True)
        assert [GISTS[row] for row in found.order] == [GISTS[::-1][row] for row in turned.order]
        assert not found.moved


def test_an_arm_that_tells_nothing_is_named() -> None:
    (found,) = Index(GISTS, [""] * len(GISTS), Blind()).ask(["the pump at noon"])
    assert found.degraded == ("vector",)
    (found,) = index().ask(["zeppelin"])
    assert found.degraded == ("lexical", "vector", "fusion")
