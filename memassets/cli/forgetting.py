"""memassets forget: a memory is removed for good, and kept from coming back."""

import sys
import uuid
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from memassets.cli import envelope, opened

_HINT = "Nothing was written."


@click.command()
@click.argument("memory")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be taken back.")
@opened.vault_option
@envelope.output_options
def forget(memory: str, yes: bool, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Forget MEMORY, a path in the memory folder, and every memory folded under it. This cannot be taken back.

    The files are removed, their lines in the folder's index, and their text from every undo record. A tombstone in the
    log, a digest, keeps the claim from coming back by a candidate or a merge. What else still names or states it is
    listed; sessions and candidates, the tables and the history of earlier runs, and backups are yours to remove.
    """
    place = opened.folder(vault)
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("Forgetting cannot be taken back: give --yes.")
        click.confirm(f"Forget {memory} for good?", abort=True, err=True)
    gone, naming = _forgotten(place, opened.memory(place, memory))
    if envelope.is_human(human, dense):
        for path in gone:
            click.echo(f"forgotten: {path}")
        for path in naming:
            click.echo(f"still names or states it: {path}")
        click.echo("Earlier runs may still show it: `memassets merge --dry-run` makes the tables anew.")
    else:
        envelope.emit("forget", {"forgotten": gone, "naming": naming}, dense=dense)


def _forgotten(vault: Path, memory: str) -> tuple[list[str], list[str]]:
    """The memories that are gone, and the files of the store that still name or state one of them."""
    from memassets.kernel.ports import LogError, RevisionConflict, StoreBusy
    from memassets.resources import event_log, store_of
    from memassets.store import forgotten, logged, memories

    store, log = store_of(vault), event_log(vault)
    told = partial(logged.tell, log)
    try:
        with store.writing():
            store.recover(told)
            known = log.events(*logged.WRITTEN)
            held = memories.memories(vault, logged.stones(known))
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            stones = logged.stones_of(known, memory)
            record = forgotten.forgotten(
                held, memory, store.text, stones, run=str(uuid.uuid4()), at=now, revision=memories.revision(held)
            )
            store.apply(record, told)
    except forgotten.Unknown as unknown:
        raise click.UsageError(str(unknown)) from None
    except (ValueError, StoreBusy, RevisionConflict, LogError) as wrong:
        raise envelope.Failure("ERR_NOT_FORGOTTEN", str(wrong), _HINT) from None
    except OSError as wrong:
        raise envelope.Failure("ERR_NOT_FORGOTTEN", f"{wrong.filename}: {wrong.strerror}", _HINT) from None
    gone = list(dict.fromkeys(event["subject"] for event in record.events))
    is_gone = held["id"].is_in(gone)
    return gone, forgotten.naming(held.filter(~is_gone), gone, held.filter(is_gone)["gist"].to_list())
