"""memassets dismiss: a pair that a person has looked at is not reviewed again."""

from pathlib import Path

import click

from memassets.cli import envelope, opened


@click.command()
@click.argument("first")
@click.argument("second")
@opened.vault_option
@envelope.output_options
def dismiss(first: str, second: str, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Take the pair FIRST and SECOND, paths in the memory folder, off the review list: both are to stay.

    The log remembers it. A pair is reviewed anew once one of its claims has changed.
    """
    from memassets.resources import event_log
    from memassets.store import logged, memories

    place = opened.folder(vault)
    held = dict(memories.memories(place).select("id", "gist").rows())
    for path in (first, second):
        if path not in held:
            raise envelope.Failure("ERR_NO_MEMORY", f"{path}: the store has no such memory.", "Nothing was written.")
    log = event_log(place)
    pair = (first, held[first]), (second, held[second])
    if not logged.is_dismissed(*pair, logged.dismissed(log.events(logged.DISMISSED))):
        log.append(logged.dismissal(*pair), "")
    if envelope.is_human(human, dense):
        click.echo(f"dismissed: {first} and {second}")
    else:
        envelope.emit("dismiss", {"pair": [first, second]}, dense=dense)
