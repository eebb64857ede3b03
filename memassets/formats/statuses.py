"""The words stores use for a memory's standing -> active, archived or superseded."""

from memassets.formats.damage import Damage
from memassets.formats.rows import MemoryStatus

_WORDS: dict[str, MemoryStatus] = {
    "": "active",
    "active": "active",
    "current": "active",
    "valid": "active",
    "archived": "archived",
    "archive": "archived",
    "deleted": "archived",
    "forgotten": "archived",
    "tombstoned": "archived",
    "superseded": "superseded",
    "replaced": "superseded",
    "outdated": "superseded",
    "obsolete": "superseded",
    "deprecated": "superseded",
}


def status_of(word: str, superseded_by: str | None, damage: Damage, line: int = 1, byte: int = 0) -> MemoryStatus:
    """The standing a word and a successor give; an unknown word is named and counts as active."""
    known = _WORDS.get(word.strip().lower())
    if known is None:
        message = f"The status {word[:40]!r} is not known; it counts as active."
        damage.name("unknown-status", message, line=line, byte=byte)
        known = "active"
    return "superseded" if superseded_by and known == "active" else known
