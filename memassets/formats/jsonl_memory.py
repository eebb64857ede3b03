"""Plain JSON, one object a memory: lines, or a list; the claim under memory, text, content or gist."""

from memassets.formats.json_values import is_list, is_object
from memassets.formats.json_values import rows as rows_of
from memassets.formats.memory_rows import MemoryRows, part, word
from memassets.formats.rows import Reading

FORMAT = "jsonl-memory"

CLAIMS = ("gist", "memory", "text", "content", "claim", "fact", "description")


def read(path: str, content: bytes) -> Reading:
    """The memories of objects one a line or one after another, or of lists; a row without a claim is named."""
    rows = MemoryRows(path, content, FORMAT)
    for item in rows_of(content, rows.damage, _is_row):
        if not is_object(item.value):
            if item.key and not is_list(item.value):
                rows.name(item, "beside-rows", f"What stands under {item.key[:40]!r} is no memory.")
            else:
                rows.name(item, "not-an-object", "The line holds no object.")
            continue
        text = word(item.value, *CLAIMS)
        if not text:
            rows.name(item, "no-claim", "The row states nothing.")
            continue
        own = word(item.value, "id", "memory_id", "uuid", "key") or f"line-{item.line}"
        rows.add(own, text, item, {**part(item.value, "metadata"), **item.value})
    return rows.reading()


def _is_row(value: dict[str, object]) -> bool:
    """Whether an object is a memory, not one that holds lists of them."""
    if any(isinstance(value.get(name), str) for name in CLAIMS):
        return True
    return not any(is_object(each) for inner in value.values() if is_list(inner) for each in inner)
