"""Transcript times as UTC, RFC 3339."""

from datetime import UTC, datetime

_MILLISECONDS_FROM = 100_000_000_000  # as seconds this is the year 5138, so a larger number counts milliseconds


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
