"""memassets formats: what files are taken for, how many rows they give, what was skipped and why."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from memassets.cli import envelope
from memassets.formats import taken_for
from memassets.formats.taken_for import Taken

_SHOWN_SKIPS = 100  # of one file; the counts by code are complete


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE...")
@envelope.output_options
def formats(files: tuple[Path, ...], human: bool | None, dense: bool) -> None:
    """What each FILE is taken for by its content; a folder stands for the files in it."""
    found = [(file, _described(file)) for file in _every(files)]
    if envelope.is_human(human, dense):
        _table(found)
    else:
        envelope.emit("formats", {"files": [_payload(file, taken) for file, taken in found]}, dense=dense)
    nothing = [str(file) for file, taken in found if taken.kind == "nothing"]
    if nothing:
        more = f" and {len(nothing) - 1} more" if len(nothing) > 1 else ""
        raise envelope.Failure(
            "ERR_UNKNOWN_FORMAT", f"{nothing[0]}{more}: nothing could be read.", "The skips say why.", printed=True
        )


def _every(files: tuple[Path, ...]) -> Iterator[Path]:
    for file in files:
        if file.is_dir():
            yield from sorted(inner for inner in file.rglob("*") if inner.is_file())
        else:
            yield file


def _described(file: Path) -> Taken:
    try:
        return taken_for.describe_file(file)
    except OSError as error:
        raise envelope.Failure("ERR_UNREADABLE", f"{file}: {error.strerror}.") from error


def _payload(file: Path, taken: Taken) -> dict[str, Any]:
    return {
        "file": str(file),
        "kind": taken.kind,
        "format": taken.format,
        "rows": taken.rows,
        "rowsByType": dict(taken.by_type),
        "skippedByCode": dict(taken.skipped_by_code()),
        "skipped": [
            {"line": skip.line, "byte": skip.byte, "code": skip.code, "message": skip.message}
            for skip in taken.skipped[:_SHOWN_SKIPS]
        ],
    }


def _table(found: list[tuple[Path, Taken]]) -> None:
    # rich takes longer to import than most files take to read
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("file", overflow="fold")
    for name in ("kind", "format", "rows", "skipped"):
        table.add_column(name)
    for file, taken in found:
        skipped = ", ".join(f"{count} {code}" for code, count in taken.skipped_by_code())
        table.add_row(str(file), taken.kind, taken.format, str(taken.rows), skipped)
    Console(highlight=False).print(table)
