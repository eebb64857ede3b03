"""The frozen manifest: the decision on every labelled case, the basis it was taken on, and a seal over both."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from memassets.kernel import digests
from memassets.kernel.reasons import Reason
from memassets.kernel.verdict import Basis, Breach

# Every breach by which a gate says that it is not as it was frozen.
CODES: tuple[Reason, ...] = (
    "drift",
    "added-unfrozen",
    "removed-unfrozen",
    "edited-unfrozen",
    "manifest-edited",
    "no-manifest",
)

_DONE = {"write": "written", "fold": "folded"}
_FIELDS = ("decision", "rule", "reason", "digest")
Entries = Mapping[str, Mapping[str, Any]]


def read(content: bytes | None) -> dict[str, Any]:
    """What a freeze wrote: entries (id -> decision, rule, reason, digest), basis, seal.

    Empty for None, where nothing was ever frozen. What is no manifest at all has no entries and a broken seal.
    """
    if content is None:
        return {}
    broken = {"entries": {}, "basis": {}, "seal": ""}
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        return broken
    held = found.get("entries") if isinstance(found, dict) else None
    whole = isinstance(held, dict) and all(isinstance(entry, dict) for entry in held.values())
    return found if whole else broken


def basis_of(manifest: Mapping[str, Any]) -> Basis | None:
    """The basis of the last freeze: what a culprit is looked for against where no history is at hand.

    None where nothing was frozen, or the file no longer tells.
    """
    try:
        return Basis(**manifest.get("basis", {}))
    except TypeError:
        return None


def is_sealed(manifest: Mapping[str, Any]) -> bool:
    """Whether the manifest is as the freeze command wrote it."""
    return bool(manifest.get("seal") == _seal(manifest.get("entries", {}), manifest.get("basis", {})))


def entries(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What is frozen of decisions, by id; each row needs id, decision, rule, reason and digest (of the case itself)."""
    return {row["id"]: {name: row[name] for name in _FIELDS} for row in sorted(rows, key=lambda row: str(row["id"]))}


def written(rows: Sequence[Mapping[str, Any]], basis: Basis) -> bytes:
    """The file's bytes, one line a case, the same for the same content."""
    frozen, taken_on = entries(rows), asdict(basis)
    lines = [f"    {_json(name)}: {_json(entry)}" for name, entry in frozen.items()]
    return (
        '{\n  "entries": {\n'
        + ",\n".join(lines)
        + f'\n  }},\n  "basis": {_json(taken_on)},\n  "seal": {_json(_seal(frozen, taken_on))}\n}}\n'
    ).encode()


def drift(rows: Sequence[Mapping[str, Any]], manifest: Mapping[str, Any]) -> list[tuple[Reason, str, str]]:
    """What differs from the frozen decisions, as (code, id, where it stops now)."""
    frozen: Entries = manifest.get("entries", {})
    now = entries(rows)
    found: list[tuple[Reason, str, str]] = []
    for name in sorted({*now, *frozen}):
        if name not in frozen:
            found.append(("added-unfrozen", name, where(now[name])))
        elif name not in now:
            found.append(("removed-unfrozen", name, "gone"))
        else:
            if now[name]["digest"] != frozen[name].get("digest"):
                found.append(("edited-unfrozen", name, where(now[name])))
            if any(now[name][field] != frozen[name].get(field) for field in _FIELDS[:3]):
                found.append(("drift", name, f"{where(now[name])}, was: {where(frozen[name])}"))
    return found


def breaches(manifest: Mapping[str, Any], drifted: Sequence[tuple[Reason, str, str]]) -> list[Breach]:
    """What keeps a gate from passing as frozen: no manifest, one edited by hand, or what `drift` found."""
    found: list[Breach] = []
    if not manifest:
        found.append(Breach("no-manifest", "all", 0, 1))
    elif not is_sealed(manifest):
        found.append(Breach("manifest-edited", "all", "another seal", "the seal of its content"))
    for code in dict.fromkeys(code for code, _, _ in drifted):
        subjects = tuple(f"{name} {now}" for other, name, now in drifted if other == code)
        found.append(Breach(code, "all", len(subjects), 0, subjects))
    return found


def changes(before: Entries, after: Entries) -> dict[str, dict[str, str | None]]:
    """The difference between two frozen states, by id: where each case stopped and where it stops."""
    return {
        name: {
            "was": where(before[name]) if name in before else None,
            "now": where(after[name]) if name in after else None,
        }
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }


def where(entry: Mapping[str, Any]) -> str:
    """Where a case ends: let through, or at which rule and why."""
    decision = str(entry.get("decision"))
    return _DONE.get(decision) or f"stops at {entry.get('rule')} ({entry.get('reason')})"


def _seal(frozen: Entries, basis: Mapping[str, Any]) -> str:
    return digests.of_json([frozen, basis])


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
