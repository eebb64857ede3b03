"""Every number a gate turns on, each with its unit and its reason.

Read at call time as `policy.NAME`, so that the constants a path turns on can be told from its code: those, as
`snapshot` gives them, are what its verdict's basis remembers.
"""

import sys
from collections.abc import Iterable
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

# guard ----------------------------------------------------------------------------------------------------------

SHINGLE_TOKENS = 5
"""Word tokens of a shingle: of lengths 3 to 8, five told quotes from talk best on 24,154 sections and 4,050 records."""

SHINGLE_DISTINCT_TOKENS = 3
"""A shingle of fewer distinct tokens is a rule, a row of a table or a repeated word, and stands everywhere."""

STOP_SECTIONS = 50
"""A shingle that stands in more sections of its kind than this is boilerplate and says nothing of where it is from."""

WINDOW_CHARS = 4_000
"""Characters of a record that a match is counted in: a tool result of megabytes must not reach a count by chance."""

WINDOW_PER_ARTIFACT = 1.5
"""A window holds at least so many times the artifact: a skill longer than the window could else never be contained."""

SKILL_CONTAINMENT = 0.8
MEMORY_CONTAINMENT = 0.8
"""Share of a skill's (memory's) shingles from which a window quotes it: these are short and are pasted whole."""

REFERENCE_MATCHED = 24
"""Distinct shingles from which a window quotes a section: ten lines of any section reach it, two rarely do."""

REFERENCE_CONTAINMENT = 0.6
"""Share of a section's shingles that also does, for sections with fewer shingles than the count above asks for."""

SHORT_TOKENS = 25
"""An artifact under this many tokens is a sentence: it excludes only what it makes up most of."""

SHORT_COVER = 0.6
"""Share of the line or of the sentences around it that a short artifact has to make up."""

TINY_TOKENS = 8
"""An artifact, or a stretch of one, under this many tokens is a phrase that anyone may write."""

RESIDUE_WORDS = 3
"""What is left around a quote is evidence from this many words."""

CORRECTION_EDGE_WORDS = 3
"""Words at the edge of a sentence in which a changed number or negation is looked for: more are somebody's own."""

GUARD_SEED = 20260802
"""Seed of the labelled corpus."""

GUARD_SESSIONS = 40
"""Sessions of each class of the labelled corpus: two wrong in forty are at the floor, three are below it."""

GUARD_RECALL_FLOOR = 0.95
"""Share of quoting records that must be caught: a loop that closes once in twenty times is slow enough to be seen."""

GUARD_QUOTE_SHARE = 0.8
"""Share of the quoted words that must be withheld for a quoting record to count as caught."""

GUARD_FALSE_LIMIT = 0.02
"""Most of the genuine words that may be withheld: evidence lost to the guard is lost for good."""


# write ----------------------------------------------------------------------------------------------------------

ADMISSION_FLOOR = 0.88
"""F1 of the admission gate: the origin's measured baseline, 0.9333, minus five points."""

MIN_DISTINCT_EVIDENCE = 2
"""Distinct quotes of distinct messages a candidate needs: one alone may be a slip of the tongue."""

CLAIM_CHARACTERS = 300
"""Longest claim: one sentence."""

BODY_CHARACTERS = 1500
"""Longest body: a paragraph or two beside the claim, not a copy of the session."""

QUOTE_CHARACTERS = 600
"""Longest quote: a longer one is a passage, and says nothing of what in it is meant."""

FRAGMENT_CHARACTERS = 8
"""Shortest quote, and shortest piece of one with an ellipsis: less is found in any transcript by chance."""

CANDIDATE_KINDS = (
    "episodic",
    "semantic",
    "procedural",
    "agent_insight",
    "error_pattern",
    "precedent",
    "user_preference",
)
"""The kinds of memory that a candidate may be."""

RESERVED_KINDS = ("verdict", "arc")
"""The kinds of the store that only its own curation writes."""

RAW_OUTPUT_CHARACTERS = 20_000_000
"""Longest model output that is decoded: ten thousand candidates of the largest size fit."""

PATH_VARIANTS = 9
"""Numbered paths tried where a title's own is taken: a tenth memory of one title is not a new memory."""

STANDINGS_KEPT = 16
"""Places remembered of one quote for each kind of speaker: "tests pass" may stand in every second turn."""

CORRECTIONS_KEPT = 20_000
"""Turns remembered of one session that correct an earlier one: more than a year of one person's talk."""

WRITE_HARD_SEED = 20260803
"""Seed of the adversarial variants of candidates; any other serves."""

WRITE_HARD_ROUNDS = 2
"""Variants of each kind that every labelled candidate is asked for; two rounds give about two thousand."""

TOMBSTONE_SPAN_WORDS = 4
"""Shortest forgotten claim that is looked for inside a longer text: "Ask Ada." stands in too many by chance."""

RUNS_KEPT_DAYS = 30
"""How long an instance keeps what it knows of a run; the frozen manifests and the vault's log have no end."""

INDEX_LINES = 200
"""Lines of a memory folder's index that an agent loads when it starts; Claude Code's documented limit."""

PROPOSER_CHARACTERS = 60_000
"""Most text a proposer is shown at once, some 15,000 tokens: quotes from the middle of longer ones come out garbled."""

CLOSE_REPEATED_QUOTES = True
"""Whether a quote that is repeated counts once."""

CLOSE_VERBATIM_CLAIMS = True
"""Whether a claim that is a span of the transcript is refused."""

CLOSE_PADDED_IDS = True
"""Whether session ids are trimmed before they are compared."""

KNOWN_GAPS: tuple[str, ...] = ()
"""The classes of candidate known to be judged wrongly: none today. Opening one and closing one are both a change."""


# merge ----------------------------------------------------------------------------------------------------------

ACCEPTANCE_FLOOR = 0.95
"""Share of the pairs to fold that are folded: the origin's measured baseline, 1.0, minus five points."""

FOLD_CAP = 100
"""Folds committed in one run: what a person can still look through the next morning."""

FOLD_COSINE = 0.92
"""Pairs that no judge grouped have to be strictly above it; near-duplicates of one sentence lie at 0.95 and more."""

NAME_WORDS = 3
"""Most words of a proper name that can stand for another: "the Northern Line Company"."""

NUMERIC_VETO_READS_BODIES = False
"""Whether numbers in a body forbid a fold: the origin's fault, kept as a switch so that it can be measured."""

ROLE_GUARD_FIXES_KEEPERS = False
"""Whether a keeper may absorb only one duplicate a run: the origin's fault, kept as a switch."""

MERGE_HARD_SEED = 20260804
"""Seed of the flips and harmless edits of the fold pairs; any other serves."""

MERGE_HARD_ROUNDS = 3
"""Draws of each flip and each edit for every fold pair."""

MERGE_KNOWN_GAPS: tuple[str, ...] = ()
"""The classes of pair known to be judged wrongly: none today. Opening one and closing one are both a change."""


# store ----------------------------------------------------------------------------------------------------------

COMPONENT_CAP = 50
"""Memories of one component that a judge is shown at a time; a larger one is split, and reported."""

DROP_RATIO = 0.2
"""Largest share of the active memories that one run may archive: more is a store going wrong, not a curation."""


def snapshot(names: Iterable[str]) -> dict[str, Any]:
    """The constants of these names, as JSON values; other names are passed over."""
    found = vars(sys.modules[__name__])
    return {name: _jsonable(found[name]) for name in sorted(names) if name.isupper() and name in found}


def _jsonable(value: Any) -> Any:
    return [_jsonable(v) for v in value] if isinstance(value, tuple | list | frozenset) else value
