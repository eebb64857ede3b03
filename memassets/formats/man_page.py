"""Manual pages, as roff source in either macro set or as a terminal shows them, cut at their headings."""

import re

from memassets.formats import man_macros, mdoc_macros
from memassets.formats.roff import Layout
from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "man-page"
LIMIT_TITLE_CHARS = 4_096  # the widest terminal; a longer line is no head or foot of a page

_OVERSTRIKE = re.compile(".\x08", re.DOTALL)
_SOURCE = re.compile(r"^[.'][ \t]*(?:TH|Dd|Dt|SH|Sh|so)\s", re.MULTILINE)
_RENDERED = re.compile(r"\s*(\S(?: ?\S){0,60}\([0-9n][A-Za-z0-9]*\))\s{2,}(?:\S.*\s{2,})?\1\s*$")
_FOOTER = re.compile(r"\S.*\s{2,}\S.*\s{2,}\S+$")
_ELSEWHERE = re.compile(r"^\.so\s+(\S+)", re.MULTILINE)


def is_source(text: str) -> bool:
    """Whether a text is roff source of a manual page."""
    return text.startswith((".", "'")) and _SOURCE.search(text) is not None


def is_rendered(text: str) -> bool:
    """Whether a text is a page as a terminal shows it: its title at both ends of its first line."""
    first = next((row for row in without_overstrikes(text).split("\n") if row.strip()), "")
    return len(first) < LIMIT_TITLE_CHARS and _RENDERED.match(first) is not None


def without_overstrikes(text: str) -> str:
    """The characters a printer's back-and-strike-again leaves visible."""
    return _OVERSTRIKE.sub("", text)


def read(path: str, content: bytes) -> Reading:
    """One section a heading, as the text a person reads; a page's head and foot lines are left out."""
    sections = Sections(path, content, FORMAT)
    text = sections.damage.decode_lossy(without_overstrikes)
    rows = text.split("\n")
    if not is_source(text.lstrip("\n")):
        _cut_rendered(rows, sections)
        return sections.reading()
    elsewhere = _ELSEWHERE.search(text)
    if elsewhere:
        told = f"The page includes {elsewhere[1][:80]!r}, which is not followed."
        sections.damage.at_line(text.count("\n", 0, elsewhere.start()) + 1, "included-file", told)
    layout = Layout(sections)
    macros = mdoc_macros if re.search(r"^\.(?:Dd|Dt|Sh)\s", text, re.MULTILINE) else man_macros
    macros.lay_out(rows, layout)
    reading = sections.reading()
    if not reading.sections and not reading.skipped:
        sections.damage.name("empty-file", "The page shows no text.")
    return sections.reading()


def _cut_rendered(rows: list[str], sections: Sections) -> None:
    title = next((match[1] for row in rows if len(row) < LIMIT_TITLE_CHARS and (match := _RENDERED.match(row))), "")
    start = 0
    kept: list[str] = []
    for number, row in enumerate(rows):
        level = _level(rows, number)
        furniture = (
            title
            and len(row) < LIMIT_TITLE_CHARS
            and row.rstrip().endswith(title)
            and (_RENDERED.match(row) or _FOOTER.match(row))
        )
        last = title and len(row) < LIMIT_TITLE_CHARS and not any(rows[number + 1 : number + 4])
        if furniture or (last and _FOOTER.match(row)):
            continue
        if level:
            sections.add("\n".join(kept), start + 1)
            sections.open(level, row)
            start, kept = number, []
        kept.append(row)
    sections.add("\n".join(kept), start + 1)


def _level(rows: list[str], number: int) -> int:
    """1 for a heading at the margin, 2 for one a little in from it, 0 for text."""
    row = rows[number].rstrip()
    indent = len(row) - len(row.lstrip(" "))
    if not row or indent not in (0, 2, 3) or (number and rows[number - 1].strip()) or len(row) > 78:
        return 0
    below = rows[number + 1] if number + 1 < len(rows) else ""
    deeper = len(below) - len(below.lstrip(" ")) > indent
    return (1 if indent == 0 else 2) if deeper or (indent == 0 and row.isupper()) else 0
