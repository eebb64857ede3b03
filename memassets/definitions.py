"""Assembly: the paths in order, resources, executor."""

from typing import Any

import dagster as dg

from memassets import resources
from memassets.merge.assets import ASSETS as MERGE_ASSETS
from memassets.merge.checks import CHECKS as MERGE_CHECKS
from memassets.read.assets import ASSETS as READ_ASSETS
from memassets.read.checks import CHECKS as READ_CHECKS
from memassets.store.assets import ASSETS as STORE_ASSETS
from memassets.store.checks import CHECKS as STORE_CHECKS
from memassets.write.assets import ASSETS as WRITE_ASSETS
from memassets.write.checks import CHECKS as WRITE_CHECKS

# Every gate there is, by the path that measures it, in the order of the graph.
GATES = ("read", "write", "merge", "store")


def build_defs(**overrides: Any) -> dg.Definitions:
    """The whole graph; keyword arguments replace resources by name ("embedder", "vault", "io_manager")."""
    return dg.Definitions(
        assets=[*READ_ASSETS, *WRITE_ASSETS, *MERGE_ASSETS, *STORE_ASSETS],
        asset_checks=[*READ_CHECKS, *WRITE_CHECKS, *MERGE_CHECKS, *STORE_CHECKS],
        resources={**resources.from_environment(), **overrides},
        executor=dg.in_process_executor,  # a subprocess costs seconds a step, and a gate's step milliseconds
    )


class RunFailed(Exception):  # noqa: N818  a step of the run raised, and the log says which
    """A run that came to no outcome."""


def curated(folder: str | None, *, apply: bool) -> dict[str, Any]:
    """One run of the whole graph in the instance of DAGSTER_HOME, and the outcome it came to.

    `folder` is the vault, the environment's where it is None. The embedder is pinned: an unattended run must not hang
    on a token. RunFailed where a step raised before the outcome.
    """
    vault = {} if folder is None else {"vault": resources.VaultResource(folder=folder)}
    job = build_defs(embedder=resources.EmbedderResource(mode="fake"), **vault).resolve_implicit_global_asset_job_def()
    with dg.DagsterInstance.get() as instance:
        result = job.execute_in_process(
            instance=instance,
            raise_on_error=False,
            run_config={
                "ops": {"store__outcome": {"config": {"apply": apply}}},
                "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
            },
        )
        failed = [event.step_key for event in result.all_events if event.is_step_failure]
        if not any(event.is_step_success and event.step_key == "store__outcome" for event in result.all_events):
            raise RunFailed(f"run {result.run_id} failed at {failed[0] if failed else 'its start'}")
        found: dict[str, Any] = result.output_for_node("store__outcome")
        return found


defs = build_defs()
