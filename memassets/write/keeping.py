"""Keeping: edits that leave a candidate as good or as bad as it was."""

import re
from collections.abc import Mapping

import orjson

from memassets.kernel.draw import Draw
from memassets.kernel.text import negation, normal
from memassets.write.talk import Edit, Json, Talk, drawn_quote, words_at

_LOOKALIKES = {
    '"': "“”„«",
    "'": "’ʼ",
    "-": "‐‑–",
    ">=": "≥",
    "...": "…",
    "“": '"',
    "”": '"',
    "’": "'",
    "≥": (">=",),
}
_LOOKALIKE = re.compile("|".join(re.escape(sign) for sign in _LOOKALIKES))
_SPACES = ("  ", "\n", "\u00a0", "\t", "\u2009", " \u200b")
_PADDING = (" ", "\n", "\t", "\u00a0")
_OPENINGS = ("Here is what I would keep [as asked]:\n", "Sure {no notes}.\n\n", "<think>[{]}</think>", "\ufeff", "")
_FRAGMENT = 12  # characters on each side of a new ellipsis: well over the shortest that counts


def _typography(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """Signs of a quote written as another keyboard writes them."""
    quote = drawn_quote(candidate, draw)
    quote["quote"] = _LOOKALIKE.sub(lambda sign: draw.choice(_LOOKALIKES[sign[0]]), quote["quote"])
    return candidate


def _spaces(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """White space of a quote as another editor wraps it."""
    quote = drawn_quote(candidate, draw)
    quote["quote"] = re.sub(" ", lambda _: draw.choice(_SPACES) if draw.below(2) else " ", quote["quote"])
    return candidate


def _padding(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A session id with white space about it."""
    quote = drawn_quote(candidate, draw)
    quote["session"] = draw.choice(_PADDING) + quote["session"] + draw.choice(("", *_PADDING))
    return candidate


def _order(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The quotes the other way round."""
    return {**candidate, "evidence": candidate["evidence"][::-1]}


def _again(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """One quote once more than it was there."""
    return {**candidate, "evidence": [*candidate["evidence"], dict(drawn_quote(candidate, draw))]}


def _spelled_claim(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The claim under its other name, or with another white space in it."""
    claim = candidate["gist"]
    if draw.below(2):
        return {**{key: value for key, value in candidate.items() if key != "gist"}, "claim": claim}
    return {**candidate, "gist": claim.replace(" ", draw.choice(("\u00a0", "  ")), 1)}


def _fenced(candidate: Json, draw: Draw, talk: Talk) -> str:
    """As a model prints it: an array or an object, in a fence or amid prose."""
    value = draw.choice(([candidate], candidate, {"memories": [candidate]}, {"candidates": [candidate]}))
    text = orjson.dumps(value, option=orjson.OPT_INDENT_2 if draw.below(2) else 0).decode()
    if draw.below(2):
        text = f"```{draw.choice(('json', '', 'JSON'))}\n{text}\n```"
    return f"{draw.choice(_OPENINGS)}{text}{draw.choice(('', ' ', chr(10) + 'That is all (so far).'))}"


def _ellipsis(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """Words left out of the middle of a quote, none of them of the claim and no negator."""
    quote = drawn_quote(candidate, draw)
    text = quote["quote"]
    if "..." in text or "…" in text:
        return None
    needed = set(normal.words(candidate["gist"])) | negation.CUES
    cuts = [
        (start, end)
        for start, end in words_at(text)
        if start > _FRAGMENT and len(text) - end > _FRAGMENT and needed.isdisjoint(normal.words(text[start:end]))
    ]
    if not cuts:
        return None
    start, end = draw.choice(cuts)
    quote["quote"] = f"{text[:start].rstrip()} {draw.choice(('...', '…', '[...]'))} {text[end:].lstrip()}"
    return candidate


def _wider(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A quote with some more of its turn."""
    quote = drawn_quote(candidate, draw)
    folded = normal.fold(quote["quote"])
    for record, text in talk.turns[quote["session"].strip()]:
        at = text.find(folded)
        if at >= 0 and record.turn == quote.get("turn", record.turn):
            ends = [end for _, end in words_at(text) if end > at + len(folded)]
            if ends and not candidate["gist"].startswith(("The user", "User")):
                quote["quote"] = text[at : draw.choice(ends[:4])]
                return candidate
    return None


def _titled(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A title and a body of its own."""
    number = draw.below(10_000)
    return {**candidate, "title": f"Note {number}", "body": f"Kept as note {number}.", "entities": ["observatory"]}


KEEPING: Mapping[str, Edit] = {
    "typography": _typography,
    "spaces": _spaces,
    "padding": _padding,
    "order": _order,
    "again": _again,
    "spelled-claim": _spelled_claim,
    "fenced": _fenced,
}
"""Edits of any candidate."""

KEEPING_THE_GOOD: Mapping[str, Edit] = {"ellipsis": _ellipsis, "wider": _wider, "titled": _titled}
"""Edits that leave a good candidate good, and might mend a bad one."""
