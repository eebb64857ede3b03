"""Plain text, cut where a line stands out: underlined, or numbered or in capitals between blank lines."""

import re

from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "text"

_UNDERLINE = re.compile(r"([=\-~^*#])\1{2,}\s*$")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+[^\W\d_][^.!?:;]{1,70}$")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9 ,/&()'-]{2,60}:?$")
_LEVELS = "=-~^*#"


def read(path: str, content: bytes) -> Reading:
    """One section a heading line and what stands under it; the whole text where there is none."""
    sections = Sections(path, content, FORMAT)
    rows = sections.damage.decode_lossy().split("\n")
    start = 0
    for number in range(len(rows)):
        level = _level(rows, number)
        if level:
            sections.add("\n".join(rows[start:number]), start + 1)
            sections.open(level, rows[number].strip().rstrip(":"))
            start = number
    sections.add("\n".join(rows[start:]), start + 1)
    return sections.reading()


def _level(rows: list[str], number: int) -> int:
    """How deep a heading the line is; 0 for none."""
    row = rows[number].rstrip()
    below = rows[number + 1] if number + 1 < len(rows) else ""
    above = rows[number - 1] if number else ""
    if not row or row[0].isspace() or (above.strip() and not _UNDERLINE.match(above)):
        return 0
    under = _UNDERLINE.match(below)
    if under and len(below.rstrip()) >= min(len(row), 3) and re.search(r"\w", row) and len(row) <= 100:
        return 1 + _LEVELS.index(under[1])
    if below.strip():
        return 0
    numbered = _NUMBERED.match(row)
    if numbered:
        return 1 + numbered[1].count(".")
    return 1 if _CAPITALS.match(row) and len(re.findall("[A-Z]", row)) > 2 else 0
