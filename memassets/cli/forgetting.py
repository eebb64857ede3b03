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

    The files are removed, and their text from every undo record. A tombstone in the log, a digest, keeps the claim from
    coming back by a candidate or a merge. Sessions and candidates that state it, the tables and the history of earlier
    runs, and backups are yours to remove.
    """
    place = opened.folder(vault)
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("Forgetting cannot be taken back: give --yes.")
        click.confirm(f"Forget {memory} for good?", abort=True, err=True)
    gone = _forgotten(place, memory)
    if envelope.is_human(human, dense):
        for path in gone:
            click.echo(f"forgotten: {path}")
        click.echo("Earlier runs may still show it: `memassets merge --dry-run` makes the tables anew.")
    else:
        envelope.emit("forget", {"forgotten": gone}, dense=dense)


def _forgotten(vault: Path, memory: str) -> list[str]:
    from memassets.kernel.ports import RevisionConflict, StoreBusy
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
    except (ValueError, StoreBusy, RevisionConflict) as wrong:
        raise envelope.Failure("ERR_NOT_FORGOTTEN", str(wrong), _HINT) from None
    return list(dict.fromkeys(event["subject"] for event in record.events))
