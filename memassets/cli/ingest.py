"""memassets ingest: sessions through the guard."""

import filecmp
import os
import shutil
from pathlib import Path

import click

from memassets.cli import envelope, opened

_ASSETS = tuple(f"guard/{t}" for t in ("sections", "artifacts", "sessions", "matches", "evidence", "exclusions"))


@click.command()
@click.argument(
    "sessions", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="[SESSION]..."
)
@click.option("--again", is_flag=True, help="Replace a session of that name that is not the beginning of this one.")
@opened.vault_option
@envelope.output_options
def ingest(sessions: tuple[Path, ...], again: bool, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Copy each SESSION into the vault, and take all its sessions through the guard.

    Every record is logged once; what quotes an artifact is withheld and logged, the rest is evidence. Evidence is made
    anew each time, so that a session whose manual was removed gives it normally.
    """
    place = opened.folder(vault)
    for session in sessions:
        _take(session, place / "sessions" / session.name, again=again)
    made = opened.materialize(place, _ASSETS)
    counts = {name: made[f"guard/{name}"]["dagster/row_count"] for name in ("artifacts", "evidence", "exclusions")}
    payload = {
        "sessions": made["guard/sessions"]["dagster/row_count"],
        "records": made["guard/sessions"]["records"],
        "damaged": made["guard/sessions"]["damaged"],
        **counts,
        "newEvents": made["guard/exclusions"]["events"],
        "emptied": made["guard/matches"]["emptied"],
    }
    if envelope.is_human(human, dense):
        click.echo(
            f"{payload['records']} records of {payload['sessions']} sessions: {counts['evidence']} passages of"
            f" evidence, {counts['exclusions']} withheld, {payload['newEvents']} new events."
        )
        if payload["damaged"]:
            click.echo(f"{payload['damaged']} lines could not be taken: {made['guard/sessions']['skipped']}")
        click.echo("Next: memassets verify --exclusions")
    else:
        envelope.emit("ingest", payload, dense=dense)


def _take(session: Path, target: Path, *, again: bool) -> None:
    """Copy a session into the vault; one that is there already may have grown, and is else left alone."""
    if target.exists() and (session.resolve() == target.resolve() or filecmp.cmp(session, target, shallow=False)):
        return
    if target.exists() and not again and not _begins_with(session, target):
        raise envelope.Failure(
            "ERR_OTHER_SESSION", f"{target.name}: the vault has another session of this name.", "--again replaces it."
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    arriving = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.copyfile(session, arriving)
    arriving.replace(target)


def _begins_with(session: Path, known: Path) -> bool:
    """Whether a file begins with all the bytes of another."""
    if session.stat().st_size < known.stat().st_size:
        return False
    with session.open("rb") as now, known.open("rb") as before:
        while chunk := before.read(1 << 20):
            if now.read(len(chunk)) != chunk:
                return False
    return True
