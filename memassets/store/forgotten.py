"""forgotten: what it takes to forget a memory: its file, those that are archived under it, and what is kept of them."""

from collections.abc import Callable, Collection

import polars as pl

from memassets.formats.markdown_memory import INDEX_NAME
from memassets.kernel.text import tombstones
from memassets.kernel.undo import UndoRecord, Write
from memassets.store import edits, logged


class Unknown(ValueError):  # noqa: N818  what was typed is no memory
    """The store has no such memory, and never had."""


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
    somebody has removed its file. The folder's index loses the lines that lead to one of them. Unknown where there
    never was such a memory, ValueError where its file holds others too, or cannot be read.
    """
    known = dict(zip(memories["id"], memories.to_dicts(), strict=True))
    damaged = memories.filter((pl.col("status") == "damaged") & pl.col("id").str.starts_with(f"{path}:"))
    if damaged.height:
        raise ValueError(str(damaged["gist"][0]))
    if path not in known and not stones:
        raise Unknown(f"{path}: the store has no such memory; an id is a path relative to the memory folder")
    gone = sorted(_under(memories, path) & known.keys())
    for each in gone:
        if known[each]["format"] not in edits.WRITABLE or text(each) is None:
            raise ValueError(f"{each}: only a Markdown or HTML file of one memory can be forgotten; edit the file")
    writes = [Write(each, text(each), None) for each in gone]
    index = text(INDEX_NAME)
    if index is not None and (left := _without(index, {path, *gone})) != index:
        writes.append(Write(INDEX_NAME, index, left))
    told = [logged.tombstone(each, tombstones.stone(known[each]["gist"])) for each in gone]
    if path not in known:
        told += [logged.tombstone(path, stone) for stone in sorted(stones)]
    return UndoRecord(run, at, revision, tuple(writes), tuple(told), erases=True)


def _under(memories: pl.DataFrame, path: str) -> set[str]:
    """The path, and every one that is archived under it, however long the chain."""
    found: set[str] = set()
    fresh = {path}
    while fresh:
        found |= fresh
        below = memories.filter(pl.col("superseded_by").is_in(list(fresh)) & (pl.col("status") != "active"))
        fresh = set(below["id"]) - found
    return found


def naming(memories: pl.DataFrame, gone: Collection[str], claims: Collection[str]) -> list[str]:
    """The memories that link to one that is gone, or state its claim word for word."""
    stones = {tombstones.stone(claim) for claim in claims}
    paths = set(gone)
    return [
        row["id"]
        for row in memories.select("id", "gist", "body", "links").iter_rows(named=True)
        if paths & set(row["links"])
        or any(path in row["body"] for path in paths)
        or any(tombstones.stated(text, stones) for text in (row["gist"], row["body"]))
    ]


def _without(index: str, paths: Collection[str]) -> str:
    """An index without the lines that link to one of these paths."""
    return "".join(
        line
        for line in index.splitlines(keepends=True)
        if not any(f"]({path})" in line or f"](<{path}>)" in line for path in paths)
    )
