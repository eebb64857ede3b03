"""What an instance remembers: the last green verdict of a gate, and the run that brought each change."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import dagster as dg

from memassets.kernel.verdict import Basis
from memassets.lineage import Change

_PAGE = 50
_CODE_VERSION_TAG = "dagster/code_version"
_DATA_VERSION_TAG = "dagster/data_version"


def last_green(instance: dg.DagsterInstance, gate: str) -> tuple[Basis, str] | None:
    """The basis of the newest green verdict of a gate and its run, None where the instance holds none."""
    for record in _materializations(instance, f"{gate}/verdict"):
        metadata = _metadata(record)
        if metadata.get("passed") is True and "basis" in metadata:
            return Basis(**metadata["basis"]), record.run_id
    return None


def last_verdict(instance: dg.DagsterInstance, gate: str) -> tuple[Basis, bool, str] | None:
    """Basis, passed and run of the newest verdict of a gate, None where the instance holds none."""
    for record in _materializations(instance, f"{gate}/verdict"):
        metadata = _metadata(record)
        if "basis" in metadata:
            return Basis(**metadata["basis"]), bool(metadata.get("passed")), record.run_id
    return None


def attributed(instance: dg.DagsterInstance, gate: str, found: list[Change]) -> list[Change]:
    """The changes, each with the run that brought it: the oldest of the newest runs that all have it."""
    return [replace(change, run=_bringer(instance, gate, change)) for change in found]


def _bringer(instance: dg.DagsterInstance, gate: str, change: Change) -> str | None:
    if change.kind in ("code", "fixture", "configuration") and change.asset:
        tag = _CODE_VERSION_TAG if change.kind == "code" else _DATA_VERSION_TAG
        return _oldest_alike(
            (record.run_id, _tags(record).get(tag)) for record in _materializations(instance, change.asset)
        )
    return _oldest_alike(
        (record.run_id, _setting(_metadata(record).get("basis"), change))
        for record in _materializations(instance, f"{gate}/verdict")
    )


def _oldest_alike(newest_first: Iterator[tuple[str, Any]]) -> str | None:
    """The run of the oldest record that has, like all newer ones, the value of the newest."""
    found: str | None = None
    current: Any = None
    for run, value in newest_first:
        if found is None:
            current = value
        if value != current:
            break
        found = run
    return found


def _setting(basis: dict[str, Any] | None, change: Change) -> Any:
    if basis is None:
        return None
    if change.kind == "policy":
        return basis["policy"].get(change.what)
    if change.kind == "setting":
        return basis["settings"].get(change.what)
    return basis["embedder"] if change.kind == "embedder" else basis["revision"]


def _materializations(instance: dg.DagsterInstance, asset: str) -> Iterator[dg.EventLogRecord]:
    """The asset's materializations, newest first."""
    cursor: str | None = None
    while True:
        page = instance.fetch_materializations(dg.AssetKey(asset.split("/")), limit=_PAGE, cursor=cursor)
        yield from page.records
        if not page.has_more:
            return
        cursor = page.cursor


def _tags(record: dg.EventLogRecord) -> dict[str, str]:
    found = record.event_log_entry.asset_materialization
    return dict(found.tags or {}) if found else {}


def _metadata(record: dg.EventLogRecord) -> dict[str, Any]:
    found = record.event_log_entry.asset_materialization
    return {name: value.value for name, value in found.metadata.items()} if found else {}
