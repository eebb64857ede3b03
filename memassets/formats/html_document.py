"""HTML documents, cut at h1 to h6, as the text a person sees."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from memassets.formats import html_text
from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "html"

_OPENING = re.compile(r"<h([1-6])[\s>]", re.IGNORECASE)
_ASIDE = frozenset({"nav", "footer", "aside"})


def read(path: str, content: bytes) -> Reading:
    """One section a heading, wherever in the tree it stands; navigation and footers are left out."""
    sections = Sections(path, content, FORMAT)
    text = sections.damage.decode_lossy()
    if not text.strip():
        return sections.reading()
    tree = html_text.parse(text.encode())
    if tree is None:
        sections.damage.name("nested-too-deep", "The file nests its elements too deeply to be read.", line=1)
        return sections.reading()
    root = tree.css_first("main") or tree.body
    title = tree.css_first("head title")
    if title is not None and not tree.css_first("h1"):
        sections.open(0, title.text())
    places = _places(text)
    line = 1
    for heading, level, part in html_text.parts_of(root, _is_aside) if root is not None else ():
        if level:
            sections.open(level, heading)
            line = next((place for found, place in places if found == level), line)
        sections.add(part, line)
    reading = sections.reading()
    if not reading.sections and not reading.skipped:
        sections.damage.name("empty-file", "The file shows no text.")
    return sections.reading()


def _places(text: str) -> Iterator[tuple[int, int]]:
    """The level and line of each heading, as the text is written."""
    line, counted = 1, 0
    for match in _OPENING.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        yield int(match[1]), line


def _is_aside(node: LexborNode) -> bool:
    return node.tag in _ASIDE
