"""memassets explain verdict: what changed since a gate's last green verdict."""

import os
from collections.abc import Callable
from dataclasses import asdict

import click

from memassets import lineage
from memassets.backends.embedders import embedder_for
from memassets.cli import envelope
from memassets.kernel import policy
from memassets.kernel.verdict import Basis, Verdict


def _read() -> tuple[Verdict, Basis | None]:
    from memassets.read import baseline, evaluation

    found = evaluation.evaluate(
        seed=policy.READ_SEED,
        size=policy.READ_SIZE_ROWS,
        asked=policy.READ_PROBES,
        floor=policy.MRR_FLOOR,
        embedder=embedder_for("fake"),
        mode="fake",
    )
    return found.verdict, baseline.frozen_basis(found.frozen) if found.frozen else None


def _write() -> tuple[Verdict, Basis | None]:
    from memassets.kernel import frozen
    from memassets.write import evaluation

    found = evaluation.evaluate()
    return found.verdict, frozen.basis_of(found.frozen)


def _merge() -> tuple[Verdict, Basis | None]:
    from memassets.kernel import frozen
    from memassets.merge import evaluation

    found = evaluation.evaluate()
    return found.verdict, frozen.basis_of(found.manifest)


def _guard() -> tuple[Verdict, Basis | None]:
    from memassets.guard import evaluation, skills

    found = evaluation.evaluate()
    return found.verdict, skills.frozen_basis(found.frozen) if found.frozen else None


# Each path's verdict of today's code over its seeded corpus, and the basis of its last freeze.
_MEASURED: dict[str, Callable[[], tuple[Verdict, Basis | None]]] = {
    "read": _read,
    "write": _write,
    "merge": _merge,
    "guard": _guard,
}


@click.command()
@click.argument("path", type=click.Choice(sorted(_MEASURED)))
@envelope.output_options
def verdict(path: str, human: bool | None, dense: bool) -> None:
    """What separates PATH's verdict from its last green one, upstream-most first.

    With DAGSTER_HOME set, the instance's newest verdict is compared with its last green one, and each change is given
    the run that brought it; else today's code is measured and compared with the last freeze.
    """
    home = os.environ.get("DAGSTER_HOME")
    found = None
    if home:
        # an instance costs seconds to import, and most shells have none
        from memassets import history

        found = history.remembered(path)
    if found is None:
        measured, frozen = _MEASURED[path]()
        if frozen is None:
            raise envelope.Failure(
                "ERR_NO_BASELINE", f"{path} was never frozen.", f"`memassets freeze {path}` takes the baseline."
            )
        found = measured.passed, lineage.since_green(measured.basis, None, frozen)
    passed, comparison = found
    if envelope.is_human(human, dense):
        click.echo(f"{path} is {'green' if passed else 'RED'}; compared with {comparison.against}:")
        for place, change in enumerate(comparison.changes, start=1):
            click.echo(f"  {place}. {change.sentence}")
        if not comparison.changes:
            click.echo("  nothing changed")
        return
    payload = {
        "path": path,
        "passed": passed,
        "against": comparison.against,
        "changes": [{**asdict(change), "sentence": change.sentence} for change in comparison.changes],
    }
    envelope.emit("explain.verdict", payload, dense=dense)
