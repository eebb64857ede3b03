"""The read path at the shell: eval discriminate, freeze read, explain rank."""

from pathlib import Path
from typing import Any

import click

from memassets.backends.embedders import MODES, embedder_for
from memassets.cli import cases, envelope, verdicts
from memassets.kernel import fixtures, policy

CODE = "ERR_DISCRIMINATION_FAILED"


@click.command()
@click.option("--mode", type=click.Choice(MODES), default="fake", show_default=True, help="The embedder.")
@click.option("--seed", type=click.IntRange(min=0), default=policy.READ_SEED, show_default=True)
@click.option("--size", type=click.IntRange(min=1), default=policy.READ_SIZE_ROWS, show_default=True, help="Facts.")
@click.option("--probes", type=click.IntRange(min=1), default=policy.READ_PROBES, show_default=True, help="Targets.")
@click.option("--mrr-floor", type=click.FloatRange(0, 1), default=policy.MRR_FLOOR, show_default=True)
@click.option(
    "--vault",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Ask it of the memories in this folder instead of the seeded corpus.",
)
@envelope.output_options
def discriminate(
    mode: str,
    seed: int,
    size: int,
    probes: int,
    mrr_floor: float,
    vault: Path | None,
    human: bool | None,
    dense: bool,
) -> None:
    """The read gate: does retrieval rank the right memory above its own wrong twin?"""
    embedder = embedder_for(mode)
    if vault is None:
        from memassets.read import evaluation

        found = evaluation.evaluate(
            seed=seed, size=size, asked=probes, floor=mrr_floor, embedder=embedder, mode=mode
        ).verdict
    else:
        from memassets.store import evaluation as store_evaluation

        found = store_evaluation.evaluate(vault, seed=seed, asked=probes, floor=mrr_floor, embedder=embedder, mode=mode)
    verdicts.finish(found, "eval.discrimination", CODE, human=human, dense=dense)


@click.command("read")
@envelope.output_options
def freeze(human: bool | None, dense: bool) -> None:
    """Freeze the rank of every probe of the default corpus; refused while the gate is red."""
    from memassets.backends import object_store
    from memassets.read import baseline, evaluation, verdict

    asked = {"seed": policy.READ_SEED, "size": policy.READ_SIZE_ROWS, "asked": policy.READ_PROBES}
    found = evaluation.evaluate(**asked, floor=policy.MRR_FLOOR, embedder=embedder_for("fake"), mode="fake")
    standing = [b for b in found.verdict.breaches if b.code not in ("worse-than-frozen", "no-baseline")]
    if standing:
        raise envelope.Failure(
            CODE, f"Not frozen: {standing[0].sentence}", "A baseline is taken only of a gate that passes."
        )
    ranks = verdict.frozen_ranks(found.rankings)
    before = found.frozen["ranks"] if found.frozen else {}
    changed = {
        question: {"was": before.get(question), "now": ranks.get(question)}
        for question in sorted({*before, *ranks})
        if before.get(question) != ranks.get(question)
    }
    target = fixtures.root() / baseline.FIXTURE
    object_store.write_bytes(str(target), baseline.written(ranks, found.verdict.basis, **asked))
    envelope.emit("freeze.read", {"file": baseline.FIXTURE, "questions": len(ranks), "changed": changed}, dense=dense)


@click.command()
@cases.case_file
def rank(file: Path | None) -> None:
    """Rank the memories of each case for its query."""
    cases.answer_each(file, rank_case)


def rank_case(case: dict[str, Any]) -> dict[str, Any]:
    """{query, memories} -> {ranking, excluded, abstain}: KeyError or TypeError for a case that lacks them."""
    from memassets.read import retrieval

    memories = [
        retrieval.Row(str(m["id"]), str(m["gist"]), str(m.get("body", "")), _status(m)) for m in case["memories"]
    ]
    found = retrieval.ranked(str(case["query"]), memories, embedder_for("fake"))
    return {
        "ranking": [{"id": row, "rank": place, "score": round(score, 6)} for row, place, score in found.ranking],
        "excluded": list(found.excluded),
        "abstain": found.abstain,
    }


def _status(memory: dict[str, Any]) -> str:
    """A memory that names its successor is not active, whatever its status says."""
    return "superseded" if memory.get("superseded_by") else str(memory.get("status", "active"))
