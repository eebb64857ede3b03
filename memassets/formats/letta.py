"""Letta agent files: core memory blocks and archival passages."""

from memassets.formats.json_values import Item, document, is_list, is_object
from memassets.formats.memory_rows import MemoryRows, word
from memassets.formats.rows import Reading

FORMAT = "letta"

_CORE = ("blocks", "core_memory", "memory_blocks")
_ARCHIVAL = ("passages", "archival_memory", "archival_passages", "archives")


def read(path: str, content: bytes) -> Reading:
    """One memory a block (titled by its label) and one a passage; an empty block is named."""
    rows = MemoryRows(path, content, FORMAT)
    found: list[tuple[str, Item, object]] = []
    owners: dict[str, str] = {}
    agent = ""
    for item in document(content, rows.damage):
        if item.key == "name" and isinstance(item.value, str):
            agent = item.value
        elif item.key in _CORE or item.key in _ARCHIVAL:
            found += _entries(item.key, item, item.value)
        elif item.key == "agents" and is_object(item.value):
            found += _of_agent(item, item.value, owners)
        elif item.key == "":
            rows.name(item, "not-an-object", "The file is no agent file.")
    for kind, item, value in found:
        if not is_object(value):
            rows.name(item, "not-an-object", "A block or passage is no object.")
        elif kind in _CORE:
            _add_block(rows, item, value, owners.get(word(value, "id"), agent))
        else:
            text = word(value, "text", "content", "value")
            own = word(value, "id") or f"passage-{item.line}"
            rows.add(own, text, item, value, type="archival", scope=rows.cleaned(agent, item))
    return rows.reading()


def _entries(kind: str, item: Item, value: object) -> list[tuple[str, Item, object]]:
    """A list's item itself, or what an older file keeps one level down."""
    if is_object(value) and not any(name in value for name in ("value", "text", "label", "content")):
        for inner in value.values():
            if is_list(inner) or is_object(inner):
                return [(kind, item, each) for each in (list(inner.values()) if is_object(inner) else inner)]
    return [(kind, item, value)]


def _of_agent(item: Item, agent: dict[str, object], owners: dict[str, str]) -> list[tuple[str, Item, object]]:
    for identity in _list(agent.get("block_ids")):
        owners.setdefault(str(identity), word(agent, "name"))
    found: list[tuple[str, Item, object]] = []
    for kind in (*_CORE, *_ARCHIVAL):
        for entry in _list(agent.get(kind)):
            if is_object(entry):
                owners.setdefault(word(entry, "id"), word(agent, "name"))
            found.append((kind, item, entry))
    return found


def _list(value: object) -> list[object]:
    return value if is_list(value) else []


def _add_block(rows: MemoryRows, item: Item, value: dict[str, object], agent: str) -> None:
    label = rows.cleaned(word(value, "label", "name", "title"), item)
    text = word(value, "value", "text", "content")
    if not text:
        rows.name(item, "empty-block", f"The block {label[:80]!r} is empty.")
        return
    own = word(value, "id") or label
    rows.add(own, text, item, value, title=label, type="core", scope=rows.cleaned(agent, item))
