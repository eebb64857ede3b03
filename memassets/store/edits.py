"""Edits: what a plan changes in the files of a store, as writes that can be taken back."""

import posixpath
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import polars as pl

from memassets.formats import html_memory, markdown_memory
from memassets.formats.memories import read_memory_file
from memassets.formats.rows import Memory
from memassets.kernel.undo import Write
from memassets.store.admitted import content

_RESTATE: dict[str, Callable[[str, bytes, Memory], bytes]] = {
    html_memory.FORMAT: html_memory.restate,
    markdown_memory.FORMAT: markdown_memory.restate,
}
# The formats whose files may be written; the others are read for the gates and the plan alone.
WRITABLE = frozenset(_RESTATE)


def edits(plan: pl.DataFrame, admitted: pl.DataFrame, text: Callable[[str], str | None], at: str) -> list[Write]:
    """The writes that carry out a plan, in the order of their paths.

    `admitted` holds the candidates, of which those to be written become files; `text` gives a file's text by path, `at`
    is the time of the run, UTC. A drop is archived with its successor; its keeper is untouched but
    for the sources, entities and links it gains. ValueError names a file that is gone, or that cannot be written
    without a loss.
    """
    under: dict[str, list[str]] = defaultdict(list)
    for row in plan.filter(pl.col("decision") == "fold").sort("keeper", "drop").iter_rows(named=True):
        under[row["keeper"]].append(row["drop"])
    written = admitted.filter(pl.col("decision") == "write")
    after: dict[str, str] = {row["path"]: content(row, at) for row in written.iter_rows(named=True)}
    before = {path: text(path) for path in (*after, *under, *chain.from_iterable(under.values()))}
    for path in after:
        if before[path] is not None:
            raise ValueError(f"{path}: a file of this name is there already; plan again")
    for keeper, drops in under.items():
        held = [_memory(path, after.get(path, before[path])) for path in (keeper, *drops)]
        restated = [_survivor(held[0], held[1:], at)]
        restated += [replace(memory, status="archived", superseded_by=keeper, updated=at) for memory in held[1:]]
        for memory in restated:
            after[memory.id] = _restated(memory, after.get(memory.id, before[memory.id]) or "")
    return [Write(path, before[path], after[path]) for path in sorted(after)]


def _memory(path: str, text: str | None) -> Memory:
    if text is None:
        raise ValueError(f"{path}: the file is gone; plan again")
    found = read_memory_file(path, text.encode()).memories
    if len(found) != 1 or found[0].format not in WRITABLE:
        raise ValueError(f"{path}: only a Markdown or HTML file of one memory can be curated")
    return found[0]


def _survivor(keeper: Memory, drops: list[Memory], at: str) -> Memory:
    """The keeper with what it gains; a relative link is rewritten for where the keeper lies."""
    links = [_moved(link, drop.id, keeper.id) for drop in drops for link in drop.links]
    gained = replace(
        keeper,
        entities=_union(keeper.entities, *(drop.entities for drop in drops)),
        sources=_union(keeper.sources, *(drop.sources for drop in drops)),
        links=_union(keeper.links, tuple(link for link in links if link)),
    )
    return gained if gained == keeper else replace(gained, updated=at)


def _union(*lists: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for items in lists for item in items))


def _moved(link: str, origin: str, target: str) -> str:
    """A link of one file as another would write it; "" for a link from the drop to its own keeper."""
    if ":" in link.split("/")[0] or link.startswith("#"):
        return link
    place = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))
    return "" if place == target else _relative(place, target)


def _relative(path: str, origin: str) -> str:
    return posixpath.relpath(path, posixpath.dirname(origin) or ".")


def _restated(memory: Memory, text: str) -> str:
    return _RESTATE[memory.format](memory.id, text.encode(), memory).decode()
