"""Breaking: edits that make a good candidate one to refuse, each with the reason it has to be refused for."""

import re
from collections.abc import Callable, Mapping

import orjson

from memassets.kernel import policy
from memassets.kernel.draw import Draw
from memassets.kernel.reasons import Reason
from memassets.kernel.text import normal, numbers
from memassets.write.talk import Edit, Json, Talk, drawn_quote, words_at

_PIECE = 12  # characters of the shortest piece cut from a turn
_INVENTED = (
    " at Marenholt",
    " as Okonjo asked",
    " (see /etc/relay/limits.toml)",
    " with --force-open",
    " through relay_limits",
    " by order of ops@vestby.example",
    " since release 8.14",
)
_NEGATED = re.compile(r"\b(is|are|was|were|has to|may|belongs?|stays?|takes?|makes?|decides?|runs|exposes)\b")
_NEGATOR = re.compile(r"\b(?:not|never)\s|(?<=\w)n't\b")
_HUSHED = "… — ?! »« *** ...".split(" ")
_DECLINED = (
    "I could not find anything durable in this session.",
    "Sorry, there is nothing here that I would remember.",
    "No memories: the excerpt holds only small talk.",
    "As an AI language model, I can't extract observations from this.",
    "There are no facts worth keeping in the conversation.",
)
_TAKEN = ("Wind limit", "wind  LIMIT!", "Wind-Limit", "“Wind” limit…")  # every path of this title
_BLANK = ("", " \n\t", "[]", "```json\n[]\n```", "{}", '{"memories": []}', "\ufeff", "<think>nothing</think>")


def _quote(edit: Callable[[Json, Draw, Talk], Json | None]) -> Edit:
    """An edit that counts only where the changed quote stands in no turn at all."""

    def edited(candidate: Json, draw: Draw, talk: Talk) -> Json | str | None:
        quote = drawn_quote(candidate, draw)
        quote["quote"] = (edit(quote, draw, talk) or {}).get("quote", "")
        return candidate if len(quote["quote"]) > _PIECE and not talk.holds(quote["quote"]) else None

    return edited


def _letter(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """One letter is another."""
    places = [found.start() for found in re.finditer(r"[a-z]", quote["quote"])]
    return _replaced(quote, draw.choice(places), 1, draw.choice("aeioubcdfgklmnprst")) if places else None


def _case(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """One letter is of the other case."""
    places = [found.start() for found in re.finditer(r"[A-Za-z]", quote["quote"])]
    if not places:
        return None
    at = draw.choice(places)
    return _replaced(quote, at, 1, quote["quote"][at].swapcase())


def _digit(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """One digit is another, or stands twice."""
    places = [found.start() for found in re.finditer(r"\d", quote["quote"])]
    if not places:
        return None
    at = draw.choice(places)
    digit = quote["quote"][at]
    return _replaced(quote, at, 1, draw.choice([d for d in "0123456789" if d != digit] + [digit * 2]))


def _dropped(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """A word from the middle is gone."""
    inner = words_at(quote["quote"])[1:-1]
    if not inner:
        return None
    start, end = draw.choice(inner)
    return _replaced(quote, start, end + 1 - start, "")


def _word(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """A word is another one of the talk."""
    start, end = draw.choice(words_at(quote["quote"]))
    return _replaced(quote, start, end - start, draw.choice(draw.choice(talk.said()).split()))


def _negator(quote: Json, draw: Draw, talk: Talk) -> Json | None:
    """The "not" is gone."""
    return {"quote": _NEGATOR.sub("", quote["quote"].replace("’", "'"), count=1)}


def _replaced(quote: Json, at: int, length: int, by: str) -> Json:
    return {"quote": quote["quote"][:at] + by + quote["quote"][at + length :]}


def _elsewhere(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A quote cites a turn that it does not stand in."""
    quote = drawn_quote(candidate, draw)
    folded = normal.fold(quote["quote"])
    turns = talk.turns[quote["session"].strip()]
    others = {record.turn for record, _ in turns} - {record.turn for record, text in turns if folded in text}
    quote["turn"] = draw.choice(sorted(others))
    return candidate if "..." not in folded else None


def _glued(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A quote runs from one turn into the next, or joins pieces of two turns with an ellipsis."""
    session = draw.choice(sorted(talk.turns))
    turns = talk.turns[session]
    at = draw.below(len(turns) - 1)
    (first, before), (second, after) = turns[at], turns[at + 1]
    tail, head = _tail(before, draw), _head(after, draw)
    joined = f"{tail} {draw.choice(('', '', '... '))}{head}"
    if first.turn == second.turn or not tail or not head or talk.holds(joined):
        return None
    if "..." in joined and any(tail in text and head in text for _, text in turns):
        return None
    return _with_quote(candidate, draw, session, joined, draw.choice((None, first.turn)))


def _reversed(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The end of a turn before its beginning, joined with an ellipsis."""
    session = draw.choice(sorted(talk.turns))
    record, text = draw.choice(talk.turns[session])
    tail, head = _tail(text, draw), _head(text, draw)
    if not tail or not head or len(tail) + len(head) > len(text) or text.count(head) + text.count(tail) != 2:
        return None
    joined = f"{tail} {draw.choice(('...', '…', '(...)'))} {head}"
    return _with_quote(candidate, draw, session, joined, draw.choice((None, record.turn)))


def _with_quote(candidate: Json, draw: Draw, session: str, text: str, turn: int | None) -> Json:
    added = {"session": session, "quote": text, **({} if turn is None else {"turn": turn})}
    return {**candidate, "evidence": draw.shuffled([*candidate["evidence"], added])}


def _head(text: str, draw: Draw) -> str:
    ends = [end for _, end in words_at(text) if end >= _PIECE]
    return text[: draw.choice(ends[:4])] if ends else ""


def _tail(text: str, draw: Draw) -> str:
    starts = [start for start, _ in words_at(text) if len(text) - start >= _PIECE]
    return text[draw.choice(starts[-4:]) :] if starts else ""


def _short(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A quote, or a piece of one, is a word."""
    quote = drawn_quote(candidate, draw)
    short = [text for start, end in words_at(quote["quote"]) if len(text := quote["quote"][start:end]) < 6]
    if not short:
        return None
    quote["quote"] = draw.choice(("{0}", "{0} ... {1}", "{1} … {0}")).format(draw.choice(short), quote["quote"])
    return candidate


def _session(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A session id is one character off."""
    quote = drawn_quote(candidate, draw)
    name = quote["session"].strip()
    at = draw.below(len(name))
    quote["session"] = name[:at] + draw.choice(("", "x", "9", name[at].upper())) + name[at + 1 :]
    return candidate if quote["session"] not in talk.turns else None


def _repeated(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """One quote, alone or again and again, spelled another way each time."""
    quote = drawn_quote(candidate, draw)
    spelled = (quote["quote"], quote["quote"].replace(" ", "  ", 1), quote["quote"].replace("'", "’"))
    return {**candidate, "evidence": [{**quote, "quote": draw.choice(spelled)} for _ in range(1 + draw.below(3))]}


def _copied(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The claim is a stretch of somebody's words."""
    text = draw.choice([said for said in talk.said() if len(said) > 2 * _PIECE])
    claim = draw.choice((text, _head(text, draw), _tail(text, draw)))
    return {**candidate, "gist": claim.rstrip(",;:") + draw.choice(("", "."))}


def _invented(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The claim names something that no quote does."""
    claim = candidate["gist"].rstrip(".")
    return {**candidate, "gist": claim + draw.choice(_INVENTED) + draw.choice((".", ""))}


def _miscounted(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A number of the claim is another."""
    changed = _digit({"quote": candidate["gist"]}, draw, talk)
    quoted = set(numbers.numbers(" ".join(quote["quote"] for quote in candidate["evidence"])))
    if changed is None or set(numbers.numbers(changed["quote"])) <= quoted:
        return None
    return {**candidate, "gist": changed["quote"]}


def _denied(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """The claim says the contrary."""
    claim = candidate["gist"]
    if _NEGATOR.search(claim):
        return {**candidate, "gist": _NEGATOR.sub("", claim, count=1)}
    found = _NEGATED.search(claim)
    if not found:
        return None
    verb = found[0]
    helped = verb in ("is", "are", "was", "were", "may")
    denied = f"{verb} {draw.choice(('not', 'never'))}" if helped else f"never {verb}"
    return {**candidate, "gist": claim[: found.start()] + denied + claim[found.end() :]}


def _unspoken(*, sidechain: bool) -> Edit:
    def edited(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
        """One more quote, of words that nobody of the conversation said."""
        record, text = draw.choice(talk.unspoken(sidechain=sidechain))
        quote = draw.choice((text, _head(text, draw), _tail(text, draw)))
        if talk.holds(quote, speaking=True):
            return None
        return _with_quote(candidate, draw, record.session, quote, draw.choice((None, record.turn)))

    return edited


def _secret(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A key, a password or an address with one stands in the body, the title or the entities."""
    letters = "".join(draw.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(40))
    secret = draw.choice(
        (
            f"AKIA{letters[:16]}",
            f"ghp_{letters[:36]}",
            f"The password is {letters[:5]}q7!{letters[5:9]}",
            f"api_key={letters[:24].lower()}",
            f"postgres://relay:{letters[:12]}@archive.example/frames",
            f"Authorization: Bearer {letters[:32]}",
            f"xoxb-{letters[:12]}",
        )
    )
    field = draw.choice(("body", "title", "entities"))
    return {**candidate, field: [secret] if field == "entities" else f"Seen tonight: {secret}"}


def _set(key: str, *values: object, **besides: object) -> Edit:
    def edited(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
        """One field is another."""
        return {"body": candidate["gist"], **candidate, key: draw.choice(values), **besides}

    return edited


def _misshapen(candidate: Json, draw: Draw, talk: Talk) -> Json | None:
    """A key too many or too few, or a value of the wrong shape."""
    quote = drawn_quote(candidate, draw)
    broken = (
        {**candidate, draw.choice(("confidence", "id", "Gist", "source")): 1},
        {**candidate, "evidence": quote["quote"]},
        {**candidate, "evidence": []},
        {**candidate, "evidence": [quote["quote"]]},
        {**candidate, "evidence": [{**quote, "turn": str(quote.get("turn", 1))}]},
        {**candidate, "evidence": [{**quote, "score": 1.0}]},
        {**candidate, "evidence": [{**quote, "quote": (quote["quote"] + " ") * policy.QUOTE_CHARACTERS}]},
        {**candidate, "claim": candidate["gist"]},
        {**candidate, "gist": candidate["gist"] * policy.CLAIM_CHARACTERS},
        {**candidate, "body": "x" * (policy.BODY_CHARACTERS + 1)},
        {**candidate, "entities": "Ilse"},
        {key: value for key, value in candidate.items() if key != "gist"},
    )
    return draw.choice(broken)


def _cut(candidate: Json, draw: Draw, talk: Talk) -> str:
    """An output that ends in the middle."""
    text = orjson.dumps([candidate]).decode()
    return text[: len('[{"gist":') + draw.below(len(text) - len('[{"gist":') - 2)]


def _whole(*outputs: str) -> Edit:
    def edited(candidate: Json, draw: Draw, talk: Talk) -> str:
        """An output that holds no candidate."""
        return draw.choice(outputs)

    return edited


BREAKING: Mapping[Reason, Mapping[str, Edit]] = {
    "decode-error": {"cut": _cut},
    "empty-output": {"blank": _whole(*_BLANK)},
    "refusal-text": {"declined": _whole(*_DECLINED)},
    "schema": {"misshapen": _misshapen},
    "unknown-session": {"session": _session},
    "quote-not-in-transcript": {
        "letter": _quote(_letter),
        "case": _quote(_case),
        "digit": _quote(_digit),
        "dropped-word": _quote(_dropped),
        "other-word": _quote(_word),
        "dropped-not": _quote(_negator),
        "elsewhere": _elsewhere,
    },
    "stitched-quote": {"glued": _glued},
    "fragments-out-of-order": {"reversed": _reversed},
    "quote-too-short": {"short": _short},
    "insufficient-distinct-evidence": {"repeated": _repeated},
    "verbatim-claim": {"copied": _copied},
    "ungrounded-token": {"invented": _invented, "miscounted": _miscounted},
    "polarity-mismatch": {"denied": _denied},
    "sidechain-source": {"sidechain": _unspoken(sidechain=True)},
    "non-conversational-source": {"program": _unspoken(sidechain=False)},
    "secret": {"secret": _secret},
    "kind-not-writable": {"kind": _set("kind", *policy.RESERVED_KINDS, "note", "Semantic", "", "semantic ")},
    "empty-claim": {"no-claim": _set("gist", " ", *_HUSHED)},
    "empty-body": {"no-body": _set("body", "", " \n", *_HUSHED)},
    "untitled": {"no-title": _set("title", *_HUSHED)},
    "no-free-path": {"taken-title": _set("title", *_TAKEN, kind="semantic")},
}
"""Edits of a good candidate, by the reason they give for refusing it."""
