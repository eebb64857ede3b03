"""Proposals: a candidate with its evidence as it was read from JSON, or the refusal of what has not its shape."""

from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from memassets.kernel import policy
from memassets.kernel.reasons import Reason
from memassets.kernel.text import secrets

_CLAIM_KEYS = ("gist", "claim")
_KEYS = frozenset({"kind", "title", "body", "entities", "evidence", *_CLAIM_KEYS})
_EVIDENCE_KEYS = frozenset({"session", "turn", "quote"})
_DEFAULT_KIND = "semantic"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One quote, and where it is said to stand."""

    session: str
    quote: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed memory."""

    claim: str
    evidence: tuple[Evidence, ...]
    kind: str = _DEFAULT_KIND
    title: str = ""
    body: str = ""
    entities: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its file is named after."""
        return self.title or self.claim


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a candidate is not written: the rule that objects, the reason's code, and what exactly."""

    rule: str
    reason: Reason
    detail: str


def refusal(rule: str, reason: Reason, detail: str) -> Refusal:
    """A refusal whose detail shows no secret."""
    return Refusal(rule, reason, secrets.redacted(detail))


def candidate(value: object) -> Candidate | Refusal:
    """The candidate that a JSON value states, or the refusal of one that has not the shape of a candidate.

    A missing kind is `semantic`; a missing body is the claim, a blank one stays blank.
    """
    if not isinstance(value, dict):
        return _misshapen(f"it is a JSON {type(value).__name__}, not an object")
    try:
        orjson.dumps(value)
    except TypeError as unkept:  # half a surrogate pair, a number over 64 bits, a nesting without end
        return _misshapen(f"it cannot be kept as JSON ({unkept})")
    wrong = _wrong_keys(value, _KEYS) or _wrong_texts(value)
    if wrong:
        return _misshapen(wrong)
    named = [key for key in _CLAIM_KEYS if key in value]
    if len(named) != 1:
        return _misshapen("it needs one of `gist` and `claim`")
    claim, body = str(value[named[0]]), str(value.get("body", value[named[0]]))
    if not 1 <= len(claim) <= policy.CLAIM_CHARACTERS:
        return _misshapen(f"`{named[0]}` has {len(claim)} characters, not 1 to {policy.CLAIM_CHARACTERS}")
    if len(body) > policy.BODY_CHARACTERS:
        return _misshapen(f"`body` has {len(body)} characters, more than {policy.BODY_CHARACTERS}")
    entities = value.get("entities", [])
    if not isinstance(entities, list) or not all(isinstance(e, str) for e in entities):
        return _misshapen("`entities` is no list of texts")
    evidence = value.get("evidence")
    if not isinstance(evidence, list) or not evidence:
        return _misshapen("`evidence` is no list of quotes")
    read = [_evidence(item) for item in evidence]
    if broken := [found for found in read if isinstance(found, str)]:
        return _misshapen(broken[0])
    quotes = tuple(found for found in read if isinstance(found, Evidence))
    kind = str(value.get("kind", _DEFAULT_KIND))
    return Candidate(claim, quotes, kind, str(value.get("title", "")), body, tuple(entities))


def _misshapen(detail: str) -> Refusal:
    return refusal("decoding", "schema", f"The candidate is refused: {detail}.")


def _wrong_keys(value: Mapping[str, object], known: frozenset[str]) -> str:
    unknown = sorted(set(value) - known)
    return f"unknown key `{unknown[0][:40]}`" if unknown else ""


def _wrong_texts(value: Mapping[str, object]) -> str:
    wrong = [key for key in (*_CLAIM_KEYS, "kind", "title", "body") if not isinstance(value.get(key, ""), str)]
    return f"`{wrong[0]}` is no text" if wrong else ""


def _evidence(item: object) -> Evidence | str:
    """One quote, or what is wrong with it."""
    if not isinstance(item, dict):
        return f"a quote is a JSON {type(item).__name__}, not an object"
    wrong = _wrong_keys(item, _EVIDENCE_KEYS)
    if wrong:
        return f"{wrong} in a quote"
    session, quote, turn = item.get("session"), item.get("quote"), item.get("turn")
    if not isinstance(session, str) or not session:
        return "`session` of a quote is no text"
    if not isinstance(quote, str) or not 1 <= len(quote) <= policy.QUOTE_CHARACTERS:
        return f"`quote` is no text of 1 to {policy.QUOTE_CHARACTERS} characters"
    if turn is not None and (not isinstance(turn, int) or isinstance(turn, bool)):
        return "`turn` of a quote is no whole number"
    return Evidence(session, quote, turn)
