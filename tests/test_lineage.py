from dataclasses import replace
from typing import Any

import pytest

from memassets import lineage
from memassets.kernel.verdict import Basis

GREEN = Basis(
    policy={"MRR_FLOOR": 0.85, "RRF_K": 60},
    fixtures={"read/topics.json": "f1"},
    code={
        "read/topics": {"memassets.read.topics": "a1"},
        "read/facts": {"memassets.kernel.draw": "b1", "memassets.read.facts": "b2"},
        "read/rankings": {"memassets.read.bm25": "c1"},
    },
    data={"read/topics": "d1", "read/facts": "d2", "read/rankings": "d3"},
    embedder="fake-1",
    settings={"seed": 1},
)


def named(now: Basis) -> list[tuple[str, str, str]]:
    return [(change.kind, change.asset, change.what) for change in lineage.changes(GREEN, now)]


def code(asset: str, modules: dict[str, str]) -> dict[str, dict[str, str]]:
    return {**GREEN.code, asset: modules}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"policy": {"MRR_FLOOR": 0.5, "RRF_K": 60}}, [("policy", "", "MRR_FLOOR")]),
        ({"settings": {"seed": 2}}, [("setting", "", "seed")]),
        ({"revision": "r2"}, [("revision", "", "the store")]),
        ({"fixtures": {"read/topics.json": "f2"}}, [("fixture", "read/topics", "read/topics.json")]),
        ({"embedder": "fake-2"}, [("embedder", "read/rankings", "embedder")]),
        (
            {"code": code("read/rankings", {"memassets.read.bm25": "c2"})},
            [("code", "read/rankings", "memassets.read.bm25")],
        ),
        (
            {"code": code("read/rankings", {"memassets.read.bm25": "c1", "memassets.read.fuse": "n"})},
            [("code", "read/rankings", "memassets.read.fuse")],
        ),
        ({"code": code("read/rankings", {})}, [("code", "read/rankings", "memassets.read.bm25")]),
        (
            {"data": {**GREEN.data, "read/facts": "x", "read/rankings": "y"}},
            [("configuration", "read/facts", "same inputs, same code, new data")],
        ),
    ],
)
def test_each_kind_of_change_is_named_once_and_its_consequences_are_not(
    changed: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    moved = {"data": {**GREEN.data, "read/rankings": "z"}} if changed else {}
    assert named(replace(GREEN, **{**moved, **changed})) == expected


def test_upstream_most_comes_first_and_the_kernel_before_its_asset() -> None:
    now = replace(
        GREEN,
        policy={"MRR_FLOOR": 0.85, "RRF_K": 61},
        fixtures={"read/topics.json": "f2"},
        code={
            "read/topics": {"memassets.read.topics": "a1"},
            "read/facts": {"memassets.kernel.draw": "B", "memassets.read.facts": "B"},
            "read/rankings": {"memassets.read.bm25": "C"},
        },
    )
    assert [what for _, _, what in named(now)] == [
        "RRF_K",
        "read/topics.json",
        "memassets.kernel.draw",
        "memassets.read.facts",
        "memassets.read.bm25",
    ]


def test_a_module_that_only_moved_to_another_asset_did_not_change() -> None:
    now = replace(
        GREEN,
        code={
            "read/topics": {"memassets.read.topics": "a1", "memassets.kernel.draw": "b1"},
            "read/facts": {"memassets.read.facts": "b2"},
            "read/rankings": {"memassets.read.bm25": "c1"},
        },
    )
    assert named(now) == []


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("1", "2", "code m changed (enters at read/facts)"),
        ("", "2", "code m is new (enters at read/facts)"),
        ("1", "", "code m is gone (enters at read/facts)"),
    ],
)
def test_a_change_says_what_became_of_a_module(was: str, now: str, sentence: str) -> None:
    assert lineage.Change("code", "read/facts", "m", was, now).sentence == sentence


def test_without_a_history_the_frozen_baseline_is_what_is_compared_with() -> None:
    assert lineage.since_green(GREEN, None, GREEN).against == "the frozen baseline"
    assert lineage.since_green(GREEN, (GREEN, "r1"), GREEN).against == "the last green verdict, of run r1"
