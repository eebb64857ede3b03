"""The pairs above a cosine, against comparing each with each."""

from collections.abc import Iterator

import numpy as np
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.backends.static_embedder import normalised
from memassets.kernel.ports import Vectors
from memassets.store import cosines

THRESHOLD = 0.92
ROWS = 1500


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds of many rows, of few."""
    monkeypatch.setattr(cosines, "_FEW_ROWS", 100)
    monkeypatch.setattr(cosines, "_SAMPLE_ROWS", 800)
    monkeypatch.setattr(cosines, "_TILE_COLUMNS", 700)


def grouped(rows: int = ROWS) -> Vectors:
    """Groups of three in 128 dimensions, from nearly equal to far apart, some rows twice, some without a word."""
    random = np.random.default_rng(1)
    centres = normalised(random.standard_normal((rows // 3, 128)).astype(np.float32))
    noise = normalised(random.standard_normal((rows, 128)).astype(np.float32))
    vectors = centres[np.arange(rows) % len(centres)] + random.uniform(0.1, 0.9, (rows, 1)).astype(np.float32) * noise
    vectors[7] = vectors[8]
    vectors[[30, 90]] = 0
    return normalised(vectors)


def worded() -> Vectors:
    """The fake embedder's: sparse, in 1,024 dimensions, with cosines that are ratios of small numbers."""
    random = np.random.default_rng(2)
    words = [f"w{n}" for n in range(60)]
    texts = [" ".join(random.choice(words[:12] if n % 3 else words, 9)) for n in range(ROWS)]
    return FakeEmbedder().embed(texts, "document")


def expected(vectors: Vectors) -> set[tuple[int, int]]:
    whole = np.round(vectors.astype(np.float64) @ vectors.T.astype(np.float64), 6)
    return set(zip(*(places.tolist() for places in np.nonzero(np.triu(whole > THRESHOLD, k=1))), strict=True))


def found(vectors: Vectors) -> set[tuple[int, int]]:
    pairs = cosines.pairs_above(vectors, THRESHOLD)
    assert len(set(zip(pairs.first.tolist(), pairs.other.tolist(), strict=True))) == len(pairs.first)
    return set(zip(pairs.first.tolist(), pairs.other.tolist(), strict=True))


@pytest.mark.parametrize("vectors", [grouped(), worded()], ids=["grouped", "worded"])
def test_the_pairs_are_those_of_comparing_each_with_each(vectors: Vectors) -> None:
    assert cosines._bounding(vectors, THRESHOLD).shape[1] < vectors.shape[1]
    assert len(expected(vectors)) > 100
    assert found(vectors) == expected(vectors)


def test_a_bound_that_leaves_a_part_out_loses_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, whole = grouped(), cosines._on
    monkeypatch.setattr(cosines, "_on", lambda axes, rows: whole(axes, rows)[:, :-1])
    assert found(vectors) < expected(vectors)


def test_axes_that_bound_nothing_cost_time_and_no_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = grouped()
    monkeypatch.setattr(cosines, "_cost", lambda bounds, dimensions, threshold: float(bounds.shape[1]))
    monkeypatch.setattr(cosines, "_WIDTHS", (2,))
    assert cosines._bounding(vectors, THRESHOLD).shape[1] == 3
    assert found(vectors) == expected(vectors)


def test_vectors_that_no_axes_tell_apart_are_compared_whole() -> None:
    series = grouped()[np.zeros(ROWS, np.int64)]
    assert cosines._bounding(series, THRESHOLD).shape == series.shape
    assert len(cosines.pairs_above(series, THRESHOLD).first) == ROWS * (ROWS - 1) // 2


def _tiles() -> Iterator[tuple[int, int]]:
    yield from ((64, 64), (512, 4096), (97, 1001))


def test_the_answer_is_the_same_to_the_bit_however_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = set()
    for rows, columns in _tiles():
        monkeypatch.setattr(cosines, "_TILE_ROWS", rows)
        monkeypatch.setattr(cosines, "_TILE_COLUMNS", columns)
        pairs = cosines.pairs_above(worded(), THRESHOLD)
        order = np.lexsort((pairs.other, pairs.first))
        answers.add(tuple(column[order].tobytes() for column in pairs))
    assert len(answers) == 1


def test_a_cosine_at_the_threshold_is_not_above_it() -> None:
    at = np.zeros((3, 625), np.float32)
    at[0] = 1 / 25  # with each of the others 23/25, by sums of other lengths
    at[1, :529] = 1 / 23
    at[2, 96:] = 1 / 23
    assert found(at) == set()
    assert cosines.cosines(at, np.asarray([0, 0]), np.asarray([1, 2])).tolist() == [0.92, 0.92]


@pytest.mark.parametrize("rows", [0, 1])
def test_there_is_no_pair_in_fewer_than_two_rows(rows: int) -> None:
    assert found(np.ones((rows, 1), np.float32)) == set()
