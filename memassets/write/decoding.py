"""Decoding: a model's raw output -> candidates, each bad one refused alone, and never silence."""

import json
import re
from collections.abc import Iterator
from typing import Any

from memassets.kernel import policy
from memassets.kernel.reasons import Reason
from memassets.kernel.text import normal
from memassets.write.proposals import Candidate, Refusal, candidate, refusal

_THOUGHT = re.compile(r"\s*<(think|thinking|reasoning)>")
_WRAPPERS = frozenset({"candidates", "memories", "observations", "results"})
_OPENING = re.compile(r"\{\s*[\"}]|\[\s*[{\]]")  # what prose in brackets never starts with
# inside JSON: a string (closed or cut off) or a bracket
_PIECE = re.compile(r"\"(?:[^\"\\]|\\.)*(?:\"|\Z)|[\[\]{}]", re.DOTALL)
_ATTEMPT = re.compile(r"\"(?:gist|claim|evidence|quote)\"")
_DECLINED = re.compile(
    r"\b(?:unable|can not|could not|did not|do not|not able|sorry|apologi[sz]e|no (?:new )?(?:memor|fact|candidate"
    r"|observation|durable|information)\w*|nothing|none|not (?:find|contain|hold)|as an? (?:ai|language model)"
    r"|not enough|does not|there (?:is|are) no)\b"
)
_JSON = json.JSONDecoder(strict=False, parse_constant=lambda name: _refuse(name), object_pairs_hook=lambda p: _pairs(p))


def decode(raw: str) -> list[Candidate | Refusal]:
    """The candidates of a model's output in their order, a refusal in the place of each that is none.

    Takes a JSON array or object, alone, in a fence, amid prose, wrapped as {"candidates": […]}, one a line, or quoted
    as a JSON text. What was cut off gives the candidates before the cut, and one refusal for the rest.
    """
    text = _spoken(raw.removeprefix("\ufeff")).strip()
    if not text:
        return [_whole("empty-output", "The output is blank.")]
    if len(text) > policy.RAW_OUTPUT_CHARACTERS:
        return [_whole("decode-error", f"The output has more than {policy.RAW_OUTPUT_CHARACTERS} characters.")]
    if text.startswith('"') and text.endswith('"') and isinstance(quoted := _loaded(text), str):
        text = quoted.strip()
    found: list[Candidate | Refusal] = []
    empty = False
    for value in _values(text):
        if isinstance(value, Refusal):
            found.append(value)
            continue
        items = _items(value)
        empty = empty or items == []
        found.extend(candidate(item) for item in items or ())
    if found:
        return found
    if empty:
        return [_whole("empty-output", "The output is an empty list.")]
    shown = normal.fold(text)[:80]
    if _DECLINED.search(normal.plain(text)):
        return [_whole("refusal-text", f"The output is a refusal: {shown!r}.")]
    return [_whole("decode-error", f"The output holds no JSON: {shown!r}.")]


def _spoken(raw: str) -> str:
    """The output without the thoughts it opens with; those in it may be part of a quote."""
    at = 0
    while (thought := _THOUGHT.match(raw, at)) is not None:
        end = raw.find(closing := f"</{thought[1]}>", thought.end())
        if end < 0:
            break
        at = end + len(closing)
    return raw[at:]


def _whole(reason: Reason, detail: str) -> Refusal:
    return refusal("decoding", reason, detail)


def _items(value: Any) -> list[Any] | None:
    """The candidates that a JSON value lists; None where it is something else that stood in prose."""
    if isinstance(value, dict):
        wrapped = [value[key] for key in value if key in _WRAPPERS and isinstance(value[key], list)]
        if wrapped and len(value) == 1:
            return list(wrapped[0])
        return [value] if value else []
    if isinstance(value, list):
        return value if not value or any(isinstance(item, dict) for item in value) else None
    return None


def _values(text: str) -> Iterator[Any]:
    """The JSON values of a text, a refusal for each stretch that set out to be one and is not."""
    at = 0
    while (opening := _OPENING.search(text, at)) is not None:
        start = opening.start()
        end = _end(text, start)
        span = text[start:end]
        value = _loaded(span) if end else None
        if value is not None:
            yield value
            at = end
        elif end and not _ATTEMPT.search(span):
            at = end  # an example in prose
        elif end:
            yield from _salvaged(span)
            at = end
        elif _ATTEMPT.search(text, start):
            yield from _salvaged(text[start:])
            return
        else:
            return


def _salvaged(span: str) -> Iterator[Any]:
    """The whole objects of a list that cannot be read as one, and one refusal for what cannot be read."""
    at, depth = 1, 0
    while span[0] == "[" and (piece := _PIECE.search(span, at)) is not None:
        if piece[0] == "{" and depth == 0 and (end := _end(span, piece.start())):
            if (value := _loaded(span[piece.start() : end])) is not None:
                yield [value]
            at = end
            continue
        at = piece.end()
        depth += (piece[0] in "[{") - (piece[0] in "]}")
    yield _whole("decode-error", f"The output holds JSON that cannot be read: {normal.fold(span)[-60:]!r}.")


def _end(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed, brackets in strings apart; 0 where it never is."""
    depth = 0
    for piece in _PIECE.finditer(text, start):
        if piece[0] in "[{":
            depth += 1
        elif piece[0] in "]}":
            depth -= 1
            if not depth:
                return piece.end()
    return 0


def _loaded(text: str) -> Any:
    """The value of a JSON text, None where it is none."""
    try:
        return _JSON.decode(text)
    except (ValueError, RecursionError):
        return None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # which of the two was meant cannot be told, so the schema refuses it
        found["(a key that stands twice)"] = None
    return found
