"""Plain JSON, one object a memory: lines, or one list; the claim under memory, text, content or gist."""

from memassets.formats.json_values import document, is_object, lines
from memassets.formats.memory_rows import MemoryRows, part, word
from memassets.formats.rows import Reading

FORMAT = "jsonl-memory"

CLAIMS = ("gist", "memory", "text", "content", "claim", "fact", "description")


def read(path: str, content: bytes) -> Reading:
    """The memories of JSON lines or of a JSON list; a line without a claim is named."""
    rows = MemoryRows(path, content, FORMAT)
    listed = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b'"')
    for item in document(content, rows.damage) if listed else lines(content, rows.damage):
        if not is_object(item.value):
            rows.name(item, "not-an-object", "The line holds no object.")
            continue
        text = word(item.value, *CLAIMS)
        if not text:
            rows.name(item, "no-claim", "The row states nothing.")
            continue
        own = word(item.value, "id", "memory_id", "uuid", "key") or f"line-{item.line}"
        rows.add(own, text, item, {**part(item.value, "metadata"), **item.value})
    return rows.reading()
