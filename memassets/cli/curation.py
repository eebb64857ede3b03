"""memassets merge: curate a store, gates first, through the assets that the page shows."""

from pathlib import Path
from typing import Any

import click

from memassets.cli import envelope, opened

CODE = "ERR_GATE_FAILED"


@click.command()
@opened.vault_option
@click.option("--dry-run", is_flag=True, help="Show what would be folded, kept and refused; write nothing.")
@click.option("--revert", metavar="RUN", help="Take back what a run has written, to the byte.")
@envelope.output_options
def merge(vault: Path | None, dry_run: bool, revert: str | None, human: bool | None, dense: bool) -> None:
    """Fold the duplicates of a store, if every gate is measured, fresh and green. Every run can be taken back."""
    place = opened.folder(vault)
    if revert:
        _revert(place, revert, human=human, dense=dense)
        return
    found = _curated(place, apply=not dry_run)
    if envelope.is_human(human, dense):
        _table(found)
    else:
        error = {"code": CODE, "message": _why(found), "hint": _HINT} if found["refusal"] else None
        envelope.emit("merge", found, dense=dense, error=error)
    if found["refusal"]:
        raise envelope.Failure(CODE, _why(found), _HINT, printed=True)


_HINT = "Nothing was written. `memassets status` shows every gate."


def _why(found: dict[str, Any]) -> str:
    from memassets.store.outcome import REFUSALS

    return f"{found['refusal']}: {REFUSALS[found['refusal']]} {found['detail']}".strip()


def _curated(vault: Path, *, apply: bool) -> dict[str, Any]:
    """The outcome of one run of the whole graph."""
    # an instance costs seconds to import, and most commands need none
    from memassets.runs import RunFailedError, curated

    try:
        return curated(opened.home(vault), vault, apply=apply)
    except RunFailedError as failed:
        raise envelope.Failure("ERR_RUN_FAILED", str(failed), "Nothing was written; the page shows the run.") from None


def _revert(vault: Path, run: str, *, human: bool | None, dense: bool) -> None:
    from memassets.kernel.ports import StoreBusy
    from memassets.resources import event_log, store_of
    from memassets.store.outcome import told

    store, log = store_of(vault), event_log(vault)
    try:
        with store.writing():
            store.recover(lambda record: told(log, record))
            found = store.revert(run)
    except FileNotFoundError as missing:
        raise envelope.Failure("ERR_NO_RUN", str(missing), "Nothing was written.") from None
    except (ValueError, StoreBusy) as wrong:
        raise envelope.Failure("ERR_NOT_REVERTED", str(wrong), "Nothing was written.") from None
    if envelope.is_human(human, dense):
        click.echo(f"Run {run} is taken back: {len(found.restored)} files restored, {len(found.kept)} kept.")
        for path in found.kept:
            click.echo(f"  kept, because it was changed since: {path}")
    else:
        envelope.emit(
            "merge.revert", {"run": run, "restored": list(found.restored), "kept": list(found.kept)}, dense=dense
        )


def _table(found: dict[str, Any]) -> None:
    # rich takes longer to import than a gate takes to run, and a pipe never needs it
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    word = "written" if found["applied"] else "refused" if found["refusal"] else "planned"
    console.print(f"[bold]Run {found['run']}: {word}[/]  {found['active']} active memories")
    for title, rows, columns in (
        ("folded", found["folds"], ("keeper", "drop", "reason")),
        ("kept apart, to review", found["review"], ("keeper", "drop", "sentence", "detail")),
    ):
        if rows:
            table = Table(*columns, title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
            for row in rows:
                table.add_row(*(str(row[column]) for column in columns))
            console.print(table)
