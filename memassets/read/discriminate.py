"""The discriminating step: near-duplicates are put in order by the features that differ between them.

Never a global penalty, which would ruin the ranking of everything else: only rows of one near-duplicate set change
places, and only with one another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from memassets.kernel import policy
from memassets.kernel.text import claim, negation, numbers
from memassets.kernel.text.claim import Claim

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_UNASKED_WORD = 1 / 8  # an unasked word narrows a claim; less than one asked word shows, so eight of them weigh one


@dataclass(frozen=True, slots=True)
class Query:
    """What a query asks for, in the features of a claim."""

    content: frozenset[str]
    negations: tuple[negation.Cue, ...]
    bigrams: frozenset[tuple[str, str]]
    qualifiers: frozenset[str]
    senses: frozenset[tuple[str, Fraction | int]]
    measured: frozenset[str]


def query(text: str) -> Query:
    """The features of a query; a count of results it asks for is not one of them."""
    found = claim.read(text)
    count = numbers.asked_count(text)
    return Query(
        frozenset(found.content) - {count},
        found.negations,
        found.bigrams,
        found.qualifiers,
        found.senses,
        frozenset(word for _, word in found.measured),
    )


def evidence(asked: Query, gists: Sequence[Claim], wholes: Sequence[Claim]) -> npt.NDArray[np.float64]:
    """How far the query speaks for each member of a set, by what differs between the members; shape (members,).

    For: every differing word, sense ("90 seconds" for "1.5 minutes") or negation that the query holds too. Against: a
    differing negation or qualifier that was not asked for, an eighth as much any other such word, and, between members
    of equal words, a neighbourhood that was asked for and is not there.
    `wholes` are gist and body together: a body can speak for its member, never against it.
    """
    words = [whole.words for whole in wholes]
    common = frozenset.intersection(*words)
    scores = np.zeros(len(gists))
    negated = _negations(asked, gists, wholes)
    misplaced = _out_of_order(asked, gists)
    told = frozenset.intersection(*(whole.senses for whole in wholes))
    for member, (gist, found) in enumerate(zip(gists, words, strict=True)):
        differing = found - common
        unasked = (gist.words & differing) - asked.content
        scores[member] = (
            len(differing & asked.content - _other_measures(asked, wholes[member]))
            - len(unasked & gist.qualifiers)
            - _UNASKED_WORD * len(unasked - gist.qualifiers)
            + len((wholes[member].senses - told) & asked.senses)
            + negated[member]
            - misplaced[member]
        )
    return scores


def _other_measures(asked: Query, found: Claim) -> frozenset[str]:
    """The words by which a claim states another quantity than the query does with them: of "3 hours" none for "72
    hours", which are 3 days."""
    if not asked.measured or not found.measured:
        return frozenset()
    meant = {word for quantity, word in found.measured if quantity in asked.senses}
    return frozenset(word for _, word in found.measured) & asked.measured - meant


def _negations(asked: Query, gists: Sequence[Claim], wholes: Sequence[Claim]) -> list[int]:
    """For each member: differing negations asked for, less those of its gist that were not."""
    held = [whole.negated for whole in wholes]
    if not any(held):
        return [0] * len(held)
    common = frozenset.intersection(*held)
    heads = frozenset.union(*held)
    wanted = {head for cue in asked.negations for head in _meant(cue, asked, heads, common, gists)}
    return [
        len((own - common) & wanted) - len((gist.negated - common) - wanted)
        for own, gist in zip(held, gists, strict=True)
    ]


def _meant(
    cue: negation.Cue, asked: Query, heads: frozenset[str], common: frozenset[str], gists: Sequence[Claim]
) -> frozenset[str]:
    """Which of the members' negated words a negation of the query is about: the same word; else those of its clause
    ("doesn't the job copy"); else, where the query's word is nobody's ("doesn't duplicate"), those whose clause it
    shares, unless most of that clause is asked for outside of it ("copies the invoice table, not the roster table")."""
    if cue.head in heads:
        return frozenset({cue.head})
    if inside := (heads - common) & cue.clause:
        return inside
    if any(cue.head in gist.content for gist in gists):
        return frozenset()
    return frozenset(
        own.head
        for gist in gists
        for own in gist.negations
        if own.head not in common and 0 < len(own.clause & asked.content) <= 2 * len(own.clause & cue.clause)
    )


def _out_of_order(asked: Query, gists: Sequence[Claim]) -> list[int]:
    """For each member: how many fewer of the asked-for word pairs it holds than the best of those of exactly its words.

    Counted against, not for: a member whose words nobody else has would else be outweighed by a claim that differs from
    it in one word and happens to have a twin in another order.
    """
    bags = [gist.bag for gist in gists]
    if len(set(bags)) == len(bags):
        return [0] * len(bags)
    held = [len(gist.bigrams & asked.bigrams) for gist in gists]
    best: dict[tuple[str, ...], int] = {}
    for bag, found in zip(bags, held, strict=True):
        best[bag] = max(found, best.get(bag, 0))
    return [best[bag] - found for found, bag in zip(held, bags, strict=True)]


def separates(asked: Query, target: tuple[Claim, Claim], twin: tuple[Claim, Claim]) -> bool:
    """Whether the query holds anything that tells a target from a twin, each given as (gist, gist and body)."""
    one, other = evidence(asked, [target[0], twin[0]], [target[1], twin[1]])
    return bool(one != other)


@dataclass(frozen=True, slots=True)
class Indexed:
    """The content words of texts and their signatures, as numbers."""

    words: Ints  # each text's, one text after another, no word twice in a text
    starts: Ints  # where those of each text start, and where the last one's end; shape (texts + 1,)
    kinds: Ints  # the number of each text's signature, from 0; shape (texts,)


def indexed(gists: Sequence[Claim]) -> Indexed:
    """What `alike` has to know of each of the gists."""
    vocabulary: dict[str, int] = {}
    signatures: dict[tuple[str, ...], int] = {}
    words: list[int] = []
    starts = [0]
    for gist in gists:
        words.extend([vocabulary.setdefault(word, len(vocabulary)) for word in dict.fromkeys(gist.content)])
        starts.append(len(words))
    kinds = [signatures.setdefault(gist.signature, len(signatures)) for gist in gists]
    return Indexed(np.asarray(words, np.int64), np.asarray(starts), np.asarray(kinds, np.int64))


def alike(found: Indexed, rows: Ints, leaders: int) -> Flags:
    """Which of these rows each of the first `leaders` of them would draw into its set; shape (leaders, rows).

    Those of its signature, those that share `policy.NEAR_JACCARD` of its words, and those that have the signature of
    one of these.
    """
    starts, sizes = found.starts[rows], np.diff(found.starts)[rows]
    owner = np.repeat(np.arange(len(rows)), sizes)
    words = found.words[np.arange(len(owner)) + (starts - np.cumsum(sizes) + sizes)[owner]]
    occurs = np.bincount(words)
    column = np.cumsum(occurs > 1) - 1  # a word of one row only is shared with none
    told = occurs[words] > 1
    table = np.zeros((len(rows), int(column.max(initial=-1)) + 1), np.float32)
    table[owner[told], column[words[told]]] = 1.0
    shared = table[:leaders] @ table.T
    held = sizes.astype(np.float32)
    near = shared >= policy.NEAR_JACCARD * (held[:leaders, None] + held - shared)
    kinds = found.kinds[rows]
    drawn = np.zeros((leaders, int(kinds.max(initial=-1)) + 1), np.bool_)
    leader, other = np.nonzero(near)
    drawn[leader, kinds[other]] = True
    drawn[np.arange(leaders), kinds[:leaders]] = True
    return drawn[:, kinds]


def near_sets(drawn: Flags) -> list[list[int]]:
    """Rows, given best first as the table of which leader draws in which, in near-duplicate sets of two or more.

    The best leader left leads a set of all the rows left that it draws in, up to `policy.SET_CAP_ROWS`. Not transitive
    by likeness: templated facts would chain into one set.
    """
    left = np.ones(drawn.shape[1], bool)
    sets: list[list[int]] = []
    for leader in np.flatnonzero(np.count_nonzero(drawn, axis=1) > 1):
        if not left[leader]:
            continue
        members = np.flatnonzero(drawn[leader] & left)[: policy.SET_CAP_ROWS]
        left[members] = False
        if len(members) > 1:
            sets.append(members.tolist())
    return sets
