"""What an instance remembers: the last green verdict of a gate, and the run that brought each change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import dagster as dg

from memassets.kernel.verdict import Basis
from memassets.lineage import Change, Comparison, since_green

_PAGE = 50
_CODE_VERSION_TAG = "dagster/code_version"
_DATA_VERSION_TAG = "dagster/data_version"


@dataclass(frozen=True, slots=True)
class Standing:
    """A gate's newest verdict in an instance."""

    gate: str
    word: str  # green, red, or missing
    score: float | None
    floor: float | None
    run: str

    @property
    def passed(self) -> bool:
        """A missing verdict is not a pass."""
        return self.word == "green"


def standings(gates: Sequence[str]) -> list[Standing]:
    """The newest verdict of each gate in the instance of DAGSTER_HOME."""
    with dg.DagsterInstance.get() as instance:
        return [_standing(instance, gate) for gate in gates]


def _standing(instance: dg.DagsterInstance, gate: str) -> Standing:
    record = next(_materializations(instance, f"{gate}/verdict"), None)
    if record is None:
        return Standing(gate, "missing", None, None, "")
    metadata = _metadata(record)
    word = "green" if metadata.get("passed") is True else "red"
    return Standing(gate, word, metadata.get("score"), metadata.get("floor"), record.run_id)


def remembered(gate: str) -> tuple[bool, Comparison] | None:
    """Whether the newest verdict in the instance of DAGSTER_HOME passed, and what separates it from its last green one.

    None where the instance holds no verdict of the gate, or no green one.
    """
    with dg.DagsterInstance.get() as instance:
        newest, green = last_verdict(instance, gate), last_green(instance, gate)
        if newest is None or green is None:
            return None
        basis, passed, _ = newest
        found = since_green(basis, green, green[0])
        return passed, Comparison(attributed(instance, gate, found.changes), found.against)


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
