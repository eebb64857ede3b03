"""The gate refuses whatever is not measured, fresh and green."""

from dataclasses import replace

import polars as pl
import pytest

from memassets.kernel import policy
from memassets.kernel.verdict import Breach, Verdict, basis_of
from memassets.store import gate

REVISION, EMBEDDER = "r7", "fake-1"


def green(name: str) -> Verdict:
    """A fresh pass of today's code."""
    of_store = name == "store"
    measured_with = EMBEDDER if name in ("read", "store") else ""
    basis = basis_of(gate.GUARDS[name], {}, {}, {}, measured_with, REVISION if of_store else None)
    return Verdict(name, 1.0, 0.9, (), skipped=False, basis=basis)


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict | None]:
    return {name: green(name) for name in gate.GUARDS}


def refused(verdicts: dict[str, Verdict | None], **changed: Verdict | None) -> dict[str, gate.State] | None:
    return gate.refuse({**verdicts, **changed}, EMBEDDER, REVISION)


def test_green_and_fresh_lands(verdicts: dict[str, Verdict | None]) -> None:
    assert refused(verdicts) is None


@pytest.mark.parametrize("name", gate.GUARDS)
def test_each_gate_guards(name: str, verdicts: dict[str, Verdict | None]) -> None:
    found = verdicts[name]
    assert found is not None
    assert refused(verdicts, **{name: None}) == {name: "missing"}
    assert refused(verdicts, **{name: replace(found, skipped=True)}) == {name: "skipped"}
    red = replace(found, breaches=(Breach("inversion", "all", 1, 0),), score=0.99)
    assert refused(verdicts, **{name: red}) == {name: "failed"}
    old = replace(found, basis=replace(found.basis, code={}))
    assert refused(verdicts, **{name: old}) == {name: "stale"}


def test_every_refusal_is_listed(verdicts: dict[str, Verdict | None]) -> None:
    assert gate.refuse({}, EMBEDDER, REVISION) == dict.fromkeys(gate.GUARDS, "missing")


def test_a_verdict_of_another_gate_is_no_verdict(verdicts: dict[str, Verdict | None]) -> None:
    assert refused(verdicts, write=verdicts["merge"]) == {"write": "missing"}


def test_a_verdict_of_another_embedder_never_counts(verdicts: dict[str, Verdict | None]) -> None:
    found = verdicts["read"]
    assert found is not None
    live = replace(found, basis=replace(found.basis, embedder="live"))
    assert refused(verdicts, read=live) == {"read": "stale"}


def test_another_revision_of_the_store_is_stale(verdicts: dict[str, Verdict | None]) -> None:
    assert gate.refuse(verdicts, EMBEDDER, "r8") == {"store": "stale"}


def test_a_changed_floor_or_fixture_is_stale(
    verdicts: dict[str, Verdict | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdicts["write"]
    assert found is not None
    other = replace(found, basis=replace(found.basis, fixtures={"write/candidates.jsonl": "another"}))
    assert refused(verdicts, write=other) == {"write": "stale"}
    gone = replace(found, basis=replace(found.basis, fixtures={"write/no-such.jsonl": "another"}))
    assert refused(verdicts, write=gone) == {"write": "stale"}
    monkeypatch.setattr(policy, "ACCEPTANCE_FLOOR", 0.5)
    assert refused(verdicts) == {"merge": "stale"}


def probes(**rows: tuple[int | None, str]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "probe": name,
                "tier": "content",
                "control": f"{name}-twin",
                "target": name,
                "target_rank": rank,
                "outcome": o,
            }
            for name, (rank, o) in rows.items()
        ],
        schema_overrides={"target_rank": pl.Int64},
    )


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (probes(a=(1, "above"), b=(2, "above")), []),
        (probes(a=(1, "above")), []),
        (probes(a=(1, "above"), b=(1, "above")), []),
        (probes(a=(2, "above"), b=(2, "above")), ["a"]),
        (probes(a=(1, "tie"), b=(2, "above")), ["a"]),
        (probes(a=(None, "missing"), b=(3, "inverted")), ["a", "b"]),
    ],
)
def test_a_probe_made_worse_refuses_and_is_named(after: pl.DataFrame, expected: list[str]) -> None:
    before = probes(a=(1, "above"), b=(2, "above"))
    assert gate.worse(before, after) == expected
    assert gate.decided(None, expected, {})["allowed"] is (expected == [])


def test_an_empty_store_has_nothing_that_a_plan_could_make_worse(verdicts: dict[str, Verdict | None]) -> None:
    found = verdicts["store"]
    assert found is not None
    empty = replace(found, breaches=(Breach("empty-store", "all", 0, 1),), score=0.0)
    assert refused(verdicts, store=empty) is None
    damaged = replace(empty, breaches=(*empty.breaches, Breach("damaged-file", "a.md", 1, 0)))
    assert refused(verdicts, store=damaged) == {"store": "failed"}
    assert gate.decided({"store": "failed"}, [], {"store": damaged})["reasons"]["store"].startswith("all")
