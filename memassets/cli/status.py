"""memassets status: every gate's newest verdict in the instance, as a table."""

import os
from pathlib import Path

import click

from memassets.cli import envelope, opened

_NEXT = "`memassets explain verdict {gate}` says what changed."
_NEXT_OF_STORE = "`memassets eval discriminate --vault DIR` measures it, `memassets verify --store` names damage."


@click.command()
@opened.vault_option
@envelope.output_options
def status(vault: Path | None, human: bool | None, dense: bool) -> None:
    """The newest verdict of every gate; exit 1 if one is red or missing.

    Reads the instance of DAGSTER_HOME, or else the one in the vault.
    """
    if not os.environ.get("DAGSTER_HOME"):
        if vault is None and not os.environ.get("MEMASSETS_VAULT"):
            raise click.UsageError("DAGSTER_HOME is not set, and no vault is named: there is no instance to read.")
        home = opened.home(opened.folder(vault))
        if not home.is_dir():
            raise envelope.Failure("ERR_NO_INSTANCE", f"{home}: there is no instance.", "`memassets merge` makes one.")
        os.environ["DAGSTER_HOME"] = str(home)
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
            _NEXT.format(gate=wrong[0].gate) if wrong[0].gate != "store" else _NEXT_OF_STORE,
            printed=True,
        )
