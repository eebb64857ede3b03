from typing import Any

import orjson
import pytest

from memassets.kernel.verdict import Basis
from memassets.read import baseline

BASIS = Basis({"A": 1}, {"f": "1"}, {"a": {"m": "2"}}, {"a": "3"}, "fake", {"seed": 1})
PARAMETERS = {"seed": 1, "size": 20, "asked": 4}
WRITTEN = baseline.written({"p1 hard": 2}, BASIS, **PARAMETERS)
REPORT = {"data": {"ranks": {"p1 hard": 2}, "basis": {"settings": {"seed": 1, "size": 20, "probes": 4}}}}


def test_what_was_frozen_comes_back() -> None:
    found = baseline.baseline(WRITTEN)
    assert baseline.frozen_basis(found) == BASIS
    assert baseline.ranks_for(found, **PARAMETERS, embedder="fake") == {"p1 hard": 2}
    assert baseline.written({"p1 hard": 2}, BASIS, **PARAMETERS) == WRITTEN


@pytest.mark.parametrize("other", [{"seed": 2}, {"size": 21}, {"asked": 5}, {"embedder": "another"}])
def test_ranks_of_other_parameters_are_not_compared_with(other: dict[str, Any]) -> None:
    asked: dict[str, Any] = {**PARAMETERS, "embedder": "fake", **other}
    assert baseline.ranks_for(baseline.baseline(WRITTEN), **asked) is None


def test_the_ranks_of_a_printed_report() -> None:
    assert baseline.committed_ranks(orjson.dumps(REPORT), **PARAMETERS) == {"p1 hard": 2}
    with pytest.raises(ValueError, match=r"^it was taken with --size 20, this run has 30$"):
        baseline.committed_ranks(orjson.dumps(REPORT), seed=1, size=30, asked=4)


@pytest.mark.parametrize("report", [b"", b"[]", b"{}", b'{"data": {"ranks": {"p1 hard": null}, "basis": {}}}', b"\xff"])
def test_what_is_no_report_is_refused_in_one_line(report: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it is no report of `memassets eval discriminate`$"):
        baseline.committed_ranks(report, **PARAMETERS)
