import pytest

from memassets.formats.times import utc


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2026-03-01T08:00:05.000Z", "2026-03-01T08:00:05.000Z"),
        ("2026-03-01T08:00:05Z", "2026-03-01T08:00:05.000Z"),
        ("2026-03-01T08:00:05.123456Z", "2026-03-01T08:00:05.123Z"),
        ("2026-03-01 08:00:05+02:00", "2026-03-01T06:00:05.000Z"),
        ("2026-03-01T01:30:00.000+02:00", "2026-02-28T23:30:00.000Z"),
        ("2026-03-01T08:00:05", None),
        ("2026-03-01", None),
        ("2026-13-01T08:00:05.000Z", None),
        ("0001-01-01T00:00:00+05:00", None),
        ("soon", None),
        ("", None),
        (1767225600, "2026-01-01T00:00:00.000Z"),
        (1767225600.25, "2026-01-01T00:00:00.250Z"),
        (1767225600000, "2026-01-01T00:00:00.000Z"),
        (10**400, None),
        (float("nan"), None),
        (float("inf"), None),
        (-1e300, None),
        (True, None),
        (None, None),
        ({}, None),
    ],
)
def test_a_time_is_utc_or_unknown(value: object, moment: str | None) -> None:
    assert utc(value) == moment
