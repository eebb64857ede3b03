"""memassets init: a vault, empty or with the sample content."""

import shutil
from pathlib import Path

import click

from memassets.cli import envelope
from memassets.kernel import fixtures

_FOLDERS = ("memories", "references", "skills", "sessions", "candidates")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=Path("vault"), metavar="[DIR]")
@click.option("--sample", is_flag=True, help="With the memories of an invented team.")
@envelope.output_options
def init(folder: Path, sample: bool, human: bool | None, dense: bool) -> None:
    """Make a vault in DIR (default: ./vault). A folder that holds anything is left alone."""
    if folder.exists() and any(folder.iterdir()):
        raise envelope.Failure(
            "ERR_NOT_EMPTY", f"{folder} is not empty; nothing was written.", "Name a folder that is new or empty."
        )
    if sample:
        shutil.copytree(fixtures.root() / "vault", folder, dirs_exist_ok=True)
    for name in _FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    memories = sum(1 for file in (folder / "memories").rglob("*") if file.is_file() and file.name != "MEMORY.md")
    if envelope.is_human(human, dense):
        click.echo(f"A vault with {memories} memories in {folder}.")
        click.echo(f"Next: memassets eval discriminate --vault {folder}")
    else:
        envelope.emit("vault.init", {"vault": str(folder.resolve()), "memories": memories}, dense=dense)
