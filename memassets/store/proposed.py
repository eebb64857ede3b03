"""proposed: which new evidence a proposer is shown, and the file that its output waits in."""

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Any

import polars as pl

from memassets.guard.evidence import NEAR_REFERENCE
from memassets.kernel import digests, policy

FOLDER = "proposed"


def wanted(evidence: pl.DataFrame, done: Collection[str]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The name of each file that is still to be made under candidates/, and the passages it is made from.

    `evidence` is the guard's; `done` names the files that are there. A file is named after what it is made from, so
    that a session that grew is shown again, and one that did not costs nothing. Passages are of one session, in order,
    at most `policy.PROPOSER_CHARACTERS` a file, and only what the user and the agent said: session, turn, role, text.
    """
    said = evidence.filter(
        pl.col("role").is_in(["user", "assistant"])
        & (pl.col("flags").list.set_difference(pl.lit([NEAR_REFERENCE])).list.len() == 0)
    ).select("session", "turn", "role", "text")
    for _, passages in groupby(said.iter_rows(named=True), key=lambda row: row["session"]):
        for part in _parts(list(passages)):
            name = f"{FOLDER}/{digests.of_json(part)[:16]}.json"
            if name not in done:
                yield name, part


def _parts(passages: list[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """The passages in runs of at most so many characters; one that is longer comes alone."""
    part: list[Mapping[str, Any]] = []
    size = 0
    for passage in passages:
        length = len(passage["text"])
        if part and size + length > policy.PROPOSER_CHARACTERS:
            yield part
            part, size = [], 0
        part.append(passage)
        size += length
    if part:
        yield part
