"""Times as transcripts and as memories write them -> UTC, RFC 3339."""

import re
from datetime import UTC, date, datetime

from memassets.formats.damage import Damage

_MILLISECONDS_FROM = 100_000_000_000  # as seconds this is the year 5138, so a larger number counts milliseconds
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)
_INSTANT = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d+)? ?(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?\Z", re.ASCII
)


def utc(value: object) -> str | None:
    """A time as UTC, RFC 3339, to the millisecond; None where it is unknown.

    `value` is an ISO 8601 text with a zone, or a number of seconds (from 1e11 on: milliseconds) since 1970. A
    text without a zone is unknown, not local. Raises nothing.
    """
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is None:
                return None
            if len(value) == 24 and value[10] == "T" and value[19] == "." and value[23] == "Z":
                return value  # as it would be written, and as most transcripts write it
            if moment.tzinfo is not UTC:
                moment = moment.astimezone(UTC)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(value / 1000 if value >= _MILLISECONDS_FROM else value, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return moment.isoformat(timespec="milliseconds")[:-6] + "Z"


def instant(written: str) -> str | None:
    """The time a memory's field names, as UTC, to the fraction it is written with; None where it is unknown.

    A plain date is its midnight, a time without a zone is unknown.
    """
    text = written.strip()
    if _DATE.match(text):
        return f"{text}T00:00:00Z" if _is_date(text) else None
    match = _INSTANT.match(text)
    if match is None or match[5] is None:
        return None
    zone = "+00:00" if match[5] in ("Z", "z", "UTC") else match[5]
    fraction = (match[4] or "")[:7]
    try:
        moment = datetime.fromisoformat(f"{match[1]}T{match[2]}{match[3] or ':00'}{zone}").astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    digits = fraction.rstrip("0").rstrip(".")
    return moment.replace(tzinfo=None).isoformat() + digits + "Z"


def instant_of(written: str, damage: Damage, line: int = 1, byte: int = 0) -> str | None:
    """`instant` for a field that may be empty; what gives none is named."""
    found = instant(written)
    if found is None and written.strip():
        match = _INSTANT.match(written.strip())
        zoneless = match is not None and match[5] is None
        code = "time-without-zone" if zoneless else "not-a-time"
        reason = "does not say its zone" if zoneless else "is not a time"
        message = f"{written.strip()[:40]!r} {reason}; the time is unknown."
        damage.name(code, message, line=line, byte=byte)
    return found


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
