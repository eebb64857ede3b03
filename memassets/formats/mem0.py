"""mem0 exports: a list, results with graph relations, one object a line, and the history of each memory."""

import re
from collections.abc import Mapping

from memassets.formats.json_values import Item, is_object
from memassets.formats.json_values import rows as rows_of
from memassets.formats.memory_rows import MemoryRows, part, word, words
from memassets.formats.rows import Reading

FORMAT = "mem0"

_LISTS = ("", "results", "memories", "history")
_CLAIMS = ("memory", "data", "text")
_COUNTERS = ("count", "next", "previous", "page", "page_size", "total")


def read(path: str, content: bytes) -> Reading:
    """The memories of an export; of a history the last version counts, those before it are superseded."""
    rows = MemoryRows(path, content, FORMAT)
    found: list[tuple[Item, dict[str, object]]] = []
    relations: list[tuple[Item, dict[str, object]]] = []
    for item in rows_of(content, rows.damage, _is_row):
        if item.key in _COUNTERS:
            continue
        if not is_object(item.value):
            rows.name(item, "not-an-object", "The export holds something that is no memory.")
        elif item.key in _LISTS:
            found.append((item, item.value))
        elif item.key == "relations":
            relations.append((item, item.value))
        else:
            rows.name(item, "unknown-row", f"What stands under {item.key[:40]!r} is no memory.")
    graph = _Graph(rows, relations)
    versions = [pair for pair in found if _is_version(pair[1])]
    for item, value in found:
        if not _is_version(value):
            _add(
                rows,
                graph,
                word(value, "id"),
                word(value, *_CLAIMS),
                item,
                value,
                _standing(value),
            )
    _add_history(rows, graph, versions)
    graph.name_unattached()
    return rows.reading()


class _Graph:
    """The relations of an export, found again by the names a memory mentions."""

    def __init__(self, rows: MemoryRows, relations: list[tuple[Item, dict[str, object]]]) -> None:
        self._rows = rows
        self._edges = [(item, word(v, "source"), word(v, "target", "destination")) for item, v in relations]
        self._attached: set[int] = set()

    def around(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names a text mentions and the names they relate to."""
        plain = _plain(text)
        names, links = [], []
        for number, (_, source, target) in enumerate(self._edges):
            if source and f" {_plain(source).strip()} " in plain:
                self._attached.add(number)
                names.append(source)
                links.append(target)
        return tuple(dict.fromkeys(names)), tuple(dict.fromkeys(link for link in links if link))

    def name_unattached(self) -> None:
        for number, (item, source, _) in enumerate(self._edges):
            if number not in self._attached:
                self._rows.name(item, "unattached-relation", f"No memory mentions {source[:80]!r} of a relation.")


def _plain(text: str) -> str:
    return " " + " ".join(re.findall(r"[^\W_]+", text.casefold())) + " "


def _is_row(value: Mapping[str, object]) -> bool:
    return any(isinstance(value.get(name), str) for name in ("memory_id", *_CLAIMS))


def _is_version(value: Mapping[str, object]) -> bool:
    return "memory_id" in value and any(name in value for name in ("new_memory", "new_value", "old_memory"))


def _standing(value: Mapping[str, object]) -> dict[str, object]:
    gone = value.get("event") == "DELETE" or value.get("is_deleted") in (True, 1)
    return {"status": "archived"} if gone else {}


def _add_history(rows: MemoryRows, graph: _Graph, versions: list[tuple[Item, dict[str, object]]]) -> None:
    times = [word(value, "updated_at", "created_at") for _, value in versions]
    if all(times):
        versions = [pair for _, pair in sorted(zip(times, versions, strict=True), key=lambda timed: timed[0])]
    last = {word(value, "memory_id"): number for number, (_, value) in enumerate(versions)}
    for number, (item, value) in enumerate(versions):
        identity = word(value, "memory_id")
        text = word(value, "new_memory", "new_value") or word(value, "old_memory", "old_value")
        if last[identity] == number:
            _add(rows, graph, identity, text, item, value, _standing(value))
        else:
            earlier = {
                "status": "superseded",
                "superseded_by": f"{rows.damage.path}#{rows.cleaned(identity, item)}",
            }
            _add(rows, graph, f"{identity}@{word(value, 'id') or number + 1}", text, item, value, earlier)


def _add(
    rows: MemoryRows,
    graph: _Graph,
    own: str,
    text: str,
    item: Item,
    value: Mapping[str, object],
    standing: Mapping[str, object],
) -> None:
    metadata = part(value, "metadata")
    kinds = words(value, "categories")
    names, links = graph.around(text)
    scope = [word(value, name) for name in ("user_id", "agent_id", "app_id", "run_id")]
    rows.add(
        own,
        text,
        item,
        value,
        type=rows.cleaned(kinds[0] if kinds else word(metadata, "category", "type"), item),
        scope=rows.cleaned("/".join(part for part in scope if part), item),
        entities=rows.all_cleaned((*names, *kinds[1:]), item),
        links=rows.all_cleaned(links, item),
        sources=rows.all_cleaned(words(metadata, "source", "sources"), item),
        **standing,
    )
