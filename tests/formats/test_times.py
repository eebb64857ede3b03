import pytest

from memassets.formats.damage import Damage
from memassets.formats.times import instant, instant_of, utc


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


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-08-30", "2026-08-30T00:00:00Z"),
        ("2024-08-01T00:00:00-07:00", "2024-08-01T07:00:00Z"),
        ("2026-03-01T07:12:00.000000+00:00", "2026-03-01T07:12:00Z"),
        ("2026-03-01 07:12:00.250 UTC", "2026-03-01T07:12:00.25Z"),
        ("2026-03-01 07:12:00.25+00", "2026-03-01T07:12:00.25Z"),
        ("2026-03-01T07:12Z", "2026-03-01T07:12:00Z"),
        ("2026-03-01T07:12:00", None),
        ("2026-02-30", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_written_times(written: str, expected: str | None) -> None:
    assert instant(written) == expected


@pytest.mark.parametrize(
    ("written", "codes"), [("2026-03-01 07:12", ["time-without-zone"]), ("soon", ["not-a-time"]), ("", [])]
)
def test_what_gives_no_instant_is_named(written: str, codes: list[str]) -> None:
    damage = Damage("a", b"")
    assert instant_of(written, damage) is None
    assert [skip.code for skip in damage.skips] == codes
