"""Everything that a broken ranker could do, and the breaches it is seen by."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel.ports import Vectors
from memassets.kernel.text import negation, normal, numbers
from memassets.read import discriminate, rankings, retrieval, twins
from memassets.read.bm25 import Bm25
from tests.read.gate import codes, evaluated, forget_texts, small

Scores = npt.NDArray[np.float32]


@pytest.fixture(autouse=True)
def fresh_texts() -> Iterator[None]:
    forget_texts()
    yield
    forget_texts()


class Changed:
    """The fake embedder with its vectors changed."""

    id = "changed"

    def __init__(self, change: Callable[[Vectors, str], Vectors]) -> None:
        self._change = change

    def embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> Vectors:
        return self._change(FakeEmbedder().embed(texts, kind), kind)


def test_the_small_gate_is_green_unchanged() -> None:
    found = small()
    assert codes(found) == set()
    assert found.passed
    assert found.measured["probes"] == 16


# tokens ---------------------------------------------------------------------------------------------------------


def keep_only(monkeypatch: pytest.MonkeyPatch, kept: Callable[[str], bool]) -> None:
    real = numbers.tokens
    monkeypatch.setattr(numbers, "tokens", lambda text: tuple(t for t in real(text) if kept(t)))


def test_numbers_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_only(monkeypatch, lambda token: not numbers.is_number(token))
    found = small()
    assert codes(found) == {"no-probes"}
    assert [breach.where for breach in found.breaches] == ["family numeric", "family unit"]


def test_one_character_tokens_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_only(monkeypatch, lambda token: len(token) > 1)
    assert codes(small()) == {"undecidable"}


def test_one_character_words_dropped_by_the_normaliser(monkeypatch: pytest.MonkeyPatch) -> None:
    real = normal.words
    monkeypatch.setattr(normal, "words", lambda text: tuple(t for t in real(text) if len(t) > 1))
    assert codes(small()) == {"undecidable"}


def test_negation_cues_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    cues = negation.CUES
    keep_only(monkeypatch, lambda token: token not in cues)
    found = small()
    assert codes(found) == {"no-probes"}
    assert [breach.where for breach in found.breaches] == ["family negation"]


def test_negation_cues_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(negation, "CUES", frozenset())
    assert codes(small()) == {"no-probes"}


def test_negation_cues_stop_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normal, "STOP_WORDS", normal.STOP_WORDS | negation.CUES)
    found = small()
    assert codes(found) == {"degraded"}
    assert [breach.where for breach in found.breaches] == ["lexical arm, family negation"]


def test_qualifiers_unknown_to_the_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    from memassets.kernel.text import qualifiers

    monkeypatch.setattr(qualifiers, "QUALIFIERS", frozenset())
    found = small()
    assert codes(found) == {"no-probes"}
    assert [breach.where for breach in found.breaches] == ["family qualifier"]


# scores ---------------------------------------------------------------------------------------------------------


def rescore(monkeypatch: pytest.MonkeyPatch, change: Callable[[Scores], Scores]) -> None:
    real = Bm25.scores
    monkeypatch.setattr(Bm25, "scores", lambda self, query: change(real(self, query)).astype(np.float32))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda s: np.ones_like(s), {"degraded"}, id="constant"),
        pytest.param(lambda s: np.zeros_like(s), {"degraded"}, id="dead"),
        pytest.param(lambda s: np.full_like(s, np.nan), {"degraded"}, id="not numbers"),
        pytest.param(lambda s: np.where(np.arange(len(s)) == 5, np.nan, s), {"degraded"}, id="one not a number"),
        pytest.param(lambda s: np.where(np.arange(len(s)) == 5, np.inf, s), {"degraded"}, id="one infinite"),
        pytest.param(lambda s: -s, {"degraded"}, id="negative"),
        pytest.param(lambda s: s.max() - s, {"bad-scores", "below-floor", "inversion", "tie"}, id="inverted"),
    ],
)
def test_lexical_scores(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Scores], Scores], expected: set[str]
) -> None:
    rescore(monkeypatch, change)
    assert codes(small()) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda v, kind: np.zeros_like(v), {"degraded"}, id="zeros"),
        pytest.param(lambda v, kind: np.full_like(v, np.nan), {"degraded"}, id="not numbers"),
        pytest.param(lambda v, kind: np.ones_like(v) / 32, {"degraded"}, id="constant"),
        pytest.param(lambda v, kind: -v if kind == "query" else v, {"degraded"}, id="opposite"),
        pytest.param(lambda v, kind: -v + (1 / 32) if kind == "query" else v, {"bad-scores"}, id="inverted"),
    ],
)
def test_vectors(change: Callable[[Vectors, str], Vectors], expected: set[str]) -> None:
    found = evaluated(size=80, asked=16, embedder=Changed(change)).verdict
    assert codes(found) == expected
    if expected == {"degraded"}:
        assert found.measured["degradedProbes"] == 16


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda f: np.ones_like(f), {"bad-scores", "degraded", "inversion", "below-floor"}, id="constant"),
        pytest.param(
            lambda f: np.full_like(f, np.nan),
            {"bad-scores", "degraded", "missing-target", "below-floor"},
            id="not numbers",
        ),
        pytest.param(
            lambda f: np.zeros_like(f), {"bad-scores", "degraded", "missing-target", "below-floor"}, id="missing"
        ),
        pytest.param(lambda f: np.where(f > 0, 1 - f, 0), {"inversion", "tie", "below-floor"}, id="inverted"),
    ],
)
def test_fused_scores(
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[retrieval.Floats], retrieval.Floats],
    expected: set[str],
) -> None:
    real = retrieval.fuse
    monkeypatch.setattr(retrieval, "fuse", lambda arms: change(real(arms)))
    assert codes(small()) == expected


def test_evidence_that_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discriminate, "evidence", lambda asked, gists, wholes: np.zeros(len(gists)))
    assert codes(small()) == {"tie", "undecidable", "below-floor"}


def test_evidence_the_wrong_way_round(monkeypatch: pytest.MonkeyPatch) -> None:
    real = discriminate.evidence
    monkeypatch.setattr(discriminate, "evidence", lambda asked, gists, wholes: -real(asked, gists, wholes))
    assert codes(small()) == {"inversion", "below-floor"}


def test_no_discriminating_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discriminate, "near_sets", lambda drawn: [])
    assert codes(evaluated().verdict) == {"tie", "below-floor", "worse-than-frozen"}


# rows -----------------------------------------------------------------------------------------------------------


def test_ties_broken_by_row_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_come(scores: retrieval.Arm) -> retrieval.Floats:
        rank = np.empty(len(scores))
        rank[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
        return rank

    monkeypatch.setattr(retrieval, "shared_ranks", first_come)
    assert codes(evaluated().verdict) == {"order-dependent"}


def test_archived_rows_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(facts: pl.DataFrame, controls: pl.DataFrame) -> pl.DataFrame:
        columns = ("id", "gist", "body", "status")
        injected = controls.filter("kept").with_columns(status=pl.lit("active"))
        return pl.concat([facts.select(columns), injected.select(columns)])

    monkeypatch.setattr(rankings, "_ranked_rows", everything)
    assert codes(small()) == {"scope-leak"}


def test_a_target_that_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    real = rankings._ranked_rows

    def hidden(facts: pl.DataFrame, controls: pl.DataFrame) -> pl.DataFrame:
        rows = real(facts, controls)
        lost = pl.col("id") == controls["target"][0]
        blank = pl.lit("")
        return rows.with_columns(
            gist=pl.when(lost).then(blank).otherwise("gist"), body=pl.when(lost).then(blank).otherwise("body")
        )

    monkeypatch.setattr(rankings, "_ranked_rows", hidden)
    found = small()
    assert codes(found) == {"missing-target", "below-floor"}
    assert found.measured["missing"] == 2
    assert found.measured["discriminated"] == 15


def test_controls_that_are_all_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "_diverges", lambda family, gist, flipped, body: False)
    found = small()
    assert [(breach.code, breach.where) for breach in found.breaches] == [("no-probes", "all")]
    assert found.score == 0.0


def test_fewer_probes_built_than_asked() -> None:
    found = evaluated(size=20, asked=36).verdict
    assert codes(found) == {"too-few-probes"}
    assert [(b.observed, b.limit) for b in found.breaches] == [(20, 36)]
