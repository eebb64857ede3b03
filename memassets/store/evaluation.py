"""The store's own question in one call, for the shell: reads the vault, writes nothing, needs no instance."""

from pathlib import Path

from memassets.kernel.ports import Embedder
from memassets.kernel.verdict import Verdict
from memassets.store import contradictions, memories, rankings, verdict


def evaluate(vault: Path, *, seed: int, asked: int, floor: float, embedder: Embedder, mode: str) -> Verdict:
    """The verdict on the memories of a folder."""
    found = memories.memories(vault)
    return verdict.verdict(
        found,
        rankings.rankings(found, embedder, seed=seed, count=asked),
        contradictions.contradictions(memories.active(found)),
        settings={"seed": seed, "probes": asked, "mrrFloor": floor},
        embedder=embedder.id,
        mode=mode,
    )
