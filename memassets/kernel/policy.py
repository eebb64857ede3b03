"""Every number a gate turns on, each with its unit and its reason.

Read at call time as `policy.NAME`; `snapshot()` is what a verdict's basis remembers.
"""

import sys
from typing import Any

# read -----------------------------------------------------------------------------------------------------------

READ_SEED = 20260802
"""Seed of the corpus when none is asked for: any other serves, this one is what the frozen baseline was taken with."""

READ_SIZE_ROWS = 200
"""Active facts in the corpus: enough that a target has strangers to compete with, small enough for every commit."""

READ_PROBES = 36
"""Targets asked for. Zero errors among 36 probes bounds the true error rate at about 8 % (rule of three)."""

MRR_FLOOR = 0.85
"""Below this mean reciprocal rank an agent cannot trust what comes first; the floor of the gate's origin."""

GATED_FAMILIES = ("negation", "numeric", "qualifier", "opposite", "name", "unit", "order", "quantifier")
"""The twin families a red of which turns the gate red; the others are reported."""

UNSEEN_FAMILIES = ("order",)
"""Families that an arm alone may not see: a bag of words is the same in any order."""

GATED_TIERS = ("content", "paraphrase")
"""The query tiers that are gated; `hard` is reported against the frozen baseline."""

SHUFFLES = 3
"""Orders of rows that every probe is ranked under: one as stored, the others shuffled. The ranks must not move."""

RRF_K = 60
"""The constant of reciprocal rank fusion: Cormack, Clarke and Buettcher, SIGIR 2009."""

BM25_K1 = 1.2
BM25_B = 0.75
"""Lucene's defaults for term saturation and length normalisation."""

RERANK_DEPTH_ROWS = 50
"""Rows of the fused list that the discriminating step looks at; near-duplicates below are drawn in, never cut off."""

NEAR_JACCARD = 0.8
"""Share of content words from which two texts are near-duplicates: one word in a nine-word claim may differ."""

SET_CAP_ROWS = 256
"""Most rows of one near-duplicate set: a templated series is longer, and its tail cannot be what was asked for."""

QUERY_WORDS = 12
"""Content words of a content query, beyond the cues, numbers and qualifiers that are always kept."""

RANKER_ANSWER_SECONDS = 60
"""Longest wait for one answer of a user's own ranker: the first one includes reading every memory."""

BOOTSTRAP_ROUNDS = 2000
"""Resamples of a bootstrap interval: the 95 % ends are then stable to about one point."""


def snapshot() -> dict[str, Any]:
    """Every constant of this module by name, as JSON values."""
    found = vars(sys.modules[__name__])
    return {name: _jsonable(found[name]) for name in sorted(found) if name.isupper()}


def _jsonable(value: Any) -> Any:
    return [_jsonable(v) for v in value] if isinstance(value, tuple | list | frozenset) else value
