"""The checks of the store path: each claim that holds when it is green."""

import dagster as dg

from memassets import reporting
from memassets.kernel.verdict import Verdict


@dg.asset_check(asset=dg.AssetKey(["store", "verdict"]), blocking=True)
def tells_its_memories_from_twins(verdict: Verdict) -> dg.AssetCheckResult:
    """Every probe of the store ranks its memory above every wrong twin, and every file could be read."""
    return reporting.state(verdict)


CHECKS = [tells_its_memories_from_twins]
