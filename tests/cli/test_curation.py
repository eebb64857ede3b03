"""memassets merge, as an operator runs it: through a real instance, over a vault on disk."""

import json
from pathlib import Path

from tests.conftest import Run
from tests.store.vaults import FILES, vault
from tests.test_culprit import edit


def held(root: Path) -> dict[str, bytes]:
    return {str(f.relative_to(root)): f.read_bytes() for f in sorted((root / "memories").rglob("*")) if f.is_file()}


def test_a_curation_lands_and_is_taken_back_to_the_byte(tree: Path, run: Run, home: Path, tmp_path: Path) -> None:
    root = vault(tmp_path / "vault", FILES)
    before = held(root)
    environment = {"DAGSTER_HOME": str(home), "MEMASSETS_VAULT": str(root)}
    landed = run(tree, "-m", "memassets", "merge", "--json", **environment)
    assert landed.returncode == 0, landed.stderr[-2000:]
    data = json.loads(landed.stdout)["data"]
    assert (data["applied"], data["refusal"], data["merged"]) == (True, None, 1)
    assert [(fold["keeper"], fold["drop"]) for fold in data["folds"]] == [("kiln/old.md", "new.md")]
    assert held(root) != before
    taken = run(tree, "-m", "memassets", "merge", "--revert", data["run"], "--json", **environment)
    assert taken.returncode == 0, taken.stderr
    assert held(root) == before


def test_a_broken_gate_refuses_in_the_same_run_and_leaves_the_store(
    tree: Path, run: Run, home: Path, tmp_path: Path
) -> None:
    root = vault(tmp_path / "vault", FILES)
    before = held(root)
    edit(tree, "a finder's table")
    refused = run(tree, "-m", "memassets", "merge", "--vault", str(root), "--json", DAGSTER_HOME=str(home))
    assert refused.returncode == 1
    document = json.loads(refused.stdout)
    assert document["error"]["code"] == "ERR_GATE_FAILED"
    assert document["data"]["refusal"] == "gate-failed"
    assert document["data"]["gates"]["read"] == "failed"
    assert len(refused.stderr.strip().splitlines()) == 1
    assert held(root) == before
    assert not (root / ".runs").exists()


def test_without_a_vault_and_without_a_run(tree: Path, run: Run, tmp_path: Path) -> None:
    root = vault(tmp_path / "vault", FILES)
    nowhere = run(tree, "-m", "memassets", "merge")
    assert (nowhere.returncode, "MEMASSETS_VAULT" in nowhere.stderr) == (2, True)
    for arguments in (("--revert", "nope"), ("--revert", ""), ("--revert", "nope", "--dry-run")):
        unknown = run(tree, "-m", "memassets", "merge", "--vault", str(root), *arguments)
        assert (unknown.returncode, json.loads(unknown.stdout)["error"]["code"]) == (2, "ERR_USAGE")
    assert held(root) == {f"memories/{path}": text.encode() for path, text in sorted(FILES.items())}
