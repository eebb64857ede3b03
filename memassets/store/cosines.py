"""The pairs of vectors whose cosine is above a threshold: all of them, without comparing every pair whole."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memassets.kernel.ports import Vectors

Rows = npt.NDArray[np.int64]
Cosines = npt.NDArray[np.float64]

_TILE_ROWS, _TILE_COLUMNS = 512, 4096  # products held at a time, float32: 8 MB, which a processor's cache takes
_FEW_ROWS = 4096  # up to here the axes cost more than they save
_SAMPLE_ROWS = 4096  # half finds the axes; the pairs of the other half, two million, show what these leave
_WIDTHS = (32, 64, 96, 128, 192, 256, 384, 512, 768)
_GATHERED = 400  # times what a dimension costs in a product of matrices it costs in a pair that is compared alone
_SLACK = 1e-4  # the bound is a sum of float32 products, right to a hundredth of this
_DECIMALS = 6  # float32 vectors give a cosine to these; 23/25 must not be above 0.92 by how a sum was rounded


class Pairs(NamedTuple):
    """Three arrays of one length: the earlier row, the later row, their cosine, -1..1, float64."""

    first: Rows
    other: Rows
    cosine: Cosines


def pairs_above(vectors: Vectors, threshold: float) -> Pairs:
    """The pairs of rows whose cosine, at six decimals, is above the threshold; `vectors` are L2-normalised.

    Exact: the cosine of two rows is at most the product of some of their coordinates plus the product of the lengths
    of all the others (Cauchy and Schwarz). On the principal axes a few coordinates bound most pairs below the
    threshold, and only the others are compared whole. Which axes, and how many, decides the time and not the answer.
    """
    bounds = _bounding(vectors, threshold)
    found = [Pairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    for top in range(0, len(vectors), _TILE_ROWS):
        for left in range(top, len(vectors), _TILE_COLUMNS):
            rows, columns = slice(top, top + _TILE_ROWS), slice(left, left + _TILE_COLUMNS)
            tile = bounds[rows] @ bounds[columns].T
            place = np.flatnonzero(tile > threshold - _SLACK)
            first, other = np.divmod(place, tile.shape[1])
            later = top + first < left + other
            first, other = first[later], other[later]
            if _GATHERED * len(first) > tile.size:
                whole = vectors[rows].astype(np.float64) @ vectors[columns].T.astype(np.float64)
                cosine = np.round(whole[first, other], _DECIMALS)
            else:
                cosine = cosines(vectors, top + first, left + other)
            above = cosine > threshold
            found.append(Pairs(top + first[above], left + other[above], cosine[above]))
    return Pairs(*map(np.concatenate, zip(*found, strict=True)))


def cosines(vectors: Vectors, first: Rows, other: Rows) -> Cosines:
    """The cosine, -1..1 at six decimals, of each pair of rows."""
    out = np.empty(len(first))
    for at in range(0, len(first), _TILE_ROWS):
        block = slice(at, at + _TILE_ROWS)
        one, two = vectors[first[block]].astype(np.float64), vectors[other[block]].astype(np.float64)
        out[block] = np.einsum("ij,ij->i", one, two)
    return np.round(out, _DECIMALS)


def _bounding(vectors: Vectors, threshold: float) -> Vectors:
    """Rows whose products are no less than the cosines: coordinates on the first axes, and the length of the rest."""
    if len(vectors) <= _FEW_ROWS:
        return vectors
    sample = vectors[np.linspace(0, len(vectors) - 1, _SAMPLE_ROWS, dtype=np.int64)]
    fitted, held_out = sample[::2], sample[1::2]  # axes flatter the rows they were found on
    axes = np.linalg.eigh(fitted.T @ fitted)[1][:, ::-1]
    best, cost = 0, float(vectors.shape[1])
    for width in _WIDTHS:
        if width >= cost:
            break
        asked = _cost(_on(axes[:, :width], held_out), vectors.shape[1], threshold)
        best, cost = (width, asked) if asked < cost else (best, cost)
    return _on(axes[:, :best], vectors) if best else vectors


def _cost(bounds: Vectors, dimensions: int, threshold: float) -> float:
    """What a pair costs with these bounds, in dimensions of a product of matrices."""
    left = np.count_nonzero(np.triu(bounds @ bounds.T > threshold - _SLACK, k=1))
    share = left / (len(bounds) * (len(bounds) - 1) / 2)
    return float(bounds.shape[1] + dimensions * min(1.0, _GATHERED * share))


def _on(axes: Vectors, vectors: Vectors) -> Vectors:
    """The vectors' coordinates on the axes, and the length of what these leave, shape (rows, axes + 1)."""
    out = np.empty((len(vectors), axes.shape[1] + 1), np.float32)
    for at in range(0, len(vectors), _TILE_COLUMNS):
        block = slice(at, at + _TILE_COLUMNS)
        out[block, :-1] = vectors[block] @ axes
        out[block, -1] = np.linalg.norm(vectors[block] - out[block, :-1] @ axes.T, axis=1)
    return out
