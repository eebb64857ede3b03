"""The MCP memory server's JSON Lines, or the graph its tools print: one memory an observation, its relations links."""

from memassets.formats.json_values import Item, is_list, is_object
from memassets.formats.json_values import rows as rows_of
from memassets.formats.memory_rows import MemoryRows, word
from memassets.formats.rows import Reading

FORMAT = "mcp-memory"

_LISTS = {"entities": "entity", "relations": "relation"}


def read(path: str, content: bytes) -> Reading:
    """The observations of all entities; a claim names its entity where the observation does not."""
    rows = MemoryRows(path, content, FORMAT)
    entities: list[tuple[str, Item, dict[str, object]]] = []
    related: dict[str, list[str]] = {}
    relations: list[tuple[str, Item]] = []
    for item in rows_of(content, rows.damage, _is_row):
        value = item.value
        kind = _LISTS.get(item.key) or value.get("type") if is_object(value) else None
        if not is_object(value):
            rows.name(item, "not-an-object", "The line holds no object.")
        elif kind == "entity" and word(value, "name"):
            name = rows.cleaned(word(value, "name"), item)
            entities.append((name, item, value))
        elif kind == "relation" and word(value, "from") and word(value, "to"):
            relations.append((word(value, "from"), item))
            related.setdefault(word(value, "from"), []).append(word(value, "to"))
        else:
            rows.name(item, "unknown-row", "The line is neither an entity nor a relation.")
    known = {name for name, _, _ in entities}
    for source, item in relations:
        if rows.cleaned(source, item) not in known:
            rows.name(item, "unknown-entity", f"A relation starts at {source[:80]!r}, which is no entity here.")
    counted: dict[str, int] = {}
    for name, item, value in entities:
        _add_entity(rows, name, item, value, tuple(related.get(name, ())), counted)
    return rows.reading()


def _is_row(value: dict[str, object]) -> bool:
    return not _LISTS.keys() & value.keys()


def _add_entity(
    rows: MemoryRows,
    name: str,
    item: Item,
    value: dict[str, object],
    links: tuple[str, ...],
    counted: dict[str, int],
) -> None:
    observations = value.get("observations")
    if not is_list(observations) or not observations:
        rows.name(item, "no-observations", f"Nothing is said about the entity {name[:80]!r}.")
        return
    if name in counted:
        rows.name(item, "duplicate-id", f"The entity {name[:80]!r} stands more than once; each row is kept.")
    for observation in observations:
        fields = observation if is_object(observation) else {}
        text = word(fields, "content", "text") if fields else observation
        if not isinstance(text, str) or not text.strip():
            rows.name(item, "no-claim", "An observation holds no text.")
            continue
        counted[name] = counted.get(name, 0) + 1
        named = text if name.casefold() in text.casefold() else f"{name}: {text}"
        rows.add(
            f"{name}/{counted[name]}",
            named,
            item,
            fields,
            title=name,
            type=rows.cleaned(word(value, "entityType"), item),
            entities=(name,),
            links=rows.all_cleaned(links, item),
        )
