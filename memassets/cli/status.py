"""memassets status: every gate's newest verdict in the instance, as a table."""

import os

import click

from memassets.cli import envelope


@click.command()
@envelope.output_options
def status(human: bool | None, dense: bool) -> None:
    """The newest verdict of every gate in the instance of DAGSTER_HOME; exit 1 if one is red or missing."""
    if not os.environ.get("DAGSTER_HOME"):
        raise click.UsageError("DAGSTER_HOME is not set: it names the folder of the instance to read.")
    # an instance costs seconds to import, and only this command and two others read one
    from memassets import history
    from memassets.definitions import GATES

    found = history.standings(GATES)
    if envelope.is_human(human, dense):
        from rich.console import Console
        from rich.table import Table

        table = Table("gate", "verdict", "score", "floor", "run", box=None, pad_edge=False, header_style="bold")
        for row in found:
            colour = "green" if row.passed else "red"
            table.add_row(row.gate, f"[{colour}]{row.word}[/]", str(row.score), str(row.floor), row.run)
        Console(highlight=False).print(table)
    else:
        rows = [{"gate": r.gate, "verdict": r.word, "score": r.score, "floor": r.floor, "run": r.run} for r in found]
        envelope.emit("status", {"gates": rows}, dense=dense)
    wrong = [row for row in found if not row.passed]
    if wrong:
        raise envelope.Failure(
            "ERR_GATE_FAILED",
            f"{', '.join(f'{row.gate} is {row.word}' for row in wrong)}.",
            f"`memassets explain verdict {wrong[0].gate}` says what changed.",
            printed=True,
        )
