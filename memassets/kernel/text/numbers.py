"""Numbers in a text: digits and number words, in one spelling."""

import re

from memassets.kernel.text import normal

_UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen".split()
    )
}
_TENS = {w: 10 * (i + 2) for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_NUMBER_WORDS = frozenset({*_UNITS, *_TENS, *_SCALES, "dozen"})

# "one" is a pronoun after these and before those ("the new one", "no one", "one of them", "a hosted one for speed"),
# but for what is counted by a number behind it ("phase one").
_PRONOUN_AFTER = frozenset("no the this that any each every which some new old another".split())
_PRONOUN_BEFORE = normal.STOP_WORDS | frozenset("another in on to from over than".split())
_NUMBERED = frozenset("chapter day hour level number option page part phase round stage step tier version week".split())

_DIGIT = re.compile(r"\d")
_ASKED_COUNT = re.compile(
    r"\b(?:give|show|list|find|fetch|get|tell|name|return|recall|summari[sz]e)\b(?:\s+(?:me|us|the|top|first|last|any))*"
    r"\s+(\w+)\s+(?:\w+\s+)?(?:notes?|memor(?:y|ies)|results?|facts?|items?|entries|entry|examples?|documents?|answers?"
    r"|hits?|passages?|things?|points?)\b"
)


def spelled(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens with every run of number words replaced by its digits ("two hundred and five" is "205")."""
    if _NUMBER_WORDS.isdisjoint(tokens):
        return tokens
    out: list[str] = []
    at = 0
    while at < len(tokens):
        value, end = _value(tokens, at)
        if end == at:
            out.append(tokens[at])
            at += 1
        else:
            out.append(str(value))
            at = end
    return tuple(out)


def _value(tokens: tuple[str, ...], at: int) -> tuple[int, int]:
    """The number that starts at a token, and where it ends; an end equal to the start where there is none."""
    if tokens[at] == "one" and _is_pronoun(tokens, at):
        return 0, at
    total = part = 0
    last = 1_000_000_000  # each word must be smaller than the one before it, or a new number starts
    end = at
    while end < len(tokens):
        word = tokens[end]
        if word in _UNITS and (_UNITS[word] < 10 or end == at or last >= 100) and last >= 20:
            part, last = part + _UNITS[word], _UNITS[word] if _UNITS[word] else 1
        elif word in _TENS and last >= 100:
            part, last = part + _TENS[word], _TENS[word]
        elif word == "hundred" and end > at and 0 < part < 20:
            part, last = part * 100, 100
        elif word in ("thousand", "million") and end > at and part:
            total, part, last = total + part * _SCALES[word], 0, _SCALES[word]
        elif word == "dozen" and (part or end == at):
            part, last = (part or 1) * 12, 1
        elif word == "and" and last in (100, 1_000, 1_000_000) and end + 1 < len(tokens):
            if tokens[end + 1] not in _UNITS and tokens[end + 1] not in _TENS:
                break
        else:
            break
        end += 1
    return total + part, end


def _is_pronoun(tokens: tuple[str, ...], at: int) -> bool:
    if len(tokens) == 1:
        return False
    before, after = (tokens[i] if 0 <= i < len(tokens) else "" for i in (at - 1, at + 1))
    return before in _PRONOUN_AFTER or (before not in _NUMBERED and (not after or after in _PRONOUN_BEFORE))


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text with every number in digits."""
    return spelled(normal.words(text))


def is_number(token: str) -> bool:
    """Whether a token states a number: it holds a digit ("30", "3.1.2", "p95", "v2")."""
    return _DIGIT.search(token) is not None


def numbers(text: str) -> tuple[str, ...]:
    """The number tokens of a text in the order they stand, in one spelling: "1,000" is "1000", "thirty" is "30"."""
    return tuple(token for token in tokens(text) if is_number(token))


def asked_count(query: str) -> str | None:
    """The number of results a query asks for ("give me 3 notes on ..."), which is no fact; None where it asks none."""
    found = _ASKED_COUNT.search(normal.plain(query))
    if not found:
        return None
    (count,) = spelled((normal.canonical_number(found[1]),))
    return count if is_number(count) else None
