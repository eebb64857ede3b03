"""A verdict at the shell: the envelope, or a table on a terminal, and the exit."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from memassets.backends import object_store
from memassets.cli import envelope
from memassets.kernel import fixtures, frozen
from memassets.kernel.verdict import Verdict


def finish(
    found: Verdict, kind: str, code: str, *, human: bool | None, dense: bool, extra: dict[str, Any] | None = None
) -> None:
    """Print a verdict's report; Failure with the gate's code where it did not pass."""
    payload = {
        **found.measured,
        "passed": found.passed,
        "breaches": [{"code": b.code, "message": b.sentence} for b in found.breaches],
        **(extra or {}),
        "basis": _basis(found),
    }
    first = "; ".join(b.sentence for b in found.breaches[:3])
    hint = _HINT.format(gate=found.gate)
    if found.skipped:  # the reason is all there is to say, and no change of the code is to blame
        first, hint = str(found.breaches[0].observed), ""
    error = None if found.passed else {"code": code, "message": first, "hint": hint}
    if envelope.is_human(human, dense):
        _table(found, payload)
    else:
        envelope.emit(kind, payload, dense=dense, error=error)
    if error:
        raise envelope.Failure(code, error["message"], error["hint"], printed=True)


def freeze(
    found: Verdict,
    fixture: str,
    rows: Sequence[Mapping[str, Any]],
    before: Mapping[str, Any] | None,
    *,
    code: str,
    human: bool | None,
    dense: bool,
) -> None:
    """Write a frozen manifest and print what differs from the one before; Failure while the gate is red for more."""
    standing = [breach for breach in found.breaches if breach.code not in frozen.CODES]
    if standing:
        raise envelope.Failure(code, f"Not frozen: {standing[0].sentence}", "Only a gate that passes is frozen.")
    object_store.write_bytes(str(fixtures.root() / fixture), frozen.written(rows, found.basis))
    changed = frozen.changes((before or {}).get("entries", {}), frozen.entries(rows))
    if envelope.is_human(human, dense):
        for name, change in changed.items():
            click.echo(f"{name}: {change['was'] or 'not there'} -> {change['now'] or 'not there'}")
        click.echo(f"{len(rows)} decisions frozen, {len(changed)} of them changed.")
        return
    kind = f"freeze.{found.gate}"
    envelope.emit(kind, {"file": fixture, "entries": len(rows), "changed": changed}, dense=dense)


_HINT = "`memassets explain verdict {gate}` says what changed since the last green verdict."


def _basis(found: Verdict) -> dict[str, Any]:
    basis = found.basis
    return {
        "digest": basis.digest,
        "embedder": basis.embedder,
        "settings": basis.settings,
        "fixtures": basis.fixtures,
        "data": basis.data,
        "revision": basis.revision,
    }


def _table(found: Verdict, payload: dict[str, Any]) -> None:
    # rich takes longer to import than a gate takes to run, and a pipe never needs it
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    colour = "green" if found.passed else "red"
    console.print(
        f"[bold {colour}]{found.gate}: {'green' if found.passed else 'RED'}[/]"
        f"  score {found.score}, floor {found.floor}"
    )
    for breach in found.breaches:
        console.print(f"  [red]{breach.code}[/]  {breach.sentence}", markup=True)
    counts = Table(box=None, show_header=False, pad_edge=False)
    for name, value in payload.items():
        if isinstance(value, bool | int | float | str) and name not in ("mode", "passed", "skipped"):
            counts.add_row(name, str(value))
    console.print(counts)
    for name in ("tiers", "families", "polarities", "arms", "reasons"):
        groups = payload.get(name)
        if not groups:
            continue
        columns = [c for c in next(iter(groups.values())) if c != "polarities"]
        table = Table(name, *columns, box=None, pad_edge=False, header_style="bold")
        for group, row in groups.items():
            table.add_row(group, *(str(row[c]) for c in columns))
        console.print(table)
