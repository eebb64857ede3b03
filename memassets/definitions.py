"""Assembly: the paths in order, resources, executor."""

from typing import Any

import dagster as dg

from memassets import automation, resources
from memassets.guard.assets import ASSETS as GUARD_ASSETS
from memassets.guard.checks import CHECKS as GUARD_CHECKS
from memassets.merge.assets import ASSETS as MERGE_ASSETS
from memassets.merge.checks import CHECKS as MERGE_CHECKS
from memassets.read.assets import ASSETS as READ_ASSETS
from memassets.read.checks import CHECKS as READ_CHECKS
from memassets.store.assets import ASSETS as STORE_ASSETS
from memassets.store.checks import CHECKS as STORE_CHECKS
from memassets.write.assets import ASSETS as WRITE_ASSETS
from memassets.write.checks import CHECKS as WRITE_CHECKS

# Every gate there is, by the path that measures it, in the order of the graph.
GATES = ("read", "write", "merge", "guard", "store")


def build_defs(**overrides: Any) -> dg.Definitions:
    """The whole graph; keyword arguments replace resources by name ("embedder", "vault", "io_manager")."""
    return dg.Definitions(
        assets=[*READ_ASSETS, *WRITE_ASSETS, *MERGE_ASSETS, *GUARD_ASSETS, *STORE_ASSETS],
        asset_checks=[*READ_CHECKS, *WRITE_CHECKS, *MERGE_CHECKS, *GUARD_CHECKS, *STORE_CHECKS],
        jobs=automation.JOBS,
        sensors=automation.SENSORS,
        schedules=automation.SCHEDULES,
        resources={**resources.from_environment(), **overrides},
        executor=dg.in_process_executor,  # a subprocess costs seconds a step, and a gate's step milliseconds
    )


defs = build_defs()
