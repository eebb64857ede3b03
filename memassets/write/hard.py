"""hard: seeded adversarial variants of the labelled candidates that deserve to be written.

Each kind of variant takes one thing from a good candidate, or changes nothing that matters; the label says which.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
import polars as pl

from memassets.kernel import digests, policy
from memassets.kernel.draw import Draw
from memassets.kernel.reasons import Reason
from memassets.write.candidates import SCHEMA

Proposal = dict[str, Any]
Change = Callable[[Proposal, Draw], Proposal | None]

_WORD = re.compile(r"[A-Za-z]{4,}")
_DIGITS = re.compile(r"\d+")
_NOT = re.compile(r"\b(?:not|never|no|don['’]t|doesn['’]t|isn['’]t|won['’]t|can['’]t)\s", re.IGNORECASE)
_STRANGERS = ("quandary", "hemlock", "vellum", "ostrich", "parquet", "thistle")
_NAMES = ("Rasmus Ockeghem", "Quillon", "/opt/never/said.cfg", "XK-9931", "port 48213")
_KEY = "AKIA" + "QX7ZJ3LMNB2VTR5"
_VERB = re.compile(r"\b(is|are|was|has to be|have to be|will be|stays|belong|runs?|may)\b")
_QUOTE_MARKS = str.maketrans({"'": "’", '"': "”", "-": "‑"})


def _quote(change: Callable[[str, Draw], str | None]) -> Change:
    """One quote of a candidate changed, in the order of a draw, where the change applies to one."""

    def changed(proposal: Proposal, draw: Draw) -> Proposal | None:
        for place in draw.shuffled(range(len(proposal["evidence"]))):
            quote = change(proposal["evidence"][place]["quote"], draw)
            if quote is not None and quote != proposal["evidence"][place]["quote"]:
                evidence = [dict(item) for item in proposal["evidence"]]
                evidence[place]["quote"] = quote
                return {**proposal, "evidence": evidence}
        return None

    return changed


def _claim(change: Callable[[str, Draw], str | None]) -> Change:
    def changed(proposal: Proposal, draw: Draw) -> Proposal | None:
        found = change(proposal["gist"], draw)
        return None if found is None or found == proposal["gist"] else {**proposal, "gist": found}

    return changed


def _letter(quote: str, draw: Draw) -> str | None:
    words = list(_WORD.finditer(quote))
    if not words:
        return None
    at = (word := draw.choice(words)).start() + 1 + draw.below(word.end() - word.start() - 2)
    return f"{quote[:at]}{'q' if quote[at] != 'q' else 'z'}{quote[at + 1 :]}"


def _word(quote: str, draw: Draw) -> str | None:
    words = list(_WORD.finditer(quote))
    if not words:
        return None
    word = draw.choice(words)
    return quote[: word.start()] + draw.choice(_STRANGERS) + quote[word.end() :]


def _digit(text: str, draw: Draw) -> str | None:
    found = list(_DIGITS.finditer(text))
    if not found:
        return None
    number = draw.choice(found)
    return text[: number.start()] + str(int(number[0]) + 1 + draw.below(7)) + text[number.end() :]


def _without_not(quote: str, draw: Draw) -> str | None:
    return _NOT.sub("", quote, count=1) if _NOT.search(quote) else None


def _glued(proposal: Proposal, draw: Draw) -> Proposal | None:
    """Two quotes of different turns run together into one."""
    first, *others = draw.shuffled(proposal["evidence"])
    for other in others:
        if (first["session"], first.get("turn")) != (other["session"], other.get("turn")):
            glued = {**first, "quote": f"{first['quote']} {other['quote']}"[: policy.QUOTE_CHARACTERS]}
            return {**proposal, "evidence": [{k: v for k, v in glued.items() if k != "turn"}, *others]}
    return None


def _halves(quote: str) -> tuple[str, str] | None:
    words = quote.split()
    head, tail = " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 + 1 :])
    long = min(len(head), len(tail)) >= policy.FRAGMENT_CHARACTERS + 2 and "..." not in quote and "…" not in quote
    return (head, tail) if long else None


def _turned(quote: str, draw: Draw) -> str | None:
    halves = _halves(quote)
    return f"{halves[1]} ... {halves[0]}" if halves else None


def _elided(quote: str, draw: Draw) -> str | None:
    halves = _halves(quote)
    return f"{halves[0]}{draw.choice((' ... ', ' […] ', '… '))}{halves[1]}" if halves else None


def _cut_short(quote: str, draw: Draw) -> str | None:
    return quote[: policy.FRAGMENT_CHARACTERS - 2 - draw.below(3)].strip() or None


def _elsewhere(proposal: Proposal, draw: Draw) -> Proposal:
    evidence = [dict(item) for item in proposal["evidence"]]
    draw.choice(evidence)["session"] = f"never-{draw.below(9000)}"
    return {**proposal, "evidence": evidence}


def _later(proposal: Proposal, draw: Draw) -> Proposal | None:
    evidence = [dict(item) for item in proposal["evidence"]]
    cited = [item for item in evidence if "turn" in item]
    if not cited:
        return None
    draw.choice(cited)["turn"] += 200 + draw.below(50)
    return {**proposal, "evidence": evidence}


def _alone(proposal: Proposal, draw: Draw) -> Proposal:
    return {**proposal, "evidence": [draw.choice(proposal["evidence"])]}


def _repeated(proposal: Proposal, draw: Draw) -> Proposal:
    one = draw.choice(proposal["evidence"])
    again = {**one, "quote": one["quote"].translate(_QUOTE_MARKS) if draw.below(2) else f"{one['quote']} "}
    return {**proposal, "evidence": [one, again]}


def _invented(claim: str, draw: Draw) -> str:
    return f"{claim.rstrip('.')}, as {draw.choice(_NAMES)} has it."


def _denied(claim: str, draw: Draw) -> str | None:
    verb = _VERB.search(claim)
    if verb is None or _NOT.search(claim):
        return None
    return f"{claim[: verb.start()]}never {verb[0]}{claim[verb.end() :]}"


def _leaked(proposal: Proposal, draw: Draw) -> Proposal:
    return {**proposal, "body": f"{proposal.get('body', proposal['gist'])}\nkey {_KEY}{draw.below(10)}"[-1500:]}


def _reserved(proposal: Proposal, draw: Draw) -> Proposal:
    return {**proposal, "kind": draw.choice((*policy.RESERVED_KINDS, "gossip"))}


def _blank(field: str, values: Sequence[str]) -> Change:
    return lambda proposal, draw: {**proposal, field: draw.choice(values)}


def _padded(proposal: Proposal, draw: Draw) -> Proposal:
    pad = draw.choice((" {} ", "{}\n", "\t{}", "\u00a0{}"))
    return {**proposal, "evidence": [{**e, "session": pad.format(e["session"])} for e in proposal["evidence"]]}


def _typographic(quote: str, draw: Draw) -> str | None:
    return quote.translate(_QUOTE_MARKS).replace(" ", draw.choice(("  ", "\u00a0", "\n", " \t")), 1)


def _described(proposal: Proposal, draw: Draw) -> Proposal:
    names = ("observing", "archive", "dome")
    return {**proposal, "entities": draw.shuffled(names)[: 1 + draw.below(3)], "body": f"{proposal['gist']} See log."}


# Every kind of variant: what it does, and the reason it deserves to be refused for, None where it is still good.
VARIANTS: Mapping[str, tuple[Change, Reason | None]] = {
    "letter": (_quote(_letter), "quote-not-in-transcript"),
    "word": (_quote(_word), "quote-not-in-transcript"),
    "digit": (_quote(_digit), "quote-not-in-transcript"),
    "without-not": (_quote(_without_not), "quote-not-in-transcript"),
    "later-turn": (_later, "quote-not-in-transcript"),
    "glued": (_glued, "stitched-quote"),
    "turned": (_quote(_turned), "fragments-out-of-order"),
    "cut-short": (_quote(_cut_short), "quote-too-short"),
    "elsewhere": (_elsewhere, "unknown-session"),
    "alone": (_alone, "insufficient-distinct-evidence"),
    "repeated": (_repeated, "insufficient-distinct-evidence"),
    "claim-digit": (_claim(_digit), "ungrounded-token"),
    "invented": (_claim(_invented), "ungrounded-token"),
    "denied": (_claim(_denied), "polarity-mismatch"),
    "leaked": (_leaked, "secret"),
    "reserved": (_reserved, "kind-not-writable"),
    "blank-claim": (_blank("gist", (" ", "…", " - ")), "empty-claim"),
    "blank-body": (_blank("body", (" ", "\n\n", "\t")), "empty-body"),
    "blank-title": (_blank("title", ("!!!", "…", "///")), "untitled"),
    "surplus": (lambda proposal, draw: {**proposal, draw.choice(("score", "id", "confidence")): 1}, "schema"),
    "padded": (_padded, None),
    "typographic": (_quote(_typographic), None),
    "elided": (_quote(_elided), None),
    "described": (_described, None),
    "unchanged": (lambda proposal, draw: dict(proposal), None),
}


def hard(labelled: pl.DataFrame) -> pl.DataFrame:
    """Variants of every good labelled candidate that is no raw output; columns as in `candidates`, tier `hard`.

    `policy.WRITE_HARD_ROUNDS` draws of each kind that applies, each variant once, the same for the same seed.
    """
    good = labelled.filter((pl.col("label") == "write") & ~pl.col("raw"))
    draw = Draw(policy.WRITE_HARD_SEED)
    rows: list[dict[str, Any]] = []
    seen: set[tuple[str, str]] = set()
    for origin, content in zip(good["id"], good["content"], strict=True):
        proposal = orjson.loads(content)
        for kind, (change, reason) in VARIANTS.items():
            for turn in range(policy.WRITE_HARD_ROUNDS):
                variant = change(proposal, draw)
                text = "" if variant is None else orjson.dumps(variant).decode()
                if variant is None or (kind, text) in seen:
                    continue
                seen.add((kind, text))
                rows.append(_row(f"{origin}-{kind}-{turn + 1}", text, reason))
    return pl.DataFrame(rows, schema=SCHEMA)


def _row(name: str, content: str, reason: Reason | None) -> dict[str, Any]:
    return {
        "id": name,
        "tier": "hard",
        "label": "refuse" if reason else "write",
        "expected": reason,
        "gap": "",
        "near": "",
        "content": content,
        "raw": False,
        "digest": digests.of_json([content, reason]),
    }
