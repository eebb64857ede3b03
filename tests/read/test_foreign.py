"""A ranker of somebody else's under the gate, and everything that can be wrong with it."""

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memassets.backends.command_ranker import CommandRanker
from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import policy
from memassets.kernel.ports import Unavailable
from memassets.kernel.verdict import Verdict
from memassets.read import evaluation, retrieval
from memassets.read.foreign import Answer

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "ranker_example.py"


class Own:
    """The built-in ranker's places as somebody else's scores, then changed."""

    id = "own"

    def __init__(self, change: Callable[[Answer], Answer]) -> None:
        self._change = change

    def rank(self, memories: Sequence[tuple[str, str]], queries: Sequence[str]) -> list[Answer]:
        gists, bodies = zip(*(text.partition("\n")[::2] for _, text in memories), strict=True)
        found = retrieval.Index(gists, bodies, FakeEmbedder()).ask(queries)
        return [self._change([(memories[row][0], 1 / one.rank[row]) for row in one.order]) for one in found]


def judged(change: Callable[[Answer], Answer], asked: int = 4) -> Verdict:
    return evaluation.evaluate(
        seed=policy.READ_SEED,
        size=40,
        asked=asked,
        floor=policy.MRR_FLOOR,
        embedder=FakeEmbedder(),
        mode="ranker",
        ranker=Own(change),
    ).verdict


def test_a_ranker_that_is_right_passes() -> None:
    found = judged(lambda answer: answer, asked=16)
    assert found.breaches == ()
    assert (found.measured["degradedProbes"], found.measured["arms"], found.basis.embedder) == (None, None, "own")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda answer: [(name, 1.0) for name, _ in answer], "ranker, constant scores"),
        (lambda answer: [(answer[0][0], float("nan")), *answer[1:]], "ranker, scores that are not numbers"),
        (lambda answer: [(answer[0][0], None), *answer[1:]], "ranker, missing scores"),
        (lambda answer: [*answer, answer[0]], "ranker, duplicate ids"),
        (lambda answer: [*answer, ("nobody", 0.5)], "ranker, unknown ids"),
        (lambda answer: [(name, -(score or 0)) for name, score in answer], "ranker, inverted scores"),
    ],
)
def test_bad_scores_are_named(change: Callable[[Answer], Answer], where: str) -> None:
    found = judged(change)
    assert [breach.where for breach in found.breaches if breach.code == "bad-scores"] == [where]


def test_a_ranker_that_goes_by_ids_is_seen() -> None:
    found = judged(lambda answer: [(name, float(int(name[2:], 16))) for name, _ in answer])
    assert "order-dependent" in {breach.code for breach in found.breaches}


def python(source: str) -> CommandRanker:
    return CommandRanker(shlex.join([sys.executable, "-c", source]))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import sys; sys.exit('no index here')", r"ended \(exit 1\) before it answered query 1 of 2: no index here"),
        ("print('hello')", r"answered query 1 of 2 with 'hello\\n?'|answered query 1 of 2 with 'hello'"),
        ('print(\'{"ranking": [{"score": 1}]}\')', "answered query 1 of 2"),
        ("print('{\"ranking\": []}')", r"ended \(exit 0\) before it answered query 2 of 2"),
        ("import os; os.kill(os.getpid(), 9)", r"ended \(signal 9\)"),
        ("import threading; threading.Event().wait()", r"did not answer query 1 of 2 within 0\.2 seconds"),
    ],
)
def test_a_command_that_fails_gives_one_line(source: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "RANKER_ANSWER_SECONDS", 0.2 if "Event" in source else 30)
    with pytest.raises(Unavailable, match=told) as reason:
        python(source).rank([("a", "text")], ["one", "two"])
    assert len(str(reason.value).splitlines()) == 1


def test_a_command_that_cannot_be_run_is_named() -> None:
    with pytest.raises(Unavailable, match="cannot be run"):
        CommandRanker("no-such-command-at-all").rank([("a", "text")], ["one"])
    with pytest.raises(ValueError, match="--ranker"):
        CommandRanker("'open quote")


def test_the_example_goes_by_content_alone_and_is_no_match_for_the_gate() -> None:
    found = evaluation.evaluate(
        seed=policy.READ_SEED,
        size=40,
        asked=16,
        floor=policy.MRR_FLOOR,
        embedder=FakeEmbedder(),
        mode="ranker",
        ranker=CommandRanker(shlex.join([sys.executable, str(EXAMPLE)])),
    ).verdict
    assert {breach.code for breach in found.breaches} == {"tie", "below-floor"}


def test_the_example_answers() -> None:
    ranker = CommandRanker(shlex.join([sys.executable, str(EXAMPLE)]))
    memories = [("a", "the kiln is cold"), ("b", "the kiln is hot")]
    (found,) = ranker.rank(memories, ["hot kiln"])
    assert {name: score for name, score in found if score}["b"] > {name: score for name, score in found if score}["a"]
