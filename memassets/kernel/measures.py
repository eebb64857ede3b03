"""The measures of the field, apart from who computes them."""

from collections.abc import Sequence

import numpy as np

from memassets.kernel import policy


def reciprocal_rank(rank: float | None) -> float:
    """1 / rank, 0 where nothing was returned. Ranks start at 1."""
    return 0.0 if rank is None else 1.0 / rank


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, 0 of none: a measure over nothing is not a pass."""
    return float(np.mean(values)) if len(values) else 0.0


def precision(hits: int, false_alarms: int) -> float:
    """hits / (hits + false alarms), 0..1; 0 where nothing was flagged."""
    return hits / (hits + false_alarms) if hits + false_alarms else 0.0


def recall(hits: int, misses: int) -> float:
    """hits / (hits + misses), 0..1; 0 where there was nothing to find."""
    return hits / (hits + misses) if hits + misses else 0.0


def f1(hits: int, false_alarms: int, misses: int) -> float:
    """The harmonic mean of precision and recall, 0..1 (van Rijsbergen, Information Retrieval, 1979)."""
    return 2 * hits / (2 * hits + false_alarms + misses) if hits else 0.0


def interval(values: Sequence[float], seed: int) -> tuple[float, float]:
    """The 95 % interval of a mean.

    Where every value is 1, the true error rate may still reach 3/n (rule of three: Hanley and Lippman-Hand, JAMA 249,
    1983); else a percentile bootstrap (Efron, 1979).
    """
    if not len(values):
        return 0.0, 1.0
    sample = np.asarray(values, dtype=np.float64)
    if (sample == 1.0).all():
        return round(max(0.0, 1.0 - 3.0 / len(sample)), 4), 1.0
    draws = np.random.Generator(np.random.PCG64(seed)).integers(0, len(sample), (policy.BOOTSTRAP_ROUNDS, len(sample)))
    low, high = np.quantile(sample[draws].mean(axis=1), (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)


def f1_interval(outcomes: Sequence[tuple[bool, bool]], seed: int) -> tuple[float, float]:
    """The 95 % interval of F1 over cases of (is positive, was flagged).

    Where none is wrong, the true error rate may still reach 3/n (rule of three, as in `interval`); else a percentile
    bootstrap over the cases.
    """
    if not outcomes:
        return 0.0, 1.0
    sample = np.asarray(outcomes, dtype=bool)
    if (sample[:, 0] == sample[:, 1]).all():
        return round(max(0.0, 1.0 - 3.0 / len(sample)), 4), 1.0
    draws = np.random.Generator(np.random.PCG64(seed)).integers(0, len(sample), (policy.BOOTSTRAP_ROUNDS, len(sample)))
    positive, flagged = sample[draws, 0], sample[draws, 1]
    hits, errors = (positive & flagged).sum(axis=1), (positive != flagged).sum(axis=1)
    low, high = np.quantile(2 * hits / np.maximum(2 * hits + errors, 1), (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)
