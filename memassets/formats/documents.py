"""Which reader a document belongs to, told by its content where that says so, else by its name."""

import posixpath
import re
import zlib
from collections.abc import Callable

from memassets.formats import (
    html_document,
    llms_txt,
    man_page,
    markdown_document,
    skill,
    text_document,
    tldr_page,
)
from memassets.formats.rows import Reading, Skip

HEAD_BYTES = 65_536
LIMIT_UNPACKED_BYTES = 1 << 26  # manuals are packed; what grows beyond this is no manual

_READERS: dict[str, Callable[[str, bytes], Reading]] = {
    html_document.FORMAT: html_document.read,
    llms_txt.FORMAT: llms_txt.read,
    man_page.FORMAT: man_page.read,
    markdown_document.FORMAT: markdown_document.read,
    skill.FORMAT: skill.read,
    text_document.FORMAT: text_document.read,
    tldr_page.FORMAT: tldr_page.read,
}
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]", re.I | re.S)
_HTML_PART = re.compile(r"<(?:article|main|section|h[1-6]|div|p)[\s>]", re.IGNORECASE)
_MARKDOWN_NAMES = (".md", ".markdown", ".mdx")
_TLDR = re.compile(r"# [^\n]+\n\n(?:> [^\n]*\n)+\n- [^\n]+:\n\n`[^\n]+`")
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|```|~~~)|\]\([^()\s]+\)", re.MULTILINE)


def detect(path: str, head: bytes) -> str | None:
    """The format of the document that starts so; None where it is no text."""
    name = posixpath.basename(path).lower().removesuffix(".gz")
    if b"\x00" in head[:8192]:
        return None
    text = head[:HEAD_BYTES].decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").lstrip("\n")
    if name == "skill.md":
        return skill.FORMAT
    if name in ("llms.txt", "llms-full.txt"):
        return llms_txt.FORMAT
    if man_page.is_source(text) or man_page.is_rendered(text):
        return man_page.FORMAT
    is_part = text.lstrip().startswith("<") and not name.endswith(_MARKDOWN_NAMES) and _HTML_PART.search(text)
    if _HTML.match(text) or is_part:
        return html_document.FORMAT
    if _TLDR.match(text):
        return tldr_page.FORMAT
    if text.startswith("---\n") or _MARKDOWN.search(text) or name.endswith(_MARKDOWN_NAMES):
        return markdown_document.FORMAT if not name.endswith(".txt") else text_document.FORMAT
    return text_document.FORMAT


def read_document(path: str, content: bytes) -> Reading:
    """The sections of one document, whatever its format; a packed one is unpacked first."""
    if content.startswith(b"\x1f\x8b"):
        unpacked = _unpacked(content)
        if unpacked is None:
            return _unread(path, "bad-gzip", "The file is packed and cannot be unpacked within bounds.")
        content = unpacked
    if not content.strip():
        return _unread(path, "empty-file", "The file holds no text.")
    found = detect(path, content[:HEAD_BYTES])
    if found is None:
        return _unread(path, "unknown-format", "The file is no text.")
    return _READERS[found](path, content)


def _unpacked(content: bytes) -> bytes | None:
    opened = zlib.decompressobj(wbits=31)
    try:
        unpacked = opened.decompress(content, LIMIT_UNPACKED_BYTES)
    except zlib.error:
        return None
    return unpacked if opened.eof else None


def _unread(path: str, code: str, message: str) -> Reading:
    return Reading("", skipped=(Skip(path, 0, 0, code, message),))
