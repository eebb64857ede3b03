"""memassets verify: audits of a vault; exit 1 names what is wrong."""

from pathlib import Path
from typing import Any

import click

from memassets.cli import envelope, opened

_SHOWN_CHARS = 80


@click.command()
@click.option("--derived-filter", is_flag=True, help="Evidence against the live artifacts.")
@click.option("--log", "log_too", is_flag=True, help="The event log, and the manifest that follows from it.")
@click.option("--store", is_flag=True, help="The memories: none damaged, none lost, each archived under a survivor.")
@click.option("--exclusions", is_flag=True, help="List recent exclusions, newest first.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Exclusions listed.")
@opened.vault_option
@envelope.output_options
def verify(
    derived_filter: bool,
    log_too: bool,
    store: bool,
    exclusions: bool,
    limit: int,
    vault: Path | None,
    human: bool | None,
    dense: bool,
) -> None:
    """Audit a vault: with no flag, everything there is to audit."""
    place = opened.folder(vault)
    if exclusions:
        _list(place, limit, human=human, dense=dense)
        return
    every = not (derived_filter or log_too or store)
    wrong: list[str] = []
    audited = []
    if derived_filter or every:
        wrong += _leaks(place)
        audited.append("derived-filter")
    if log_too or every:
        wrong += _log(place)
        audited.append("log")
    if store or every:
        wrong += _store(place)
        audited.append("store")
    hint = "" if store and not (derived_filter or log_too) else _HINT
    error = {"code": "ERR_VERIFY_FAILED", "message": wrong[0], "hint": hint} if wrong else None
    if envelope.is_human(human, dense):
        for sentence in wrong:
            click.echo(sentence)
        click.echo(f"{', '.join(audited)}: {len(wrong)} wrong.")
    else:
        envelope.emit("verify", {"audited": audited, "wrong": wrong}, dense=dense, error=error)
    if error:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise envelope.Failure("ERR_VERIFY_FAILED", f"{wrong[0]}{more}", hint, printed=True)


_HINT = "`memassets ingest` makes evidence and manifest anew."


def _leaks(vault: Path) -> list[str]:
    from memassets.guard import artifacts, audit, sections
    from memassets.guard.matcher import Index
    from memassets.resources import event_log

    log = event_log(vault)
    live = artifacts.artifacts(log.events(*artifacts.LOGGED))
    texts = sections.whole(sections.sections(vault))
    known = artifacts.indexed(live, texts)
    # a memory that was changed or archived since is simply due at the next ingest
    emitted = live.filter(live["kind"] != "memory")
    lost = sorted({*zip(emitted["kind"], emitted["name"], strict=True)} - {(a.kind, a.name) for a in known})
    unread = [
        f"{kind} {name}: its text is not in the vault as it was logged; `memassets ref sync`" for kind, name in lost
    ]
    evidence = opened.table(vault, "guard/evidence")
    return [*unread, *audit.leaks(evidence, Index(known), artifacts.in_force(log.events(artifacts.THRESHOLD)))]


def _log(vault: Path) -> list[str]:
    from memassets.guard import artifacts, audit
    from memassets.resources import event_log

    log = event_log(vault).events()
    manifest = vault / artifacts.FILE
    wrong = audit.broken(log)
    if not wrong:
        wrong = audit.astray(
            manifest.read_bytes() if manifest.is_file() else None, log.filter(log["kind"].is_in(artifacts.LOGGED))
        )
        wrong += audit.unexplained(
            opened.table(vault, "guard/exclusions"), log.filter(log["kind"] == "derived_excluded")
        )
    return wrong


def _store(vault: Path) -> list[str]:
    from memassets.formats.markdown_memory import INDEX_NAME
    from memassets.guard import sections
    from memassets.resources import event_log, store_of
    from memassets.store import audit, logged, memories

    log = event_log(vault).events(*logged.WRITTEN, logged.REVERTED)
    held = memories.memories(vault, logged.stones(log))
    store = store_of(vault)
    index = store.text(INDEX_NAME) or ""
    return [
        *audit.broken(held),
        *audit.lost(held, log),
        *audit.restated(sections.sections(vault), logged.stones(log)),
        *audit.cut_off(store.records()),
        *audit.unloaded(index),
    ]


def _list(vault: Path, limit: int, *, human: bool | None, dense: bool) -> None:
    from memassets.guard import audit
    from memassets.guard import sessions as session_table
    from memassets.resources import event_log

    log = event_log(vault).events("derived_excluded").sort("seq", descending=True).head(limit)
    found = audit.told(log)
    wanted: dict[str, list[dict[str, Any]]] = {}
    for row in found:
        wanted.setdefault(row["record"], []).append(row)
    for record in session_table.records(vault, session_table.sessions(vault)):
        for row in wanted.pop(record.id, []):
            start, end = row["spans"][0]
            row["words"] = " ".join(record.text[start : min(end, start + _SHOWN_CHARS)].split())
        if not wanted:
            break
    if not envelope.is_human(human, dense):
        envelope.emit("verify.exclusions", {"exclusions": found}, dense=dense)
        return
    for row in found:
        score = f"{row['measure']} {row['score']:g}, threshold {row['threshold']:g}"
        click.echo(f"{row['at']}  {row['session']}  {row['record']}  {row['kind']} {row['name']}  {score}")
        click.echo(f"    {row['words'] if row['words'] is not None else '(the session is no longer in the vault)'}")
