"""Negation cues, each with the word it governs and the clause it stands in."""

from dataclasses import dataclass

from memassets.kernel.text import normal

CUES = frozenset("not no never none without neither nor nobody nothing nowhere".split())

# What negates the speaker's state, not the fact asked for: "I do not remember", "never mind", "don't forget".
_SPEAKER_HEADS = frozenset(
    normal.stem(word)
    for word in (
        "know remember recall sure understand think believe mind forget hesitate worry certain see wonder".split()
    )
)
_SPEAKERS = frozenset("i we me".split())
_IMPERATIVE_HEADS = frozenset(normal.stem(word) for word in "forget hesitate worry mind".split())
_IMPERATIVE_OPENINGS = frozenset("do please so and but just".split())

# A cue followed by these words is no negation: an emphasis, a bound, or two negations that cancel.
_NEUTRAL = (
    ("not", "only"),
    ("not", "just"),
    ("not", "merely"),
    ("not", "simply"),
    ("not", "least"),
    ("not", "but"),
    ("not", "help", "but"),
    ("not", "more", "than"),
    ("not", "less", "than"),
    ("no", "doubt"),
    ("no", "wonder"),
    ("no", "matter"),
    ("no", "later", "than"),
    ("no", "more", "than"),
    ("no", "less", "than"),
    ("no", "fewer", "than"),
    ("no", "earlier", "than"),
    ("without", "fail"),
    ("without", "doubt"),
    ("without", "exception"),
    ("nothing", "but"),
    ("never", "mind"),
)
# Words that come with a negation or go with it, and say nothing of what is claimed: "no longer", "not the case that".
DEGREE = frozenset("longer yet ever even really always currently still anymore any more".split())
WRAPPERS = frozenset(normal.stem(word) for word in ("true", "case", "correct"))


@dataclass(frozen=True, slots=True)
class Cue:
    """One negation: the cue word, the stem of the word it governs, the content stems of its clause."""

    word: str
    head: str
    clause: frozenset[str]


def cues(text: str) -> tuple[Cue, ...]:
    """The negations of a text, in order; emphases ("not only"), bounds ("no later than"), "whether or not" and
    a speaker's own ("I don't remember") are none, and two that govern the same word cancel ("not without")."""
    found: list[Cue] = []
    clauses = normal.clauses(text)
    for place, clause in enumerate(clauses):
        if CUES.isdisjoint(clause):
            continue
        in_clause: list[Cue] = []
        for at, token in enumerate(clause):
            if token not in CUES or is_neutral(clause, at):
                continue
            if clause[max(0, at - 2) : at] == ("whether", "or"):
                continue
            head = _head(clause, at)
            scope = clause
            if head in WRAPPERS and place + 1 < len(clauses):
                scope = clauses[place + 1]
                head = _head(scope, -1)
            if _is_the_speakers(head, clause[:at]):
                continue
            in_clause.append(Cue(token, head, content(scope)))
        heads = [cue.head for cue in in_clause]
        found.extend(cue for cue in in_clause if heads.count(cue.head) % 2)
    return tuple(found)


def is_neutral(clause: tuple[str, ...], at: int) -> bool:
    """Whether the cue belongs to an idiom that negates nothing; "more often than not" ends in its cue."""
    if any(clause[at : at + len(idiom)] == idiom for idiom in _NEUTRAL):
        return True
    return clause[max(at - 1, 0) : at + 1] == ("than", "not")


def content(tokens: tuple[str, ...]) -> frozenset[str]:
    """The stems of the tokens that are neither cues nor stop words."""
    return frozenset(normal.stem(t) for t in tokens if t not in CUES and t not in normal.STOP_WORDS)


def _head(clause: tuple[str, ...], at: int) -> str:
    """The stem of the first content word after a cue, of the last one before it where none follows; else ""."""
    after = (t for t in clause[at + 1 :] if _governable(t))
    before = (t for t in reversed(clause[: max(at, 0)]) if _governable(t))
    return normal.stem(next(after, next(before, "")))


def _is_the_speakers(head: str, before: tuple[str, ...]) -> bool:
    """Whether a negation tells of the speaker or orders ("do not forget"), given its word and those before the cue."""
    if head in _IMPERATIVE_HEADS and _IMPERATIVE_OPENINGS.issuperset(before):
        return True
    return head in _SPEAKER_HEADS and not _SPEAKERS.isdisjoint(before)


def _governable(token: str) -> bool:
    # "one" is that of "no one", which is nobody
    return not (
        token in CUES
        or token == "one"
        or token in normal.STOP_WORDS
        or token in DEGREE
        or (token.endswith("ly") and len(token) > 4)
    )
