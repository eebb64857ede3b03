"""The envelope that every command prints, and what a failure looks like."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
import orjson

_API_VERSION = "1"
F = TypeVar("F", bound=Callable[..., Any])


class Failure(Exception):  # noqa: N818  a failed gate is no error of the program
    """Something found wrong: exit 1 with a code, one line, and what to do about it."""

    def __init__(self, code: str, message: str, hint: str = "", *, printed: bool = False) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.printed = printed  # a report already stands on stdout, so only stderr is told


def output_options(command: F) -> F:
    """--dense, --human and --json: how the envelope is printed."""
    command = click.option("--dense", is_flag=True, help="One line of JSON.")(command)
    return click.option(
        "--human/--json", default=None, help="A table, or JSON; default: a table on a terminal, JSON in a pipe."
    )(command)


def is_human(human: bool | None, dense: bool) -> bool:
    """Whether a table is wanted."""
    return not dense and (sys.stdout.isatty() if human is None else human)


def emit(kind: str, payload: dict[str, Any], *, dense: bool, error: dict[str, str] | None = None) -> None:
    """Print one envelope; a failed gate carries its report and its error."""
    document: dict[str, Any] = {"apiVersion": _API_VERSION, "type": kind, "data": payload}
    if error:
        document["error"] = error
    click.echo(_json(document, dense))


def fail(failure: Failure) -> int:
    """Print a failure; the exit code."""
    if not failure.printed:
        error = {"code": failure.code, "message": failure.message, "hint": failure.hint}
        click.echo(_json({"apiVersion": _API_VERSION, "error": error}, dense=False))
    click.echo(f"memassets: {failure.message}" + (f" {failure.hint}" if failure.hint else ""), err=True)
    return 1


def misuse(wrong: click.UsageError) -> int:
    """Print what was typed wrong, in one line; the exit code."""
    message = wrong.format_message().replace("\n", " ")
    command = wrong.ctx.command_path if wrong.ctx else "memassets"
    error = {"code": "ERR_USAGE", "message": message, "hint": f"See {command} --help."}
    click.echo(_json({"apiVersion": _API_VERSION, "error": error}, dense=False))
    click.echo(f"{command}: {message} See {command} --help.", err=True)
    return 2


def _json(document: dict[str, Any], dense: bool) -> str:
    return orjson.dumps(document, option=0 if dense else orjson.OPT_INDENT_2).decode()
