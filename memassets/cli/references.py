"""memassets ref: what a vault's system may hand out: reference corpora and skills, and the guard's thresholds."""

import filecmp
import os
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassets.cli import envelope, opened
from memassets.guard import sections as section_table

if TYPE_CHECKING:
    import polars as pl

_ASSETS = ("guard/sections", "guard/artifacts")
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_FOLDERS = {"reference": section_table.REFERENCES, "skill": section_table.SKILLS}
_kind = click.Choice(list(_FOLDERS))


@click.group("ref")
def ref() -> None:
    """Reference corpora and skills of a vault: what is emitted, so that its quotes are no evidence."""


@ref.command()
@click.argument("name")
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--kind", type=_kind, default="reference", show_default=True)
@opened.vault_option
@envelope.output_options
def add(name: str, path: Path, kind: str, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Copy the documents at PATH into the vault as NAME; what NAME had before is replaced.

    Content that is there already changes nothing.
    """
    place = opened.folder(vault)
    if not _NAME.fullmatch(name):
        raise click.BadParameter(f"{name!r} is no name: letters, digits, '.', '_' and '-'.", param_hint="NAME")
    arriving = place / ".arriving" / str(os.getpid()) / _FOLDERS[kind] / name
    try:
        _copy(path, arriving, kind)
        found = section_table.sections(arriving.parent.parent)
        if not section_table.whole(found).height:
            why = f" {found['problem'][0]}" if found.height else ""
            raise envelope.Failure("ERR_NO_SECTION", f"{path}: no section of text in it.{why}", "Nothing was changed.")
        if stated := _forgotten(place, found):
            raise envelope.Failure("ERR_TOMBSTONED", stated[0], "Nothing was changed.")
        target = place / _FOLDERS[kind] / name
        if not _same(arriving, target):
            _replace(arriving, target)
    finally:
        shutil.rmtree(place / ".arriving" / str(os.getpid()), ignore_errors=True)
    problems = [f"{row['name']}: {row['problem']}" for row in found.filter(found["problem"] != "").to_dicts()]
    _finish("ref.add", place, {"name": name, "kind": kind, "unread": problems}, human=human, dense=dense)


def _forgotten(vault: Path, sections: "pl.DataFrame") -> list[str]:
    """The skills among these sections that state what the vault was told to forget."""
    from memassets.resources import event_log
    from memassets.store import audit, logged

    return audit.restated(sections, logged.stones(event_log(vault).events(logged.FORGOTTEN)))


@ref.command()
@click.argument("name", required=False)
@opened.vault_option
@envelope.output_options
def sync(name: str | None, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Read the vault's references, skills and memories again; new, changed and gone sections are logged.

    With NAME, fail where the vault has no corpus or skill of that name.
    """
    place = opened.folder(vault)
    if name is not None:
        _places(place, name, None)
    _finish("ref.sync", place, {"name": name}, human=human, dense=dense)


@ref.command()
@click.argument("name")
@click.option("--kind", type=_kind, help="Needed where a corpus and a skill share the name.")
@opened.vault_option
@envelope.output_options
def rm(name: str, kind: str | None, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Remove a corpus or a skill; its entries are taken back, what was excluded before stays in the log."""
    place = opened.folder(vault)
    found = _places(place, name, kind)
    if len(found) > 1:
        raise click.UsageError(f"{name} is a reference and a skill: --kind says which.")
    gone = found[0].with_name(f".{found[0].name}.gone")
    shutil.rmtree(gone, ignore_errors=True)
    found[0].rename(gone)
    shutil.rmtree(gone)
    _finish("ref.rm", place, {"name": name}, human=human, dense=dense)


@ref.command("list")
@opened.vault_option
@envelope.output_options
def list_(vault: Path | None, human: bool | None, dense: bool) -> None:
    """What is live: every corpus and skill, and the memories, with their sections and shingles."""
    from memassets.guard import artifacts
    from memassets.resources import event_log

    place = opened.folder(vault)
    live = artifacts.artifacts(event_log(place).events(*artifacts.LOGGED))
    rows = [(row["kind"], _corpus(row), len(row["shingles"])) for row in live.iter_rows(named=True)]
    sections = Counter((kind, corpus) for kind, corpus, _ in rows)
    found = [
        {
            "kind": kind,
            "name": corpus,
            "sections": count,
            "shingles": sum(n for k, c, n in rows if (k, c) == (kind, corpus)),
        }
        for (kind, corpus), count in sorted(sections.items())
    ]
    if not envelope.is_human(human, dense):
        envelope.emit("ref.list", {"artifacts": found}, dense=dense)
        return
    for row in found:
        click.echo(f"{row['kind']:<10} {row['name']:<30} {row['sections']:>6} sections {row['shingles']:>8} shingles")


@ref.command()
@click.argument("name")
@click.argument("value", type=float)
@opened.vault_option
@envelope.output_options
def threshold(name: str, value: float, vault: Path | None, human: bool | None, dense: bool) -> None:
    """Change a threshold of this vault's guard; the change is logged."""
    from memassets.guard import artifacts
    from memassets.guard.matcher import Thresholds
    from memassets.kernel import events
    from memassets.resources import event_log

    place = opened.folder(vault)
    log = event_log(place)
    before = artifacts.in_force(log.events(artifacts.THRESHOLD)).as_values()
    try:
        Thresholds.of({name: value})
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from wrong
    if before[name] != value:
        payload = {"name": name, "was": before[name], "now": value}
        log.append(events.new([("threshold_changed", name, payload)]), "shell")
    changed = {"name": name, "was": before[name], "now": value}
    if envelope.is_human(human, dense):
        click.echo(f"{name}: {before[name]:g} -> {value:g}. `memassets ingest` applies it.")
    else:
        envelope.emit("ref.threshold", changed, dense=dense)


def _finish(kind: str, vault: Path, about: dict[str, Any], *, human: bool | None, dense: bool) -> None:
    made = opened.materialize(vault, _ASSETS)["guard/artifacts"]
    payload = {**about, "events": made["events"], "artifacts": made["dagster/row_count"]}
    if envelope.is_human(human, dense):
        click.echo(f"{payload['events']} events, {payload['artifacts']} live artifacts.")
        for problem in about.get("unread", ()):
            click.echo(f"not read: {problem}")
    else:
        envelope.emit(kind, payload, dense=dense)


def _copy(path: Path, target: Path, kind: str) -> None:
    """Copy a file or a folder's files to a new folder; a skill's file gets the name it is found by."""
    target.mkdir(parents=True)
    if path.is_file():
        shutil.copyfile(path, target / (section_table.SKILL_FILE if kind == "skill" else path.name))
    else:
        shutil.copytree(path, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    if kind == "skill" and not (target / section_table.SKILL_FILE).is_file():
        raise envelope.Failure(
            "ERR_NO_SECTION", f"{path}: no {section_table.SKILL_FILE} in it.", "Nothing was changed."
        )


def _same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    if not other.is_dir():
        return False
    names = [
        {f.relative_to(root) for root in (folder,) for f in root.rglob("*") if f.is_file()} for folder in (one, other)
    ]
    return names[0] == names[1] and all(filecmp.cmp(one / n, other / n, shallow=False) for n in names[0])


def _replace(arriving: Path, target: Path) -> None:
    """Put a folder in another's place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    old = target.with_name(f".{target.name}.gone")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    arriving.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def _places(vault: Path, name: str, kind: str | None) -> list[Path]:
    """The folders of that name; Failure where there is none."""
    kinds = [kind] if kind else list(_FOLDERS)
    found = [
        vault / _FOLDERS[k] / name for k in kinds if _NAME.fullmatch(name) and (vault / _FOLDERS[k] / name).is_dir()
    ]
    if not found:
        raise envelope.Failure(
            "ERR_NO_REFERENCE", f"{name}: no such corpus or skill.", "`memassets ref list` shows them."
        )
    return found


def _corpus(row: dict[str, Any]) -> str:
    """The corpus of a reference's section; a skill is its own, and memories are one."""
    name = str(row["name"])
    return "memories" if row["kind"] == "memory" else name.split("/")[0] if row["kind"] == "reference" else name
