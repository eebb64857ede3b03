"""llms.txt files: Markdown with a title, a summary in a quote and lists of links, cut at their headings."""

from memassets.formats import markdown_document
from memassets.formats.rows import Reading
from memassets.formats.sections import Sections

FORMAT = "llms-txt"


def read(path: str, content: bytes) -> Reading:
    """One section a heading; a file without the title the format demands is named."""
    sections = Sections(path, content, FORMAT)
    text = sections.damage.decode_lossy()
    first = next((row for row in text.split("\n") if row.strip()), "")
    if first and not first.startswith("# "):
        sections.damage.name("no-title", "The file does not start with a title.", line=1)
    markdown_document.cut(sections, text, 1)
    return sections.reading()
