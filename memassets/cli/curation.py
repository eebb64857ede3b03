"""memassets merge: curate a store, gates first, through the assets that the page shows."""

from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from memassets.cli import envelope, opened

CODE = "ERR_GATE_FAILED"


@click.command()
@opened.vault_option
@click.option("--dry-run", is_flag=True, help="Show what would be folded, kept and refused; write nothing.")
@click.option("--revert", metavar="RUN", help="Take back what a run has written, to the byte.")
@click.option(
    "--judge",
    type=click.Choice(["offline", "live"]),
    default="offline",
    show_default=True,
    help="Who groups the near-duplicates before the vetoes: rules, or a model behind Bedrock.",
)
@click.option("--model", help="The Bedrock model or inference profile of the live judge.")
@envelope.output_options
def merge(
    vault: Path | None,
    dry_run: bool,
    revert: str | None,
    judge: str,
    model: str | None,
    human: bool | None,
    dense: bool,
) -> None:
    """Fold the duplicates of a store, if every gate is measured, fresh and green. Every run can be taken back."""
    if (judge == "live") != bool(model):
        raise click.UsageError("--judge live and --model go together.")
    if revert is not None and (dry_run or not revert.strip()):
        raise click.UsageError("--revert takes the id of a run, and no --dry-run beside it.")
    place = opened.folder(vault)
    if revert is not None:
        _revert(place, revert, human=human, dense=dense)
        return
    found = curated(place, apply=not dry_run, judge=judge, model=model or "")
    if found["refusal"]:
        refuse("merge", found, human=human, dense=dense)
    if envelope.is_human(human, dense):
        _report(found)
    else:
        envelope.emit("merge", found, dense=dense)


def refuse(kind: str, found: dict[str, Any], *, human: bool | None, dense: bool) -> NoReturn:
    """Print the report of a run that was refused, and exit 1 with its code."""
    if envelope.is_human(human, dense):
        _report(found)
    else:
        error = {"code": CODE, "message": why(found), "hint": _hint(found)}
        envelope.emit(kind, found, dense=dense, error=error)
    raise envelope.Failure(CODE, why(found), _hint(found), printed=True)


_HINTS = {
    "gate-failed": "`memassets status` shows every gate, `memassets verify --store` what is wrong with the store.",
    "store-damaged": "`memassets verify --store` names every file.",
    "revision-conflict": "Run it again.",
    "lock-held": "Run it again once the other has ended.",
}


def _hint(found: dict[str, Any]) -> str:
    return f"Nothing of this run was written. {_HINTS.get(found['refusal'], '')}".strip()


def why(found: dict[str, Any]) -> str:
    """Why a run was refused, in a line."""
    from memassets.store.outcome import REFUSALS

    return f"{found['refusal']}: {REFUSALS[found['refusal']]} {found['detail']}".strip()


def curated(vault: Path, *, apply: bool, judge: str = "offline", model: str = "") -> dict[str, Any]:
    """The outcome of one run of the whole graph; Failure where a step of it raised."""
    # an instance costs seconds to import, and most commands need none
    from memassets import runs
    from memassets.resources import JudgeResource

    try:
        return runs.curated(opened.home(vault), vault, apply=apply, judge=JudgeResource(mode=judge, model=model))
    except runs.RunFailedError as failed:
        raise envelope.Failure("ERR_RUN_FAILED", str(failed), "The page shows the run.") from None


def _revert(vault: Path, run: str, *, human: bool | None, dense: bool) -> None:
    from memassets.kernel.ports import LogError, StoreBusy
    from memassets.resources import event_log, store_of
    from memassets.store import logged

    store, told = store_of(vault), partial(logged.tell, event_log(vault))
    try:
        store.record(run)
    except FileNotFoundError as missing:
        raise click.UsageError(str(missing)) from None
    try:
        with store.writing():
            store.recover(told, but=run)
            found = store.revert(run, told)
    except (ValueError, StoreBusy) as wrong:
        raise envelope.Failure("ERR_NOT_REVERTED", str(wrong), "Nothing of it was taken back.") from None
    except (OSError, LogError) as wrong:
        said = f"{wrong.filename}: {wrong.strerror}" if isinstance(wrong, OSError) else str(wrong)
        raise envelope.Failure("ERR_NOT_REVERTED", said, "Once it can be written, the same command goes on.") from None
    if envelope.is_human(human, dense):
        click.echo(f"Run {run} is taken back: {len(found.restored)} files restored, {len(found.kept)} kept.")
        for path in found.kept:
            click.echo(f"  kept, because it was changed since: {path}")
    else:
        envelope.emit(
            "merge.revert", {"run": run, "restored": list(found.restored), "kept": list(found.kept)}, dense=dense
        )


def _report(found: dict[str, Any]) -> None:
    """The run as a person reads it: what was admitted and folded, what was not, and why."""
    word = "written" if found["applied"] else "refused" if found["refusal"] else "planned"
    _say(f"Run {found['run']}: {word}.", f"{found['memories']} memories, {found['active']} of them active before.")
    for settled in found["recovered"]:
        click.echo(f"  Run {settled['run']} had been cut off, and is now {settled['state']}.")
    if found["refusal"]:
        click.echo(f"  {why(found)}")
    proposed = "" if found["applied"] else ", if it may land"
    for title, rows, told in (
        (f"Admitted{proposed}", found["admitted"], _admitted),
        ("Not admitted", found["refused"], _refused),
        (f"Folded{proposed}", found["folds"], _folded),
        ("Kept apart, to review", found["review"], _kept),
    ):
        if rows:
            _say(f"\n{title}", str(len(rows)))
        for row in rows:
            first, *more = told(row)
            click.echo(f"  {first}")
            for line in more:
                click.echo(f"      {line}")
    if found["review"]:
        click.echo("\nBoth of a pair are to stay? memassets dismiss KEPT OTHER")
    if found["applied"]:
        click.echo(f"\nTo take it back: memassets merge --revert {found['run']}")


def _say(heading: str, more: str) -> None:
    click.echo(f"{click.style(heading, bold=True)}  {more}")


def _admitted(row: dict[str, Any]) -> list[str]:
    return [row["path"], row["claim"]]


def _refused(row: dict[str, Any]) -> list[str]:
    claim = [row["claim"]] if row["claim"] else []
    return [f"{row['file']}[{row['index']}] at {row['rule']}", *claim, row["detail"]]


def _folded(row: dict[str, Any]) -> list[str]:
    return [f"{row['drop']} under {row['keeper']}", row["dropClaim"], row["keeperClaim"]]


def _kept(row: dict[str, Any]) -> list[str]:
    detail = f" ({row['detail']})" if row["detail"] else ""
    return [f"{row['keeper']} and {row['drop']}", row["keeperClaim"], row["dropClaim"], f"{row['sentence']}{detail}"]
