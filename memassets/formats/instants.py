"""Written times -> UTC, RFC 3339."""

import re
from datetime import UTC, date, datetime

from memassets.formats.damage import Damage

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)
_INSTANT = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d+)? ?(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?\Z", re.ASCII
)


def utc(written: str) -> str | None:
    """The instant a text names, as UTC; a plain date is its midnight, a time without a zone is unknown."""
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
    """The same for a field that may be empty; what gives no instant is named."""
    found = utc(written)
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
