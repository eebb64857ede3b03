"""memassets dismiss: a pair that a person has looked at is not reviewed again."""

from pathlib import Path

import click

from memassets.cli import envelope, opened


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--undo", is_flag=True, help="Let the pair be reviewed and folded again.")
@opened.vault_option
@envelope.output_options
def dismiss(first: str, second: str, undo: bool, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Keep FIRST and SECOND, paths in the memory folder, apart: they are neither folded nor on the review list.

    The log remembers it; a run that is taken back says the same of its folds. A pair is looked at anew once one of its
    claims has changed.
    """
    from memassets.resources import event_log
    from memassets.store import logged, memories

    place = opened.folder(vault)
    held = dict(memories.memories(place).select("id", "gist").rows())
    pair = [opened.memory(place, given) for given in (first, second)]
    for path in pair:
        if path not in held:
            raise click.UsageError(f"{path}: the store has no such memory.")
    if pair[0] == pair[1]:
        raise click.UsageError(f"{pair[0]}: a pair is of two memories.")
    one, other = ((path, held[path]) for path in pair)
    log = event_log(place)
    if (logged.pair(one, other) in logged.dismissed(log.events(logged.DISMISSED))) is undo:
        log.append(logged.dismissal(one, other, undone=undo), "")
    if envelope.is_human(human, dense):
        click.echo(f"{'to be looked at again' if undo else 'kept apart'}: {pair[0]} and {pair[1]}")
    else:
        envelope.emit("dismiss", {"pair": pair, "undone": undo}, dense=dense)
