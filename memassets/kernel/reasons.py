"""The closed table of reason codes, each with the sentence a person reads."""

from typing import Literal, get_args

Reason = Literal[
    "skipped",
    "no-probes",
    "too-few-probes",
    "inversion",
    "tie",
    "undecidable",
    "missing-target",
    "below-floor",
    "degraded",
    "bad-scores",
    "scope-leak",
    "order-dependent",
    "worse-than-frozen",
    "no-baseline",
    "empty-store",
    "damaged-file",
]

SENTENCES: dict[Reason, str] = {
    "skipped": "The gate measured nothing, and a gate that was not measured is not passed.",
    "no-probes": "Not one probe could be built, so nothing was measured.",
    "too-few-probes": "Fewer probes were built than were asked for.",
    "inversion": "A wrong twin was ranked above the memory it was derived from.",
    "tie": "A wrong twin was ranked level with the memory it was derived from.",
    "undecidable": "A query holds nothing that tells its target from a twin.",
    "missing-target": "A target was not returned at all.",
    "below-floor": "The score is below the floor.",
    "degraded": "An arm of the ranker told nothing apart.",
    "bad-scores": "The ranker's scores are constant, inverted, not a number, or missing.",
    "scope-leak": "A row that is not active was returned.",
    "order-dependent": "The ranks moved when rows and ids were shuffled.",
    "worse-than-frozen": "A probe ranks its target lower than when the baseline was frozen.",
    "no-baseline": "There is no frozen baseline to compare with.",
    "empty-store": "The store holds no active memory.",
    "damaged-file": "A file of the store could not be read whole; mend or remove it.",
}

assert set(SENTENCES) == set(get_args(Reason))
