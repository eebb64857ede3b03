"""facts: invented facts about invented services, and older archived ones that must never be ranked."""

from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl

from memassets.kernel import digests
from memassets.kernel.draw import Draw
from memassets.read.topics import Words

_EPOCH = datetime(2026, 1, 5, 8, tzinfo=UTC)
_ARCHIVED_SHARE = 4  # one archived row for every four active ones
_SHORT_NUMBER_EVERY = 4  # of that many numbers one has a single digit, which a careless tokenizer drops


def facts(topics: pl.DataFrame, words: Words, seed: int, size: int) -> pl.DataFrame:
    """`size` active rows and a quarter as many archived ones.

    Columns: id, topic, type, title, gist, body, status, created (UTC, RFC 3339), polarity (affirmative | negative),
    numeric, anchor (the word a qualifier goes before), paraphrase (the claim reworded as somebody would ask for it).
    Polarity and number alternate, so that half of any run of rows is negative and half carries a number, from 2 to 89,
    every fourth of them below 10; circumstances take turns, and every fourth row of a kind has none.
    """
    draw = Draw(seed)
    frames = {numeric: topics.filter(pl.col("numeric") == numeric).to_dicts() for numeric in (False, True)}
    unused: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    taken: set[str] = set()
    rows: list[dict[str, object]] = []
    for place in range(size):
        negative, numeric = place % 2 == 1, place // 2 % 2 == 1
        if not unused[numeric]:  # each frame once before any comes again, so that few probes meet many of them
            unused[numeric] = draw.shuffled(frames[numeric])
        frame = unused[numeric].pop()
        service = _name(draw, words, taken)
        highest = 10 if place // 4 % _SHORT_NUMBER_EVERY == 0 else 90
        slots = {"s": service.capitalize(), "x": draw.choice(frame["things"]), "n": str(2 + draw.below(highest - 2))}
        verb = _negated(frame["verb"], frame["bare"]) if negative else frame["verb"]
        circumstance = _circumstance(draw, words, place // 4)
        person, ticket = draw.choice(words.people), f"{100 + draw.below(900)}"
        row = {
            "topic": frame["topic"],
            "type": words.types[place % len(words.types)],
            "title": service.capitalize(),
            "gist": " ".join(filter(None, (_sentence(frame, verb, slots), circumstance))),
            "body": draw.choice(words.bodies).format(person=person, t=ticket),
            "status": "active",
            "created": _at(place),
            "polarity": "negative" if negative else "affirmative",
            "numeric": numeric,
            "anchor": frame["anchor"],
            "paraphrase": ": ".join(filter(None, (circumstance, frame["ask"].format(vp=verb, **slots)))),
        }
        rows.append(row)
        if place % _ARCHIVED_SHARE == 0:
            rows.append({**row, "status": "archived", "created": _at(place - 10_000)})
    return pl.DataFrame([{"id": _id(seed, place), **row} for place, row in enumerate(rows)])


def _circumstance(draw: Draw, words: Words, turn: int) -> str:
    """What ends the claim of this turn: one of each kind of circumstance in turn, then none."""
    kind = turn % (len(words.circumstances) + 1)
    if kind == len(words.circumstances):
        return ""
    tail, choices = draw.choice(words.circumstances[kind])
    one, other = draw.shuffled(choices)[:2]
    return tail.format(a=one, b=other)


def _id(seed: int, place: int) -> str:
    """An id that says nothing of the row's place or kind."""
    return "m-" + digests.of_bytes(f"{seed}/{place}".encode())


def _at(place: int) -> str:
    return (_EPOCH + timedelta(minutes=place)).isoformat().replace("+00:00", "Z")


def _name(draw: Draw, words: Words, taken: set[str]) -> str:
    """A service name nobody has yet: syllables are added until one is free."""
    name = draw.choice(words.syllables)
    while name in taken or len(name) < 4:
        grown = name + draw.choice(words.syllables)
        name = grown + draw.choice(words.endings)
        if name in taken:
            name = grown
    taken.add(name)
    return name


def _sentence(frame: dict[str, str], verb: str, slots: dict[str, str]) -> str:
    parts = (frame["subject"], verb, frame["object"], frame["tail"])
    claim = " ".join(part for part in parts if part).format(**slots)
    return claim[0].upper() + claim[1:]


def _negated(verb: str, bare: str) -> str:
    return f"does not {bare}" if bare else f"{verb} not"
