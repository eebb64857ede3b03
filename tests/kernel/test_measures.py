from collections.abc import Sequence

import pytest

from memassets.kernel import measures


@pytest.mark.parametrize(("rank", "expected"), [(1, 1.0), (2, 0.5), (4, 0.25), (None, 0.0)])
def test_reciprocal_rank(rank: float | None, expected: float) -> None:
    assert measures.reciprocal_rank(rank) == expected


@pytest.mark.parametrize(("values", "expected"), [([], 0.0), ([1.0], 1.0), ([1.0, 0.5, 0.0], 0.5)])
def test_mean(values: Sequence[float], expected: float) -> None:
    assert measures.mean(values) == expected


@pytest.mark.parametrize(
    ("hits", "alarms", "misses", "precision", "recall", "f1"),
    [
        (0, 0, 0, 0.0, 0.0, 0.0),
        (0, 3, 2, 0.0, 0.0, 0.0),
        (4, 0, 0, 1.0, 1.0, 1.0),
        (3, 1, 1, 0.75, 0.75, 0.75),
        (1, 1, 0, 0.5, 1.0, 2 / 3),
        (1, 0, 3, 1.0, 0.25, 0.4),
    ],
)
def test_precision_recall_f1(hits: int, alarms: int, misses: int, precision: float, recall: float, f1: float) -> None:
    assert measures.precision(hits, alarms) == precision
    assert measures.recall(hits, misses) == recall
    assert measures.f1(hits, alarms, misses) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("values", "seed", "expected"),
    [
        pytest.param([], 1, (0.0, 1.0), id="nothing proves nothing"),
        pytest.param([1.0] * 36, 1, (0.9167, 1.0), id="rule of three"),
        pytest.param([1.0] * 2, 1, (0.0, 1.0), id="rule of three, few"),
        pytest.param([1.0, 1.0, 0.5, 1.0, 0.5, 1.0, 1.0, 1.0], 7, (0.6875, 1.0), id="bootstrap"),
        pytest.param([0.0] * 5, 7, (0.0, 0.0), id="all wrong"),
    ],
)
def test_interval(values: Sequence[float], seed: int, expected: tuple[float, float]) -> None:
    assert measures.interval(values, seed) == expected
