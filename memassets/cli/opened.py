"""The vault a command works on, and the assets it materializes there."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from memassets.cli import envelope

F = TypeVar("F", bound=Callable[..., Any])

_HOME_FOLDER = ".instance"


def vault_option(command: F) -> F:
    """--vault DIR; without it, MEMASSETS_VAULT."""
    return click.option(
        "--vault",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The vault's folder.  [default: MEMASSETS_VAULT]",
    )(command)


def folder(vault: Path | None) -> Path:
    """The vault that was asked for; UsageError where none was, or there is none."""
    named = os.environ.get("MEMASSETS_VAULT", "")
    if vault is None and not named:
        raise click.UsageError("No vault is named: give --vault DIR or set MEMASSETS_VAULT.")
    found = vault or Path(named)
    if not found.is_dir():
        raise click.UsageError(f"MEMASSETS_VAULT: {named}: no such folder.")
    return found.resolve()


def memory(vault: Path, given: str) -> str:
    """A memory's id from what was typed: a path in the memory folder, in the vault, or from here, as a shell completes.

    A path that leads nowhere is taken for an id, as it may have been one.
    """
    from memassets.backends.folder_store import memory_folder

    folder = memory_folder(vault).resolve()
    for place in (folder / given, vault / given, Path(given)):
        found = Path(os.path.normpath(place.absolute()))
        if found.is_file() and found.is_relative_to(folder):
            return found.relative_to(folder).as_posix()
    return os.path.normpath(given)


def home(vault: Path) -> Path:
    """The instance's folder: DAGSTER_HOME, else one of its own inside the vault."""
    named = os.environ.get("DAGSTER_HOME")
    return Path(named) if named else vault / _HOME_FOLDER


def tables(vault: Path) -> str:
    """Where the tables of the vault's instance are kept."""
    return os.environ.get("MEMASSETS_TABLES") or str(home(vault) / "storage" / "tables")


def materialize(vault: Path, assets: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Materialize assets over a vault, in the instance that the UI shows; each one's metadata. Failure says why not."""
    # an instance costs seconds to import, and only commands that change a vault need one
    from memassets import runs

    try:
        return runs.materialize(home(vault), vault, assets)
    except runs.RunFailedError as failed:
        raise envelope.Failure("ERR_RUNTIME", str(failed)) from failed


def table(vault: Path, asset: str) -> Any:
    """A table of the instance; Failure where it was never made."""
    import io

    import polars as pl

    from memassets.backends import object_store

    place = os.path.join(tables(vault), f"{asset}.parquet")  # noqa: PTH118  it may be an s3:// address
    try:
        return pl.read_parquet(io.BytesIO(object_store.read_bytes(place)))
    except FileNotFoundError:
        raise envelope.Failure(
            "ERR_NOTHING_INGESTED", f"{place}: no such table.", "`memassets ingest` makes it."
        ) from None
