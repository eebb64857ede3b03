"""Where the product's own data lies: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

from memassets.kernel import digests

_PACKAGE = Path(__file__).resolve().parent.parent


def root() -> Path:
    """The fixtures folder."""
    inside = _PACKAGE / "fixtures"
    return inside if inside.is_dir() else _PACKAGE.parent / "fixtures"


def content(name: str) -> bytes:
    """The bytes of one fixture, named as a path under fixtures/ ("read/topics.json")."""
    return (root() / name).read_bytes()


def digest(name: str) -> str:
    """The digest of one fixture's bytes."""
    return digests.of_bytes(content(name))
