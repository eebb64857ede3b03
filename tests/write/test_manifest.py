"""The frozen manifest as a file: what is written, read back, sealed and compared."""

from typing import Any

import polars as pl
import pytest

from memassets.kernel import frozen as sealing
from memassets.kernel.verdict import Basis
from memassets.write import decisions, manifest

BASIS = Basis({"FLOOR": 1}, {"f": "0"}, {"a": {"m": "1"}}, {"a": "2"}, "", {})


def decided(*rows: tuple[str, str, str | None, str]) -> pl.DataFrame:
    """Rows of (id, decision, rule, digest)."""
    return pl.DataFrame(
        [
            {
                "id": name,
                "tier": "labelled",
                "label": decision,
                "expected": None,
                "gap": "",
                "decision": decision,
                "rule": rule,
                "reason": "secret" if rule else "verbatim",
                "detail": None,
                "digest": digest,
            }
            for name, decision, rule, digest in rows
        ],
        schema=decisions.SCHEMA,
    )


NOW = decided(("a", "write", None, "d1"), ("b", "refuse", "secrets", "d2"))


def frozen() -> dict[str, Any]:
    return manifest.manifest(manifest.written(NOW, BASIS))


def test_what_is_written_is_read_back_sealed_with_one_line_a_candidate() -> None:
    content = manifest.written(NOW, BASIS)
    assert content == manifest.written(NOW.reverse(), BASIS)
    assert sealing.is_sealed(frozen())
    assert sealing.basis_of(frozen()) == BASIS
    line = '    "b": {"decision":"refuse","digest":"d2","reason":"secret","rule":"secrets"}'
    assert line in content.decode().splitlines()


def test_the_same_decisions_have_not_drifted() -> None:
    assert manifest.drift(NOW, frozen()) == []


def test_variants_are_not_frozen() -> None:
    hard = NOW.with_columns(tier=pl.lit("hard"), id=pl.lit("h") + pl.col("id"))
    assert manifest.written(pl.concat([NOW, hard]), BASIS) == manifest.written(NOW, BASIS)


def test_drift_names_the_id_and_where_it_now_stops() -> None:
    now = decided(("a", "refuse", "titles", "d1"), ("b", "refuse", "secrets", "d9"), ("c", "write", None, "d3"))
    assert manifest.drift(now, frozen()) == [
        ("drift", "a", "stops at titles (secret), was: written"),
        ("edited-unfrozen", "b", "stops at secrets (secret)"),
        ("added-unfrozen", "c", "written"),
    ]
    assert manifest.drift(NOW.head(1), frozen()) == [("removed-unfrozen", "b", "gone")]


def test_the_diff_of_two_freezes() -> None:
    before, after = (
        sealing.entries(manifest.rows(NOW)),
        sealing.entries(manifest.rows(decided(("a", "write", None, "d1"), ("c", "write", None, "x")))),
    )
    assert sealing.changes(before, after) == {
        "b": {"was": "stops at secrets (secret)", "now": None},
        "c": {"was": None, "now": "written"},
    }


def test_nothing_frozen_is_empty_and_what_is_no_manifest_has_a_broken_seal() -> None:
    assert manifest.manifest(None) == {}
    assert sealing.basis_of({}) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b'{"entries": []}', b'{"entries": {"a": 1}}', b"\xff"])
def test_a_broken_file_is_not_sealed(content: bytes) -> None:
    broken = manifest.manifest(content)
    assert broken
    assert not sealing.is_sealed(broken)
    assert sealing.basis_of(broken) is None
    assert [code for code, _, _ in manifest.drift(NOW, broken)] == ["added-unfrozen", "added-unfrozen"]
