"""quotes: the matches of every labelled record, however small, so that any threshold can be asked of them."""

from collections.abc import Sequence

import polars as pl

from memassets.guard import corpus as corpus_table
from memassets.guard import matches as matches_table
from memassets.guard.matcher import Artifact, Index, Thresholds

LOWEST = Thresholds(skill_containment=0.02, memory_containment=0.02, reference_matched=2, reference_containment=0.02)


def quotes(corpus: pl.DataFrame, artifacts: Sequence[Artifact]) -> pl.DataFrame:
    """One row a labelled record and artifact, columns as in `matches`; the threshold is the lowest there is."""
    return matches_table.matches(corpus_table.records(corpus), Index(artifacts), LOWEST)
