"""memassets eval: the gates, asked at the shell."""

from pathlib import Path

import click

from memassets.cli import envelope, verdicts
from memassets.kernel import policy


@click.group("eval")
def evaluate() -> None:
    """Measure a gate. No vault, no instance and no credentials are needed."""


@evaluate.command()
@click.option("--mode", type=click.Choice(["fake"]), default="fake", show_default=True, help="The embedder.")
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
    from memassets.cli.embedders import embedder_for

    code = "ERR_DISCRIMINATION_FAILED"
    if vault is None:
        from memassets.read.evaluation import evaluate as measure

        found = measure(
            seed=seed, size=size, asked=probes, floor=mrr_floor, embedder=embedder_for(mode), mode=mode
        ).verdict
        verdicts.finish(found, "eval.discrimination", code, human=human, dense=dense)
        return
    from memassets.store import evaluation

    found = evaluation.evaluate(
        vault, seed=seed, asked=probes, floor=mrr_floor, embedder=embedder_for(mode), mode=mode
    )
    verdicts.finish(found, "eval.discrimination", code, human=human, dense=dense)
