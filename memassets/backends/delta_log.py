"""The event log as an append-only Delta table: concurrent writers lose nothing, and nothing is ever rewritten."""

from collections.abc import Callable
from typing import Any

import deltalake
import polars as pl
from deltalake.exceptions import CommitFailedError, TableNotFoundError

from memassets.kernel import events as event_kinds
from memassets.kernel.ports import LogError

_ATTEMPTS = 200  # each failure means that another writer got through, so this many writers may meet


class DeltaLog:
    """One table for all kinds, partitioned by kind, so that whatever an ingest adds is one commit.

    `seq` is given out by optimistic locking: a commit that meets another one is tried again on top of it.
    """

    def __init__(self, place: str, clock: Callable[[], str]) -> None:
        self._place, self._clock = place, clock

    def append(self, events: pl.DataFrame, run_id: str) -> int:
        """Add the events in one commit; LogError where the table does not take them."""
        for _ in range(_ATTEMPTS):
            table = self._table()
            fresh = self._fresh(table, events)
            if not fresh.height:
                return 0
            rows = fresh.select(
                seq=pl.int_range(fresh.height, dtype=pl.Int64) + (_last(table) + 1),
                at=pl.lit(self._clock()),
                kind="kind",
                run_id=pl.lit(run_id),
                subject_id="subject_id",
                schema_version=pl.lit(event_kinds.SCHEMA_VERSION, dtype=pl.Int64),
                payload="payload",
            )
            try:
                deltalake.write_deltalake(
                    table or self._place,
                    rows,
                    mode="append" if table else "error",
                    partition_by=["kind"],
                    configuration=None if table else {"delta.appendOnly": "true"},
                    commit_properties=deltalake.CommitProperties(max_commit_retries=0),
                )
            except CommitFailedError:
                continue
            except deltalake.exceptions.DeltaError as error:
                if table is None and self._table() is not None:
                    continue  # another writer made the table first
                raise LogError(f"{self._place}: {error}") from error
            except BaseException as panic:
                # a disk that is full makes the library panic, which is no Exception
                if type(panic).__name__ != "PanicException" and not isinstance(panic, OSError):
                    raise
                raise LogError(f"{self._place}: it cannot be written ({panic})") from panic
            return rows.height
        raise LogError(f"{self._place}: {_ATTEMPTS} commits in a row met another writer's")

    def events(self, *kinds: str) -> pl.DataFrame:
        """The events in order, of these kinds or of all; none where there is no log yet."""
        table = self._table()
        if table is None:
            return pl.DataFrame(schema=event_kinds.LOGGED)
        rows = pl.scan_delta(table)
        if kinds:
            rows = rows.filter(pl.col("kind").is_in(kinds))
        return rows.select(list(event_kinds.LOGGED)).collect().sort("seq")

    def version(self) -> str:
        """Table version and number of events."""
        table = self._table()
        return "none" if table is None else f"{table.version()}-{_last(table) + 1}"

    def compact(self) -> None:
        """Rewrite small files as large ones; no row changes."""
        table = self._table()
        if table is not None:
            table.optimize.compact()

    def _table(self) -> deltalake.DeltaTable | None:
        try:
            return deltalake.DeltaTable(self._place)
        except TableNotFoundError:
            return None
        except deltalake.exceptions.DeltaError as error:
            raise LogError(f"{self._place}: {error}") from error

    def _fresh(self, table: deltalake.DeltaTable | None, events: pl.DataFrame) -> pl.DataFrame:
        """The events to add: of the kinds that happen once, those not there yet."""
        once = events.filter(pl.col("kind").is_in(event_kinds.ONCE))
        if not once.height:
            return events
        unlike = events.unique(["kind", "subject_id"], maintain_order=True)
        if table is None:
            return unlike
        known = pl.scan_delta(table).filter(pl.col("kind").is_in(event_kinds.ONCE)).select("kind", "subject_id")
        return unlike.join(known.collect(), on=["kind", "subject_id"], how="anti", maintain_order="left")


def _last(table: Any) -> int:
    """The greatest `seq` in the table, -1 of none."""
    if table is None:
        return -1
    actions = pl.DataFrame(table.get_add_actions(flatten=True))
    return max(actions["max.seq"].to_list(), default=-1)
