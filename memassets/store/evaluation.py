"""The store's own question in one call, for the shell: reads the vault, writes nothing, needs no instance."""

from pathlib import Path

from memassets.kernel.ports import Embedder, Ranker
from memassets.kernel.verdict import Verdict
from memassets.read.verdict import ARMS, FOREIGN
from memassets.store import contradictions, memories, rankings, verdict


def evaluate(
    vault: Path,
    *,
    seed: int,
    asked: int,
    floor: float,
    embedder: Embedder,
    mode: str,
    ranker: Ranker | None = None,
) -> Verdict:
    """The verdict on the memories of a folder."""
    found = memories.memories(vault)
    return verdict.verdict(
        found,
        rankings.rankings(found, embedder, seed=seed, count=asked, ranker=ranker),
        contradictions.contradictions(memories.active(found)),
        settings={"seed": seed, "probes": asked, "mrrFloor": floor},
        embedder=ranker.id if ranker else embedder.id,
        mode=mode,
        arms=FOREIGN if ranker else ARMS,
    )
