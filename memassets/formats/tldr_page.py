"""tldr pages: the page is one section, its name and its examples belong together."""

from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "tldr-page"


def read(path: str, content: bytes) -> Reading:
    """One section a page, under the command's name."""
    sections = Sections(path, content, FORMAT)
    text = sections.damage.decode_lossy().strip("\n")
    first = next((row for row in text.split("\n") if row.startswith("# ")), "")
    sections.open(1, first.removeprefix("# "))
    sections.add(text, 1)
    return sections.reading()
