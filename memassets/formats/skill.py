"""Agent skills: one section, whole, exactly as its emitter wrote it."""

from memassets.formats import front_matter
from memassets.formats.rows import Reading, Section
from memassets.formats.sections import Sections

FORMAT = "skill"


def read(path: str, content: bytes) -> Reading:
    """The skill as one section under its name; a missing name or description is named."""
    sections = Sections(path, content, FORMAT)
    text = sections.damage.decode_lossy()
    matter = front_matter.split(text, sections.damage)
    for field in ("name", "description"):
        if text.strip() and not matter.text(field):
            sections.damage.name(f"no-{field}", f"The skill's front matter gives no {field}.", line=1)
    sections.open(1, matter.text("name"))
    sections.add(text, 1)
    reading = sections.reading()
    if not any(skip.code == "not-utf-8" for skip in reading.skipped):
        text = content.decode("utf-8")
    whole = tuple(Section(s.document, s.heading, s.slug, text, s.line) for s in reading.sections)
    return Reading(FORMAT, sections=whole, skipped=reading.skipped)
