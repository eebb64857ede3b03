"""Groups whose commands are imported when they are called: an evaluation must not wait for Dagster."""

from importlib import import_module

import click


class Lazy(click.Group):
    """A group given as command name -> "module:function"."""

    def __init__(self, *args: object, table: dict[str, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # click's own options pass through
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in self._table:
            return None
        module, _, name = self._table[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command
