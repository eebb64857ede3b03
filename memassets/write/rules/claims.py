"""The claim is a claim: its own words, no more than its evidence says, and not turned round."""

import re
from functools import lru_cache
from itertools import chain, pairwise

from memassets.kernel import policy
from memassets.kernel.text import identifiers, names, negation, normal, numbers, opposites
from memassets.write.rules.case import Case, Objection
from memassets.write.spans import sentences, trimmed_claim

# Things a claim may say were done; evidence that only plans them does not say so.
_DONE = re.compile(
    r"\b(?:was|were|has been|have been|had been|got|has|have) (?:now |already |since )?(?P<deed>"
    r"shipped|deployed|released|merged|fixed|completed|finished|done|resolved|closed|approved|delivered|launched"
    r"|migrated|rolled out|implemented|removed|deleted|dropped|moved|renamed|upgraded|replaced|switched|enabled"
    r"|disabled|installed|signed|sent|paid|published|decided|agreed|confirmed|tested|verified|built|written)\b"
)
_PLANNED = re.compile(
    r"\b(?:parked|planned|plans? to|pending|postponed|deferred|scheduled|upcoming|todo|backlog|waiting|blocked|draft"
    r"|going to|will|would|could|should|might|may|shall|want to|need to|have to|intend|hope|try to|trying|let us|lets"
    r"|consider|maybe|perhaps|not yet|next (?:week|month|sprint|train|release|quarter|year)|tomorrow|later|proposed)\b"
)
# Words that deny without a negator: whether they agree with one cannot be told by counting.
_DENIALS = frozenset(
    normal.stem(word)
    for word in """stop stopped quit refuse avoid skip lack lacks drop ban forbid forbidden cease abandon unsure unable
    fail failed fails prevent prohibit exclude excluded except instead unless remove removed hate dislike hardly rarely
    seldom barely impossible wrong false deny denied reject rejected retired cancelled canceled off free unlike nobody
    anything anyone opposed against rather""".split()
)
_ABOUT_ASKING = re.compile(
    r"\b(?:ask|wonder|question|want to know|wants to know|consider|interest|curious|unsure|uncertain|wish|request|look"
    r"|explor|think|debat|discuss|evaluat|compar|plan|weigh)\w*"
)
_CASED = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ\d]+")
_UNCASED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
# Negations of a thing, which leave what is said of the rest as it was.
_OF_A_THING = frozenset("without no".split())
# Questions that ask for a deed, and so say what is wanted.
_REQUEST = re.compile(r"^(?:\w+[,:]? )?(?:please|(?:can|could|will|would) (?:you|we)|shall we|may i|why do not)\b")


def copies_the_transcript(case: Case) -> Objection | None:
    """The whole claim is a span of a turn, case included."""
    where = case.findings.spans.get(trimmed_claim(case.candidate.claim))
    if where is None or not policy.CLOSE_VERBATIM_CLAIMS:
        return None
    return "verbatim-claim", f"The claim is a span of {where}."


def says_more_than_its_evidence(case: Case) -> Objection | None:
    """A number, an identifier, a proper name or a finished deed of the claim is in no quote."""
    claimed, evidence = normal.fold(case.candidate.claim), "\n".join(case.quotes)
    said = set(numbers.numbers(evidence))
    missing = [number for number in numbers.numbers(claimed) if number not in said]
    spelled = evidence.casefold()
    missing += [i for i in identifiers.identifiers(claimed) if i.casefold() not in spelled]
    stems = {normal.stem(word) for word in normal.words(evidence)}
    missing += [name for name in names.names(claimed) if not _is_named(name, spelled, stems)]
    missing += _undone(case, claimed)
    if not missing:
        return None
    return "ungrounded-token", f"No quote holds {', '.join(repr(m) for m in dict.fromkeys(missing))}."


def _is_named(name: str, spelled: str, stems: set[str]) -> bool:
    if len(runs := _CASED.findall(name)) and _UNCASED.search(name):  # a name amid a script without spaces
        return all(run.casefold() in spelled for run in runs)
    return name.casefold() in spelled.split() or all(normal.stem(word) in stems for word in normal.words(name))


def _undone(case: Case, claimed: str) -> list[str]:
    """Deeds that the claim says are done and the evidence only plans."""
    evidence = normal.plain("\n".join(case.quotes))
    if not _PLANNED.search(evidence) or _PLANNED.search(normal.plain(claimed)):
        return []
    done = {match["deed"] for match in _DONE.finditer(evidence)}
    return [match["deed"] for match in _DONE.finditer(normal.plain(claimed)) if match["deed"] not in done]


def turns_its_evidence_round(case: Case) -> Objection | None:
    """The clause of the evidence that says most nearly what a clause of the claim says is denied, or that one is."""
    sentences = dict.fromkeys(place.sentence for places in case.places for place in places)
    said = [_clauses(sentence) for sentence in sentences]
    for clause in _clauses(normal.fold(case.candidate.claim)):
        agrees = _agrees_with_contrasts(clause, said)
        if not (_agrees(clause, list(chain.from_iterable(said))) if agrees is None else agrees):
            return "polarity-mismatch", f"{' '.join(clause)!r} is not what the evidence affirms."
    return None


def _clauses(sentence: str) -> list[tuple[str, ...]]:
    """The clauses of a sentence, "it is not true" joined with what is not."""
    found: list[tuple[str, ...]] = []
    for clause in normal.clauses(sentence):
        if found and frozenset() < negation.content(found[-1]) <= negation.WRAPPERS:
            found[-1] += clause
        else:
            found.append(clause)
    return found


def _agrees_with_contrasts(clause: tuple[str, ...], said: list[list[tuple[str, ...]]]) -> bool | None:
    """Where the evidence says "X, not Y" and the clause speaks of Y without X: whether it denies it; else None."""
    words = negation.content(clause)
    for before, after in chain.from_iterable(map(pairwise, said)):
        fragment = after[1:] if after[0] in ("but", "and") else after
        denied = negation.content(fragment)
        affirmed = [normal.stem(token) for token in before if negation.content((token,))]
        if fragment[:1] == ("not",) and denied and denied <= words and affirmed and affirmed[-1] not in words:
            return not words.isdisjoint(_DENIALS) or bool(negation.cues(" ".join(clause)))
    return None


def _agrees(clause: tuple[str, ...], said: list[tuple[str, ...]]) -> bool:
    """Whether a clause has the polarity of one of the clauses nearest to it; true where none is near.

    Those that say what is denied on either side come first: the rest of a long claim may stand in a clause beside it.
    """
    words = _content(clause)
    near = [(overlap, other) for other in said if (overlap := _overlap(words, other))]
    denied = words & frozenset().union(_denied(clause), *(_denied(other) for _, other in near))
    near = [pair for pair in near if _content(pair[1]) & denied] or near
    most = max((overlap for overlap, _ in near), default=0)
    if not denied and most * 2 < len(words):
        return True
    nearest = [other for overlap, other in near if overlap == most]
    return not nearest or any(
        _is_open(clause, other) or _is_open(other, clause) or _parity(clause, other) == _parity(other, clause)
        for other in nearest
    )


def _is_open(clause: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a clause denies in a word of which the other names neither side."""
    sides = {side for pair in _content(clause) & _content(other) for side in pair.split("/")}
    return not _DENIALS.isdisjoint(negation.content(clause) - sides)


def _overlap(words: frozenset[str], other: tuple[str, ...]) -> int:
    """The words that a clause shares with another where they are half of the shorter one, else 0; one is chance."""
    content = _content(other)
    shared = len(words & content)
    return shared if shared >= min(2, len(words)) and shared * 2 >= min(len(words), len(content)) else 0


@lru_cache(maxsize=65536)
def _denied(clause: tuple[str, ...]) -> frozenset[str]:
    """The words that the negations of a clause govern, as `_content` has them."""
    heads = (cue.head for cue in negation.cues(" ".join(clause)) if cue.word not in _OF_A_THING)
    return frozenset().union(*(_content((head,)) for head in heads))


@lru_cache(maxsize=65536)
def _content(clause: tuple[str, ...]) -> frozenset[str]:
    """What a clause is about: its content words, words of degree apart, and of opposites the pair."""
    pairs = {pair for pair, _ in opposites.opposites(clause)}
    sides = {normal.stem(side) for pair in pairs for side in pair.split("/")}
    return (negation.content(clause) - {normal.stem(word) for word in negation.DEGREE} - sides) | pairs


def _parity(clause: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a clause denies what another is about: an odd number of negations and of words opposite to its own.

    Of two opposite words only one side is counted, so that a pair turns the sense once.
    """
    about = _content(other)
    denied = [cue for cue in negation.cues(" ".join(clause)) if cue.word not in _OF_A_THING or cue.head in about]
    against = opposites.opposites(other)
    turned = {pair for pair, side in opposites.opposites(clause) if side and (pair, 0) in against}
    return (len(denied) + len(turned)) % 2 == 1


def rests_on_questions(case: Case) -> Objection | None:
    """Every quote stands in a question, and the claim is not about the asking."""
    if not case.places or _ABOUT_ASKING.search(normal.plain(case.candidate.claim)):
        return None
    for places in case.places:
        if not all(_is_question(place.sentence) for place in places):
            return None
    return "question-not-assertion", f"{case.quotes[0][:80]!r} was asked, not said."


def _is_question(text: str) -> bool:
    asked = sentences(text)
    return bool(asked) and all(s.rstrip("\"')]").endswith("?") and not _REQUEST.search(normal.plain(s)) for s in asked)


def was_corrected(case: Case) -> Objection | None:
    """A later turn of the same session gives another number, or the opposite."""
    for places in case.places:
        turns = [
            case.findings.corrections.turn_against(p.session, p.order, case.candidate.claim, p.sentence) for p in places
        ]
        if turns and all(turn is not None for turn in turns):
            return "superseded-in-session", f"Turn {turns[0]} of the session says otherwise."
    return None
