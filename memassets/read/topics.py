"""topics: the vocabulary that facts are made of, one row a sentence frame."""

from dataclasses import dataclass
from typing import Any

import orjson
import polars as pl

FIXTURE = "read/topics.json"


@dataclass(frozen=True, slots=True)
class Words:
    """What is not a sentence frame: the parts of invented names, bodies, memory types, synonyms and circumstances.

    A circumstance ends a claim; each kind holds what one family of twins changes: slots {a} and {b}, words for them.
    """

    syllables: tuple[str, ...]
    endings: tuple[str, ...]
    people: tuple[str, ...]
    bodies: tuple[str, ...]
    types: tuple[str, ...]
    synonyms: dict[str, str]
    circumstances: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]  # a kind each: (tail, words)


def topics(content: bytes) -> pl.DataFrame:
    """One row a frame: topic, subject, anchor, verb, bare, object, tail, ask, things (list), numeric.

    `verb` is the affirmative form; `bare` its infinitive, empty for "is". Slots: {s} service, {x} thing, {n} number,
    and in `ask` {vp}, the verb with its polarity.
    """
    rows: list[dict[str, Any]] = [
        {"topic": topic["topic"], "things": topic["things"], **frame}
        for topic in orjson.loads(content)["topics"]
        for frame in topic["frames"]
    ]
    return pl.DataFrame(rows).with_columns(
        numeric=(pl.col("object") + pl.col("tail")).str.contains("{n}", literal=True)
    )


def words(content: bytes) -> Words:
    """The vocabulary beside the frames."""
    found = orjson.loads(content)
    return Words(
        syllables=tuple(found["syllables"]),
        endings=tuple(found["endings"]),
        people=tuple(found["people"]),
        bodies=tuple(found["bodies"]),
        types=tuple(found["types"]),
        synonyms=found["synonyms"],
        circumstances=tuple(
            tuple((each["tail"], tuple(each["words"])) for each in kind) for kind in found["circumstances"].values()
        ),
    )
