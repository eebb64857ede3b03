"""manifest: the frozen decision on every labelled candidate, and the basis it was taken on."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson
import polars as pl

from memassets.kernel import digests
from memassets.kernel.reasons import Reason
from memassets.kernel.verdict import Basis

FIXTURE = "write/manifest.json"
_FIELDS = ("decision", "rule", "reason", "digest")


def manifest(content: bytes | None) -> dict[str, Any]:
    """What `memassets freeze write` wrote: candidates (id -> decision, rule, reason, digest), basis, seal.

    Empty for None, where nothing was ever frozen. What is no manifest at all has no candidates and a broken seal.
    """
    if content is None:
        return {}
    broken = {"candidates": {}, "basis": {}, "seal": ""}
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        return broken
    entries = found.get("candidates") if isinstance(found, dict) else None
    whole = isinstance(entries, dict) and all(isinstance(entry, dict) for entry in entries.values())
    return found if whole else broken


def frozen_basis(manifest: Mapping[str, Any]) -> Basis | None:
    """The basis of the last freeze: what a culprit is looked for against where no history is at hand.

    None where nothing was frozen, or the file no longer tells.
    """
    try:
        return Basis(**manifest.get("basis", {}))
    except TypeError:
        return None


def is_sealed(manifest: Mapping[str, Any]) -> bool:
    """Whether the manifest is as the freeze command wrote it."""
    return bool(manifest.get("seal") == _seal(manifest.get("candidates", {}), manifest.get("basis", {})))


def entries(decisions: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """What is frozen of the labelled decisions, by id."""
    labelled = decisions.filter(pl.col("tier") == "labelled").sort("id")
    return {row["id"]: {name: row[name] for name in _FIELDS} for row in labelled.iter_rows(named=True)}


def written(decisions: pl.DataFrame, basis: Basis) -> bytes:
    """The file's bytes, one line a candidate, the same for the same content."""
    frozen, taken_on = entries(decisions), asdict(basis)
    lines = [f"    {_json(name)}: {_json(entry)}" for name, entry in frozen.items()]
    return (
        '{\n  "candidates": {\n'
        + ",\n".join(lines)
        + f'\n  }},\n  "basis": {_json(taken_on)},\n  "seal": {_json(_seal(frozen, taken_on))}\n}}\n'
    ).encode()


def drift(decisions: pl.DataFrame, manifest: Mapping[str, Any]) -> list[tuple[Reason, str, str]]:
    """What differs from the frozen decisions, as (code, id, where it stops now)."""
    frozen: Mapping[str, Mapping[str, Any]] = manifest.get("candidates", {})
    now = entries(decisions)
    found: list[tuple[Reason, str, str]] = []
    for name in sorted({*now, *frozen}):
        if name not in frozen:
            found.append(("candidate-added", name, where(now[name])))
        elif name not in now:
            found.append(("candidate-removed", name, "gone"))
        else:
            if now[name]["digest"] != frozen[name].get("digest"):
                found.append(("candidate-edited", name, where(now[name])))
            if any(now[name][field] != frozen[name].get(field) for field in _FIELDS[:3]):
                found.append(("drift", name, f"{where(now[name])}, was: {where(frozen[name])}"))
    return found


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, str | None]]:
    """The difference between two frozen states, by id: where it stopped and where it stops."""
    return {
        name: {
            "was": where(before[name]) if name in before else None,
            "now": where(after[name]) if name in after else None,
        }
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }


def where(entry: Mapping[str, Any]) -> str:
    """Where a candidate ends: written, or at which rule and why."""
    return "written" if entry.get("decision") == "write" else f"stops at {entry.get('rule')} ({entry.get('reason')})"


def _seal(candidates: Mapping[str, Any], basis: Mapping[str, Any]) -> str:
    return digests.of_json([candidates, basis])


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
