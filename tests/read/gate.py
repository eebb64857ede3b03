"""The read gate as the tests call it: the whole seeded path in one call."""

from memassets.backends.fake_embedder import FakeEmbedder
from memassets.kernel import policy
from memassets.kernel.ports import Embedder
from memassets.kernel.text import claim, kinds, normal
from memassets.kernel.verdict import Verdict
from memassets.read import evaluation
from memassets.read.evaluation import Evaluation


def evaluated(
    seed: int = policy.READ_SEED,
    size: int = policy.READ_SIZE_ROWS,
    asked: int = policy.READ_PROBES,
    floor: float = policy.MRR_FLOOR,
    embedder: Embedder | None = None,
) -> Evaluation:
    return evaluation.evaluate(
        seed=seed, size=size, asked=asked, floor=floor, embedder=embedder or FakeEmbedder(), mode="fake"
    )


def small() -> Verdict:
    """Sixteen probes over eighty facts: enough of every family and polarity, at a fifth of the time."""
    return evaluated(size=80, asked=16).verdict


def codes(verdict: Verdict) -> set[str]:
    return {breach.code for breach in verdict.breaches}


def forget_texts() -> None:
    """Empty the caches of the finders, so that a finder replaced by a test is asked anew, and never after it."""
    finders = (claim.read, claim._content, kinds._kind)
    for cached in (*finders, normal.words, normal.clauses, normal.stem, normal._canonical):
        cached.cache_clear()
