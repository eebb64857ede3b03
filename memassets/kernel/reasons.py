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
    # guard
    "too-few-sessions",
    "talk-withheld",
    "not-frozen",
    "frozen-edited",
    "fixture-not-frozen",
    "skill-drift",
    "evidence-quotes-artifact",
    "exclusion-unexplained",
    "manifest-astray",
    # store
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
    # guard
    "too-few-sessions": "A class of the labelled corpus has fewer sessions than a floor can be measured on.",
    "talk-withheld": "More of people's own words are withheld than the limit allows.",
    "not-frozen": "The skill decisions were never frozen, so nothing says what they should be.",
    "frozen-edited": "The frozen skill decisions were edited by hand.",
    "fixture-not-frozen": "A file of the labelled corpus changed after the last freeze.",
    "skill-drift": "A skill decision or score differs from the frozen one, or moves when references are added.",
    "evidence-quotes-artifact": "Evidence quotes a live artifact: text that the system emitted came back.",
    "exclusion-unexplained": "An exclusion has no event in the log, or one without artifact, score and threshold.",
    "manifest-astray": "The artifact manifest does not follow from the log.",
    # store
    "empty-store": "The store holds no active memory.",
    "damaged-file": "A file of the store could not be read whole; mend or remove it.",
}

assert set(SENTENCES) == set(get_args(Reason))
