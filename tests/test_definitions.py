"""The graph as the page shows it: every asset described, every check one call, nothing partitioned."""

import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from memassets import definitions, resources
from tests.conftest import CHECKOUT

GRAPH = definitions.defs.resolve_asset_graph()
KEYS = sorted(GRAPH.get_all_asset_keys())


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.to_user_string())
def test_an_asset_says_what_its_rows_are(key: dg.AssetKey) -> None:
    node = GRAPH.get(key)
    assert len(node.description or "") > 40
    assert node.group_name == key.path[0]
    assert "python" in node.kinds
    assert len(node.kinds) == 2
    assert node.owners == ["team:memassets"]
    assert node.code_version
    assert node.partitions_def is None


def test_every_check_has_its_claim_and_the_floors_hang_on_childless_assets() -> None:
    for key in GRAPH.asset_check_keys:
        node = GRAPH.get(key)
        assert (node.description or "").endswith("."), key
        if node.blocking:
            assert not GRAPH.get(key.asset_key).child_keys, key
    assert {key.asset_key.path[0] for key in GRAPH.asset_check_keys} == set(definitions.GATES)


def test_the_store_depends_on_every_verdict() -> None:
    parents = {key.to_user_string() for key in GRAPH.get(dg.AssetKey(["store", "gate"])).parent_keys}
    assert {f"{gate}/verdict" for gate in definitions.GATES} <= parents


def test_the_commands_of_dagster_accept_the_project() -> None:
    validated = subprocess.run(
        [sys.executable, "-m", "dagster", "definitions", "validate"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert validated.returncode == 0, validated.stderr[-2000:]


def test_the_sample_vault_is_copied_once_and_left_alone(tmp_path: Path) -> None:
    copy = resources.sample_copy(tmp_path / "vault")
    (copy / "memories" / "mine.md").write_text("A fact of mine.\n")
    assert resources.sample_copy(tmp_path / "vault") == copy
    assert (copy / "memories" / "mine.md").exists()


def test_a_vault_that_is_named_and_not_there_is_an_error(instance: dg.DagsterInstance) -> None:
    with pytest.raises(FileNotFoundError, match="/no/such: no such folder; MEMASSETS_VAULT names the vault"):
        resources.VaultResource(folder="/no/such").root(instance)


def test_the_environment_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VAULT", "TABLES", "EMBEDDER", "EMBEDDER_MODEL", "CACHE"):
        monkeypatch.delenv(f"MEMASSETS_{name}", raising=False)
    found = resources.from_environment()
    assert (found["vault"].folder, found["io_manager"].base) == ("", "")
    assert (found["embedder"].mode, found["embedder"].model, found["embedder"].cache) == ("fake", "", "")
    monkeypatch.setenv("MEMASSETS_VAULT", "/srv/vault")
    monkeypatch.setenv("MEMASSETS_TABLES", "s3://b/p")
    found = resources.from_environment()
    assert (found["vault"].folder, found["io_manager"].base) == ("/srv/vault", "s3://b/p")
