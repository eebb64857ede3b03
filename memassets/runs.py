"""One run of a part of the graph, started from a shell."""

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg

from memassets import definitions
from memassets.resources import EmbedderResource, JudgeResource, VaultResource

_CONFIG = "dagster.yaml"
_MAKING = ".making"
_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
_QUIET_HOME = "telemetry:\n  enabled: false\nnux:\n  enabled: false\n"


class RunFailedError(RuntimeError):
    """An asset could not be made, and why."""


def materialize(home: Path, vault: Path, assets: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Materialize assets ("path/table") over a vault in the instance of a home folder, made where there is none.

    The metadata of each; RunFailedError names the first asset that could not be made.
    """
    defs = definitions.build_defs(vault=VaultResource(folder=str(vault)))
    with _instance(home) as instance:
        ran = defs.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance,
            asset_selection=[dg.AssetKey(asset.split("/")) for asset in assets],
            raise_on_error=False,
            run_config=_QUIET,
        )
    _raise_failure(ran)
    return {
        event.asset_key.to_user_string(): {
            name: value.value for name, value in event.step_materialization_data.materialization.metadata.items()
        }
        for event in ran.get_asset_materialization_events()
        if event.asset_key is not None
    }


def curated(home: Path, vault: Path, *, apply: bool, judge: JudgeResource | None = None) -> dict[str, Any]:
    """The outcome of one run of the whole graph over a vault, in the instance of a home folder, made if there is none.

    The embedder is pinned: an unattended run must not hang on a token. RunFailedError where a step raised before the
    outcome; a red gate is an outcome.
    """
    defs = definitions.build_defs(
        embedder=EmbedderResource(mode="fake"),
        judge=judge or JudgeResource(),
        vault=VaultResource(folder=str(vault)),
    )
    with _instance(home) as instance:
        ran = defs.resolve_implicit_global_asset_job_def().execute_in_process(
            instance=instance,
            raise_on_error=False,
            run_config={"ops": {"store__outcome": {"config": {"apply": apply}}}, **_QUIET},
        )
    if not any(event.is_step_success and event.step_key == "store__outcome" for event in ran.all_events):
        _raise_failure(ran)
        raise RunFailedError(f"run {ran.run_id} came to no outcome")
    found: dict[str, Any] = ran.output_for_node("store__outcome")
    return found


@contextmanager
def _instance(home: Path) -> Iterator[dg.DagsterInstance]:
    """The instance of a home folder; a new one tells nobody of its use."""
    home.mkdir(parents=True, exist_ok=True)
    # one at a time: two processes that make the tables of a new instance at once trip over each other
    with (home / _MAKING).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / _CONFIG).is_file():
            (home / _CONFIG).write_text(_QUIET_HOME)
        found = dg.DagsterInstance.from_config(str(home))
    with found as instance:
        yield instance


def _raise_failure(ran: dg.ExecuteInProcessResult) -> None:
    """RunFailedError for the first step that raised."""
    for event in ran.all_events:
        if event.is_step_failure:
            error = event.step_failure_data.error
            cause = (error.cause or error) if error else None
            raise RunFailedError(f"{event.step_key}: {cause.message.strip() if cause else 'it failed'}")
