"""forgotten: what it takes to forget a memory: its file, those that are archived under it, and what is kept of them."""

from collections.abc import Callable, Collection

import polars as pl

from memassets.kernel.text import tombstones
from memassets.kernel.undo import UndoRecord, Write
from memassets.store import edits, logged


def forgotten(
    memories: pl.DataFrame,
    path: str,
    text: Callable[[str], str | None],
    stones: Collection[str],
    *,
    run: str,
    at: str,
    revision: str,
) -> UndoRecord:
    """The record of a run that forgets a memory, and every memory folded under it, for good.

    `memories` are the store's, `text` gives a file's text, `stones` are what the log knows of the path: enough where
    somebody has removed its file. ValueError where there never was such a memory, or its file holds others too.
    """
    known = dict(zip(memories["id"], memories.to_dicts(), strict=True))
    if path not in known and not stones:
        raise ValueError(f"{path}: the store has no such memory; an id is a path relative to the memory folder")
    gone = sorted(_under(memories, path) & known.keys())
    for each in gone:
        if known[each]["format"] not in edits.WRITABLE or text(each) is None:
            raise ValueError(f"{each}: only a Markdown or HTML file of one memory can be forgotten; edit the file")
    writes = tuple(Write(each, text(each), None) for each in gone)
    told = [logged.tombstone(each, tombstones.stone(known[each]["gist"])) for each in gone]
    if path not in known:
        told += [logged.tombstone(path, stone) for stone in sorted(stones)]
    return UndoRecord(run, at, revision, writes, tuple(told), erases=True)


def _under(memories: pl.DataFrame, path: str) -> set[str]:
    """The path, and every one that is archived under it, however long the chain."""
    found: set[str] = set()
    fresh = {path}
    while fresh:
        found |= fresh
        below = memories.filter(pl.col("superseded_by").is_in(list(fresh)) & (pl.col("status") != "active"))
        fresh = set(below["id"]) - found
    return found
