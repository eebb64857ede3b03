"""Which reader a memory file belongs to, told by its content, and the walk over a folder of memories."""

import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from memassets.formats import (
    html_memory,
    json_values,
    jsonl_memory,
    langgraph,
    letta,
    markdown_memory,
    mcp_memory,
    mem0,
)
from memassets.formats.damage import Damage, clean
from memassets.formats.rows import Reading, Skip

HEAD_BYTES = 65_536
LIMIT_BYTES = 1 << 28  # a larger file is no memory file but a dump, and would be held in memory whole

# Skips that name what was left out on purpose or settled; all others mean a damaged file.
NOTES = frozenset(
    {
        "beside-rows",
        "case-variant",
        "duplicate-field",
        "duplicate-key",
        "empty-block",
        "hidden",
        "index-file",
        "link-outside-root",
        "linked-file",
        "linked-folder",
        "no-observations",
        "not-a-time",
        "second-front-matter",
        "time-without-zone",
        "unattached-relation",
        "unknown-format",
        "unknown-status",
    }
)

_READERS: dict[str, Callable[[str, bytes], Reading]] = {
    html_memory.FORMAT: html_memory.read,
    markdown_memory.FORMAT: markdown_memory.read,
    mcp_memory.FORMAT: mcp_memory.read,
    mem0.FORMAT: mem0.read,
    langgraph.FORMAT: langgraph.read,
    letta.FORMAT: letta.read,
    jsonl_memory.FORMAT: jsonl_memory.read,
}
_LIST = re.compile(rb"\[\s*[{\]]")
_TEXT_NAMES = (".md", ".markdown", ".mdx", ".txt")


def detect(path: str, head: bytes) -> str | None:
    """The format of the memories in a file that starts so, None for none; the name only breaks ties."""
    start = head[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<"):
        low = start.lower()
        marked = any(word in low for word in (b"<article", b"<mark", b"memory:", b"<html", b"<!doctype html"))
        return html_memory.FORMAT if marked else None
    if start.startswith((b"{", b"[{", b'"{')) or _LIST.match(start):
        return _of_keys(json_values.first_keys(start))
    if start.startswith(b"---") or path.lower().endswith(_TEXT_NAMES):
        return None if b"\x00" in start[:1024] else markdown_memory.FORMAT
    return None


def _of_keys(keys: frozenset[str]) -> str | None:
    """The format that objects with these keys are in."""
    if {"agent_type", "block_ids", "core_memory", "memory_blocks"} & keys:
        return letta.FORMAT
    if {"key", "value"} <= keys and {"namespace", "prefix"} & keys:
        return langgraph.FORMAT
    if "observations" in keys or {"from", "to", "relationType"} <= keys:
        return mcp_memory.FORMAT
    if {"role", "sessionId", "message", "payload"} & keys:
        return None
    if {"memory_id", "results"} & keys or ("memory" in keys and {"hash", "user_id", "event"} & keys):
        return mem0.FORMAT
    return jsonl_memory.FORMAT if set(jsonl_memory.CLAIMS) & keys else None


def read_memory_file(path: str, content: bytes) -> Reading:
    """The memories of one file, whatever its format; a file of no known format is named."""
    found = detect(path, content[:HEAD_BYTES])
    if found is None:
        return _unread(path, content)
    return _READERS[found](path, content)


def read_folder(root: Path) -> Iterator[Reading]:
    """What each file below a folder gives, in the order of their paths, which are relative to it.

    Raises OSError where the folder itself cannot be listed; an unreadable file in it is named instead.
    """
    real_root = Path(os.path.realpath(root))
    seen: dict[str, str] = {}
    for path, entry in _walk(real_root):
        shown = clean(os.fsencode(path).decode("utf-8", "replace"))
        if shown != path:
            yield _skipped(shown, "path-not-utf-8", "The file's name is not plain UTF-8 text.")
            continue
        reading = _read_entry(real_root, path, entry)
        folded = unicodedata.normalize("NFC", path).casefold()
        twin = seen.setdefault(folded, path)
        if twin != path:
            note = Skip(path, 0, 0, "case-variant", f"The name differs from {twin!r} in case only.")
            reading = Reading(reading.format, reading.memories, reading.sections, (*reading.skipped, note))
        yield reading


def _walk(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Everything below a folder but folders, one listing in memory for each level."""
    levels = [_listed(root)]
    while levels:
        entry = next(levels[-1], None)
        if entry is None:
            levels.pop()
        elif entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            levels.append(_listed(Path(entry.path)))
        else:
            yield Path(entry.path).relative_to(root).as_posix(), entry


def _listed(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda e: e.name + ("/" if e.is_dir(follow_symlinks=False) else ""))
    return iter(found)


def _read_entry(root: Path, path: str, entry: os.DirEntry[str]) -> Reading:
    if entry.name.startswith("."):
        return _skipped(path, "hidden", "Hidden files and folders are not read.")
    try:
        if entry.is_symlink():
            target = Path(os.path.realpath(entry.path))
            if not target.is_relative_to(root):
                return _skipped(path, "outside-root", "The link leads out of the folder.")
            if not target.exists():
                return _skipped(path, "dangling-link", "The link leads nowhere.")
            if target.is_dir():
                return _skipped(path, "linked-folder", "A link to a folder is not followed.")
            return _skipped(path, "linked-file", "A link to a file of the folder: it is read where it is.")
        status = entry.stat()
        if not stat.S_ISREG(status.st_mode):
            return _skipped(path, "not-a-file", "It is neither a file nor a folder.")
        if status.st_size > LIMIT_BYTES:
            return _skipped(path, "too-large", f"The file holds more than {LIMIT_BYTES} bytes.")
        content = Path(entry.path).read_bytes()
    except OSError as error:
        return _skipped(path, "unreadable", f"The file could not be read: {error.strerror or 'unknown error'}.")
    return read_memory_file(path, content)


def _unread(path: str, content: bytes) -> Reading:
    damage = Damage(path, content)
    if not content.strip():
        damage.name("empty-file", "The file holds no text.")
    else:
        damage.name("unknown-format", "The file is of no format that holds memories.")
    return Reading("", skipped=damage.skips)


def _skipped(path: str, code: str, message: str) -> Reading:
    return Reading("", skipped=(Skip(path, 0, 0, code, message),))
