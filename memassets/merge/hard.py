"""hard: seeded flips of the claims to fold, which all have to be kept apart, and harmless edits, which all fold.

The word tables are this module's own: a gate must not test its own key.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from memassets.kernel import digests, policy
from memassets.kernel.draw import Draw
from memassets.merge.groups import SCHEMA

Row = dict[str, Any]
Edit = Callable[[Row, Draw], Row | None]

_AUXILIARY = re.compile(r"\b(is|are|was|can|may|must|will)\b(?! not)")
_THIRD_PERSON = re.compile(r"(?<=\s)(holds|prints|goes|rests|orders|needs|takes|stops|reports|keeps|runs)\b")
_BARE = {"goes": "go"}
_NUMBER = re.compile(r"\b\d[\d,]*\b")
_ARTICLE = re.compile(r"\b(?:the|a|an|each)\s", re.IGNORECASE)
_OPPOSITES = {"before": "after", "open": "closed", "most": "least", "short": "long", "above": "below"}
_NAMES = ("Tuesday", "Saturdays", "mixer", "shelter", "receipt", "flour", "bakery", "cooperative", "fridge", "guard")
_OTHERS = ("Thursday", "Mondays", "kettle", "orphanage", "voucher", "barley", "dairy", "syndicate", "cellar", "blade")
_UNITS = {"minutes": "seconds", "ms": "s", "second": "hour"}
_WORDS = {1: "one", 2: "two", 3: "three", 40: "forty", 1000: "one thousand", 500: "five hundred"}
_ASIDES = ("Logged on 2026-{m:02}-{d:02}.", "See ticket {d}{m}.", "Exit code {d}.", "Version 1.{m}.{d} of the sheet.")


def _gist(change: Callable[[str, Draw], str | None]) -> Edit:
    def edited(row: Row, draw: Draw) -> Row | None:
        found = change(row["gist"], draw)
        return None if found is None or found == row["gist"] else {**row, "gist": found}

    return edited


def _denied(gist: str, draw: Draw) -> str | None:
    if re.search(r"\bnot\b|\bcannot\b|n['’]t\b", gist):
        return None
    if found := _AUXILIARY.search(gist):
        return f"{gist[: found.end()]} {draw.choice(('not', 'never'))}{gist[found.end() :]}"
    if found := _THIRD_PERSON.search(gist):
        return f"{gist[: found.start()]}does not {_BARE.get(found[0], found[0][:-1])}{gist[found.end() :]}"
    return f"It is not true that {gist[:1].lower()}{gist[1:]}"


def _renumbered(gist: str, draw: Draw) -> str | None:
    found = _NUMBER.search(gist)
    if found is None:
        return None
    value = int(found[0].replace(",", "")) + 1 + draw.below(9)
    return gist[: found.start()] + str(value) + gist[found.end() :]


def _qualified(gist: str, draw: Draw) -> str | None:
    found = _ARTICLE.search(gist)
    return None if found is None else f"{gist[: found.end()]}{draw.choice(('legacy', 'beta'))} {gist[found.end() :]}"


def _swapped(table: Mapping[str, str]) -> Callable[[str, Draw], str | None]:
    pattern = re.compile(rf"\b({'|'.join(table)})\b")
    return lambda gist, draw: pattern.sub(lambda m: table[m[0]], gist, count=1) if pattern.search(gist) else None


def _exchanged(gist: str, draw: Draw) -> str | None:
    found = re.search(r"\bto the (\w+), not to the (\w+)", gist)
    return f"{gist[: found.start(1)]}{found[2]}, not to the {found[1]}{gist[found.end() :]}" if found else None


def _of_scope(row: Row, draw: Draw) -> Row:
    return {**row, "scope": draw.choice(("stall", "project:oven"))}


def _cased(gist: str, draw: Draw) -> str:
    return draw.choice((gist.upper(), gist.lower(), gist[:1].lower() + gist[1:]))


def _punctuated(gist: str, draw: Draw) -> str:
    bare = gist.rstrip(".!")
    return draw.choice((f"{bare}!", f"  {bare} .", f"“{bare}”", f"{bare}…"))


def _spaced(gist: str, draw: Draw) -> str:
    return gist.replace(" ", draw.choice(("  ", "\u00a0", "\n")), 1 + draw.below(2))


def _contracted(gist: str, draw: Draw) -> str | None:
    mark = draw.choice(("'", "’"))
    found = re.sub(r"\b(is|are|was|does) not\b", rf"\1n{mark}t", gist)
    found = re.sub(r"\b[Cc]annot\b|\b[Cc]an['’]t\b", draw.choice((f"can{mark}t", "can not", "cannot")), found)
    return None if found == gist else found


def _grouped(gist: str, draw: Draw) -> str | None:
    found = _NUMBER.search(gist)
    value = int(found[0].replace(",", "")) if found else 0
    if found is None or value < 1000:
        return None
    return gist[: found.start()] + (f"{value:,}" if "," not in found[0] else str(value)) + gist[found.end() :]


def _spelled(gist: str, draw: Draw) -> str | None:
    found = _NUMBER.search(gist)
    word = _WORDS.get(int(found[0].replace(",", ""))) if found else None
    return gist[: found.start()] + word + gist[found.end() :] if found and word else None


def _noted(row: Row, draw: Draw) -> Row:
    aside = draw.choice(_ASIDES).format(m=1 + draw.below(12), d=1 + draw.below(28))
    return {**row, "body": f"{row['body']} {aside}"}


# Every flip: the fact another one, and the stage that has to stop it.
FLIPS: Mapping[str, tuple[Edit, str]] = {
    "denied": (_gist(_denied), "veto:negation"),
    "renumbered": (_gist(_renumbered), "veto:numeric"),
    "qualified": (_gist(_qualified), "veto:variant"),
    "opposed": (_gist(_swapped(_OPPOSITES)), "veto:opposite"),
    "renamed": (_gist(_swapped(dict(zip(_NAMES, _OTHERS, strict=True)))), "veto:name"),
    "other-unit": (_gist(_swapped(_UNITS)), "veto:unit"),
    "exchanged": (_gist(_exchanged), "veto:order"),
    "other-scope": (_of_scope, "veto:scope"),
}
# Every harmless edit: the same fact, by the marker that a careless veto would trip over.
EDITS: Mapping[str, Edit] = {
    "case": _gist(_cased),
    "punctuation": _gist(_punctuated),
    "white-space": _gist(_spaced),
    "contraction": _gist(_contracted),
    "thousands": _gist(_grouped),
    "number-word": _gist(_spelled),
    "body-number": _noted,
    "unchanged": lambda row, draw: dict(row),
}


def hard(labelled: pl.DataFrame) -> pl.DataFrame:
    """Groups of two: the keeper of each labelled fold group, and a flip or a harmless edit of it; tier `hard`.

    Columns as in `groups`; the group's name ends in the flip or edit. The same for the same seed.
    """
    keepers = labelled.filter((pl.col("label") == "fold") & (pl.col("tier") == "labelled") & (pl.col("place") == 0))
    draw = Draw(policy.MERGE_HARD_SEED)
    rows: list[Row] = []
    for keeper in keepers.to_dicts():
        made: set[tuple[str, str, str, str]] = set()
        kinds = [(kind, edit, stage) for kind, (edit, stage) in FLIPS.items()]
        for kind, edit, stage in [*kinds, *((kind, edit, None) for kind, edit in EDITS.items())]:
            for turn in range(policy.MERGE_HARD_ROUNDS):
                other = edit(keeper, draw)
                if other is None or (key := (kind, other["gist"], other["body"], other["scope"])) in made:
                    continue
                made.add(key)
                rows += _group(f"{keeper['group']}-{kind}-{turn + 1}", keeper, other, stage)
    return pl.DataFrame(rows, schema=SCHEMA)


def _group(name: str, keeper: Row, other: Row, stage: str | None) -> list[Row]:
    label = "keep" if stage else "fold"
    return [
        {
            **member,
            "group": name,
            "tier": "hard",
            "label": label,
            "expected": stage,
            "place": place,
            "id": f"{name}/{place + 1}",
            "digest": digests.of_json([name, other["gist"], other["body"]]),
        }
        for place, member in enumerate((keeper, other))
    ]
