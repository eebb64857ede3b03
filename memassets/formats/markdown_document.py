"""Markdown documents, cut at their headings; a heading inside a code fence or a comment is none."""

import re

from memassets.formats import front_matter
from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "markdown"
LIMIT_HEADING_CHARS = 2_000  # a longer line is no heading

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r"\s*(?:[-*+>]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$")
_NO_TITLE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]|`{3}|~{3}|<)|\s{4}|\s*$")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")


def read(path: str, content: bytes) -> Reading:
    """One section a heading, its own line included, and one for the text before the first."""
    sections = Sections(path, content, FORMAT)
    matter = front_matter.split(sections.damage.decode_lossy(), sections.damage)
    cut(sections, matter.body, matter.body_line)
    return sections.reading()


def cut(sections: Sections, text: str, first_line: int) -> None:
    """Add the sections of a Markdown text that starts on this line of its document."""
    rows = text.split("\n")
    start = 0
    fence = ""
    comment = False
    for number, row in enumerate(rows):
        mark = _FENCE.match(row)
        if fence:
            closes = mark and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if closes else fence
            continue
        if comment or "<!--" in row:
            comment = "-->" not in row.rpartition("<!--")[2]
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
            continue
        found = _heading(rows, number, start)
        if found:
            level, name, begins = found
            sections.add("\n".join(rows[start:begins]), first_line + start)
            sections.open(level, name)
            start = begins
    sections.add("\n".join(rows[start:]), first_line + start)


def _heading(rows: list[str], number: int, start: int) -> tuple[int, str, int] | None:
    """The level, the name and the first line of the heading that ends on a line."""
    match = _HEADING.match(rows[number]) if len(rows[number]) < LIMIT_HEADING_CHARS else None
    if match:
        return len(match[1]), _plain(match[2] or ""), number
    under = _UNDERLINE.match(rows[number])
    above = rows[number - 1] if number > start else ""
    alone = number - 1 <= start or not rows[number - 2].strip() or _HEADING.match(rows[number - 2]) is not None
    if under and alone and len(above) < LIMIT_HEADING_CHARS and not _NO_TITLE.match(above):
        return (1 if under[1][0] == "=" else 2), _plain(above), number - 1
    return None


def _plain(heading: str) -> str:
    return _LINK.sub(r"\1", heading).replace("`", "").replace("**", "").strip()
