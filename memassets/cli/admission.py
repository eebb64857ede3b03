"""memassets admit: candidates through the write gate, and into the store behind every other gate."""

import filecmp
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassets.cli import curation, envelope, opened
from memassets.kernel import policy

if TYPE_CHECKING:
    import polars as pl

    from memassets.formats.rows import Record, Skip

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_REFUSED = "ERR_REFUSED"


@click.command()
@click.argument("files", type=_FILE, nargs=-1, metavar="[FILE]...")
@opened.vault_option
@click.option(
    "--sessions",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="A session file, or a folder of them, that may be quoted; again for more.  [default: the vault's]",
)
@click.option(
    "--min-distinct-evidence",
    "minimum",
    type=click.IntRange(min=1),
    default=policy.MIN_DISTINCT_EVIDENCE,
    show_default=True,
    help="Distinct quotes a candidate needs.",
)
@click.option("--apply", is_flag=True, help="Copy each FILE into the vault, and curate it: see `memassets merge`.")
@envelope.output_options
def admit(
    files: tuple[Path, ...],
    vault: Path | None,
    sessions: tuple[Path, ...],
    minimum: int,
    apply: bool,
    human: bool | None,
    dense: bool,
) -> None:
    """Put the candidates of each FILE, a model's raw output, before the write gate; without a FILE, the vault's own.

    Says what would be written and what is refused, and why. Exit 1 where one is refused. With --apply, what is
    admitted is written as memories by one run of the whole graph, behind every gate, in one undo record with its folds.
    """
    if apply:
        if sessions or minimum != policy.MIN_DISTINCT_EVIDENCE:
            raise click.UsageError("--apply asks the vault's own sessions, and as many quotes as the policy does.")
        _landed(opened.folder(vault), files, human=human, dense=dense)
        return
    if not ((files and sessions) or vault or os.environ.get("MEMASSETS_VAULT")):
        raise click.UsageError(
            "Name a FILE of candidates and the --sessions that may be quoted, or a --vault that has them."
        )
    place = opened.folder(vault) if vault or not (files and sessions) else None
    written, refused, skipped = _judged(files, place, sessions, minimum)
    for skip in skipped if envelope.is_human(human, dense) else ():
        click.echo(f"not read: {skip.path}, line {skip.line}: {skip.message}", err=True)
    unread = [{"file": s.path, "line": s.line, "code": s.code, "message": s.message} for s in skipped]
    payload = {"dry": True, "write": written, "refuse": refused, "skipped": unread}
    _finish("admit", payload, written, refused, "would write", human=human, dense=dense)


def _finish(
    kind: str,
    payload: dict[str, Any],
    written: Sequence[dict[str, Any]],
    refused: Sequence[dict[str, Any]],
    word: str,
    *,
    human: bool | None,
    dense: bool,
) -> None:
    """Print, and exit 1 where a candidate is refused."""
    message = f"{len(refused)} of {len(written) + len(refused)} candidates are refused."
    if envelope.is_human(human, dense):
        for row in written:
            click.echo(f"{word} {row['path']}: {row['claim']}")
        for row in refused:
            click.echo(f"refused {row['file']}[{row['index']}] at {row['rule']} ({row['reason']}): {row['detail']}")
    else:
        error = {"code": _REFUSED, "message": message, "hint": "Each says at which rule, and why."}
        envelope.emit(kind, payload, dense=dense, error=error if refused else None)
    if refused:
        raise envelope.Failure(_REFUSED, message, printed=True)


def _judged(
    files: Sequence[Path], vault: Path | None, sessions: Sequence[Path], minimum: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], "list[Skip]"]:
    """The candidates to be written, those refused, and what of the sessions could not be read; nothing is written."""
    from memassets.store import admitted, candidates
    from memassets.write import sessions as transcripts
    from memassets.write.rules.case import Holdings

    waiting = candidates.of_files(files) if files else candidates.candidates(vault or Path())
    if not waiting.height:
        raise envelope.Failure("ERR_NO_CANDIDATES", f"There is no file in {vault and vault / candidates.FOLDER}.")
    talks = _found(sessions or [vault / "sessions" for vault in (vault,) if vault])
    skipped: list[Skip] = []
    known: set[str] = set()
    held, excluded = Holdings(), admitted.NOTHING_EXCLUDED
    if vault:
        held, known = _holdings(vault)
        excluded = _excluded(vault, transcripts.records(talks, []))
    found = admitted.admitted(
        waiting, transcripts.records(talks, skipped), excluded, held, () if files else known, minimum=minimum
    )
    written, refused = (found.filter(found["decision"] == said) for said in ("write", "refuse"))
    return (
        written.select("file", "index", "reason", "path", claim="gist").to_dicts(),
        refused.select("file", "index", "reason", "rule", "detail", claim="gist").to_dicts(),
        skipped,
    )


def _found(places: Sequence[Path]) -> list[Path]:
    """The session files named, and those under each folder named; Failure where there is none."""
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    files = [file for file in found if file.is_file() and not file.name.startswith(".")]
    if not files:
        raise envelope.Failure("ERR_NO_SESSIONS", f"There is no file in {', '.join(map(str, places))}.")
    return files


def _holdings(vault: Path) -> tuple[Any, set[str]]:
    """What a vault holds, and the candidates it has admitted; Failure for a file that cannot be read whole."""
    from memassets.resources import event_log
    from memassets.store import admitted, logged, memories

    log = event_log(vault).events(logged.ADMITTED, logged.FORGOTTEN)
    held = memories.memories(vault, logged.stones(log))
    damaged = held.filter(held["status"] == "damaged")
    if damaged.height:
        # it may hold the very claim
        raise envelope.Failure("ERR_DAMAGED_FILE", damaged["gist"][0], "Mend or remove it.")
    return admitted.holdings(held, logged.stones(log)), logged.candidates(log)


def _excluded(vault: Path, records: "Iterable[Record]") -> "pl.DataFrame":
    """What the guard withholds of these records, by the manifest as the next run will have it."""
    from memassets.guard import artifacts, exclusions, matches, sections
    from memassets.guard.matcher import Index
    from memassets.resources import event_log

    log = event_log(vault)
    texts = sections.whole(sections.sections(vault))
    told = log.events(*artifacts.LOGGED).select("kind", "payload")
    fresh = artifacts.changes(texts, artifacts.artifacts(told)).select("kind", "payload")
    index = Index(artifacts.indexed(artifacts.artifacts(told.vstack(fresh)), texts))
    found = matches.matches(records, index, artifacts.in_force(log.events(artifacts.THRESHOLD)))
    return exclusions.exclusions(found).select("record", "start", "end")


def _landed(vault: Path, files: Sequence[Path], *, human: bool | None, dense: bool) -> None:
    from memassets.store import candidates

    if not (vault / "memories").is_dir():
        raise envelope.Failure(
            "ERR_NO_STORE", f"{vault} has no folder memories/ to write to.", "`memassets init` makes a vault."
        )
    hidden = [file.name for file in files if file.name.startswith(".")]
    if hidden:
        raise click.UsageError(f"{hidden[0]}: hidden files of candidates are not read; give it another name.")
    for file in files:
        _take(file, vault / candidates.FOLDER / file.name)
    found = curation.curated(vault, apply=True)
    if found["refusal"]:
        curation.refuse("admit", found, human=human, dense=dense)
    _finish("admit", {"dry": False, **found}, found["admitted"], found["refused"], "wrote", human=human, dense=dense)


def _take(file: Path, target: Path) -> None:
    """Copy a file of candidates into the vault; one of that name and other content is left alone."""
    if target.exists():
        if not filecmp.cmp(file, target, shallow=False):
            raise envelope.Failure(
                "ERR_OTHER_FILE", f"{target.name}: the vault has another file of this name.", "Give it another name."
            )
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    arriving = target.with_name(f".{target.name}")
    shutil.copyfile(file, arriving)
    arriving.replace(target)
