"""The path in a real instance: its checks, and the one that turns red for a leak."""

from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest

from memassets import definitions
from memassets.guard.checks import CLAIMS
from memassets.io_managers import Tables
from memassets.kernel import policy
from memassets.resources import VaultResource
from tests.guard.vaults import Vault, lines

TEXT = "# Care\n\n" + "\n".join(lines(12))


def judged(instance: dg.DagsterInstance, base: Path, *tables: str) -> dict[str, Any]:
    """A run of the path, or of some of its tables, over a vault; each check that was made."""
    vault = VaultResource(folder=str(base / "vault"))
    defs = definitions.build_defs(io_manager=Tables(base=str(base / "tables")), vault=vault)
    keys = [key for key in defs.resolve_all_asset_keys() if key.path[0] == "guard"]
    chosen = [key for key in keys if not tables or key.path[1] in tables]
    config = {"ops": {"guard__corpus": {"config": {"sessions": policy.GUARD_SESSIONS}}}}
    ran = defs.resolve_implicit_global_asset_job_def().execute_in_process(
        instance=instance,
        raise_on_error=False,
        asset_selection=chosen,
        run_config=config if dg.AssetKey(["guard", "corpus"]) in chosen else {},
    )
    return {event.check_name: event for event in ran.get_asset_check_evaluations()}


def test_a_leak_in_the_evidence_turns_its_check_red_and_names_it(
    instance: dg.DagsterInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "GUARD_SESSIONS", 4)
    vault = Vault(tmp_path / "vault")
    vault.reference(TEXT)
    vault.session(TEXT, "We open the flue on Mondays.")
    made = judged(instance, tmp_path)
    assert set(made) == {*CLAIMS, "is_green"}
    # four sessions a class are not the forty that were frozen
    assert {name for name, check in made.items() if not check.passed} == {"decides_skills_as_frozen", "is_green"}
    evidence = tmp_path / "tables/guard/evidence.parquet"
    rows = pl.read_parquet(evidence)
    assert rows["text"].to_list() == ["We open the flue on Mondays."]
    pl.concat([rows, rows.with_columns(text=pl.lit(TEXT), record_id=pl.lit("leaked"))]).write_parquet(evidence)
    again = judged(instance, tmp_path, "verdict", "report")
    leak = again["no_evidence_quotes_an_artifact"]
    assert not leak.passed
    assert "record leaked" in (leak.description or "")
    assert again["manifest_follows_from_the_log"].passed
    assert again["every_exclusion_is_auditable"].passed
