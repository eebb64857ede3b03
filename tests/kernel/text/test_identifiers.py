import pytest

from memassets.kernel.text.identifiers import identifiers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Logs go to /var/log/tide.", ("/var/log/tide",)),
        ("Run it with --dry-run or -n.", ("--dry-run", "-n")),
        ("See https://port.example/a?b=1, please", ("https://port.example/a?b=1",)),
        ("Mail odd@port.example", ("odd@port.example",)),
        ("The flag is tide_guard in src/tide/guard.py", ("tide_guard", "src/tide/guard.py")),
        ("Call tide::guard and C:\\tide\\x.ini", ("tide::guard", "C:\\tide\\x.ini")),
        ("Either and/or both, e.g. at 7 a.m.", ()),
        ("The tide is high. Odd sleeps.", ()),
    ],
)
def test_what_is_an_identifier(text: str, expected: tuple[str, ...]) -> None:
    assert identifiers(text) == expected
