"""What runs when: jobs, sensors, the nightly schedule. A sensor says what happened and decides nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl

from memassets.guard import sections, sessions
from memassets.kernel import digests, policy
from memassets.resources import VaultResource, writes_unasked
from memassets.store import candidates, memories

_NIGHTLY = "30 3 * * *"
_WEEKLY = "15 4 * * 0"
_EVERY_SECONDS = 60

# An unattended run measures with what CI measures with: it must not hang on a token at night.
_PINNED: dict[str, Any] = {"resources": {"embedder": {"config": {"mode": "fake", "model": ""}}}}
_GUARD_OF_VAULT = [
    dg.AssetKey(["guard", name]) for name in ("sections", "artifacts", "sessions", "matches", "evidence", "exclusions")
]

sift_sessions = dg.define_asset_job(
    "sift_sessions",
    selection=dg.AssetSelection.assets(*_GUARD_OF_VAULT),
    description="The vault's references, skills and sessions through the guard: manifest, matches, evidence, log.",
)
judge_gates = dg.define_asset_job(
    "judge_gates",
    selection=dg.AssetSelection.all() - dg.AssetSelection.assets(["store", "outcome"]),
    config=_PINNED,
    description="Every gate measured, and what it says of the plan; nothing is written.",
)
apply_merge = dg.define_asset_job(
    "apply_merge",
    selection=dg.AssetSelection.all(),
    config={**_PINNED, "ops": {"store__outcome": {"config": {"apply": True}}}},
    description="The whole graph, and the plan written if every gate is measured, fresh and green.",
)


def _status(*, writes: bool) -> dg.DefaultSensorStatus:
    """On from the start for what only reads; what writes waits to be switched on."""
    return dg.DefaultSensorStatus.RUNNING if not writes or writes_unasked() else dg.DefaultSensorStatus.STOPPED


def _asked(context: dg.SensorEvaluationContext, revision: str, what: str) -> dg.SensorResult:
    """One run a revision: the same content never runs twice."""
    if context.cursor == revision:
        return dg.SensorResult(skip_reason=f"The {what} are as they were.", cursor=revision)
    return dg.SensorResult(run_requests=[dg.RunRequest(run_key=f"{what}-{revision}")], cursor=revision)


def _revision(table: Callable[[Path], pl.DataFrame], root: Path) -> str:
    return digests.of_frame(table(root))


@dg.sensor(job=sift_sessions, minimum_interval_seconds=_EVERY_SECONDS, default_status=_status(writes=False))
def sessions_arrived(context: dg.SensorEvaluationContext, vault: VaultResource) -> dg.SensorResult:
    """The session files of the vault are others, or longer, than when the guard last read them."""
    return _asked(context, _revision(sessions.sessions, vault.root(context.instance)), "sessions")


@dg.sensor(job=sift_sessions, minimum_interval_seconds=_EVERY_SECONDS, default_status=_status(writes=False))
def references_changed(context: dg.SensorEvaluationContext, vault: VaultResource) -> dg.SensorResult:
    """A reference, a skill or a memory that the system emits was added, changed or removed."""
    return _asked(context, _revision(sections.sections, vault.root(context.instance)), "references")


@dg.sensor(job=apply_merge, minimum_interval_seconds=_EVERY_SECONDS, default_status=_status(writes=True))
def memories_changed(context: dg.SensorEvaluationContext, vault: VaultResource) -> dg.SensorResult:
    """A memory or a candidate of the vault was added, changed or removed.

    Starts the job that writes: off until switched on.
    """
    root = vault.root(context.instance)
    held, waiting = memories.memories(root), candidates.candidates(root)
    revision = digests.of_parts({"memories": memories.revision(held), "candidates": digests.of_frame(waiting)})
    return _asked(context, revision, "memories")


nightly = dg.ScheduleDefinition(
    name="nightly",
    job=apply_merge,
    cron_schedule=_NIGHTLY,
    description="Curates the vault at night, in the zone that the instance is configured with. Off until switched on.",
    default_status=dg.DefaultScheduleStatus.RUNNING if writes_unasked() else dg.DefaultScheduleStatus.STOPPED,
)


@dg.op(description=f"Deletes what the instance holds of runs that ended over {policy.RUNS_KEPT_DAYS} days ago.")
def forget_old_runs(context: dg.OpExecutionContext) -> None:
    """Delete them; the vault's log and the tables of the last green and red verdict stay."""
    before = datetime.now(UTC) - timedelta(days=policy.RUNS_KEPT_DAYS)
    old = context.instance.get_runs(dg.RunsFilter(created_before=before))
    ended = [run.run_id for run in old if run.is_finished]
    for run in ended:
        context.instance.delete_run(run)
    context.log.info(f"{len(ended)} runs deleted")


@dg.job(description="Housekeeping of the instance: its history of runs would else grow for ever.")
def purge_runs() -> None:
    """One op: an instance has nothing to wait for."""
    forget_old_runs()


weekly = dg.ScheduleDefinition(
    name="weekly",
    job=purge_runs,
    cron_schedule=_WEEKLY,
    description="Purges the instance of old runs; it touches no vault.",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)

JOBS: list[Any] = [sift_sessions, judge_gates, apply_merge, purge_runs]
SENSORS = [sessions_arrived, references_changed, memories_changed]
SCHEDULES = [nightly, weekly]
