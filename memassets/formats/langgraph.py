"""LangGraph store items: a namespace, a key and a value that holds the memory somewhere."""

import json

from memassets.formats.json_values import Item, is_list, is_object
from memassets.formats.json_values import rows as rows_of
from memassets.formats.memory_rows import MemoryRows, word
from memassets.formats.rows import Reading

FORMAT = "langgraph"

_TEXTS = ("text", "content", "memory", "fact", "gist", "data", "value", "summary")


def read(path: str, content: bytes) -> Reading:
    """The items of a list, of an object that holds lists of them, or of JSON lines."""
    rows = MemoryRows(path, content, FORMAT)
    for item in rows_of(content, rows.damage, _is_row):
        if is_object(item.value) and _is_row(item.value):
            _add(rows, item, item.value)
        elif is_object(item.value) or is_list(item.value):
            rows.name(item, "unknown-row", "The entry has no key and value.")
        elif item.key not in ("next", "count", "total", "limit", "offset"):
            rows.name(item, "not-an-object", "The entry is no store item.")
    return rows.reading()


def _is_row(value: dict[str, object]) -> bool:
    return "key" in value and "value" in value


def _add(rows: MemoryRows, item: Item, value: dict[str, object]) -> None:
    space = value.get("namespace", value.get("prefix"))
    names = (
        [str(each) for each in space if isinstance(each, (str, int))] if is_list(space) else str(space or "").split(".")
    )
    scope = "/".join(name for name in names if name)
    inner = value["value"]
    fields: dict[str, object] = {**(inner if is_object(inner) else {})}
    if is_object(fields.get("content")):
        fields |= {
            key: each for key, each in _object(fields["content"]).items() if key not in fields or key == "content"
        }
    key = word(value, "key")
    rows.add(
        f"{scope}/{key}" if scope else key,
        inner if isinstance(inner, str) else _stated(fields),
        item,
        {**fields, **{name: value[name] for name in ("created_at", "updated_at") if name in value}},
        scope=rows.cleaned(scope, item),
    )


def _object(value: object) -> dict[str, object]:
    return value if is_object(value) else {}


def _stated(fields: dict[str, object]) -> str:
    """The text of a value; a profile without one is stated field by field."""
    text = word(fields, *_TEXTS)
    if text:
        return text
    told = {key: each for key, each in fields.items() if key != "kind" and each not in (None, "", [], {})}
    return "; ".join(
        f"{key}: {each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)}"
        for key, each in told.items()
    )
