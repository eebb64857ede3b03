import pytest

from memassets.formats.damage import Damage
from memassets.formats.instants import instant_of, utc


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
    assert utc(written) == expected


@pytest.mark.parametrize(
    ("written", "codes"), [("2026-03-01 07:12", ["time-without-zone"]), ("soon", ["not-a-time"]), ("", [])]
)
def test_what_gives_no_instant_is_named(written: str, codes: list[str]) -> None:
    damage = Damage("a", b"")
    assert instant_of(written, damage) is None
    assert [skip.code for skip in damage.skips] == codes
