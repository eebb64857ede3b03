"""The real daemon, at work unasked: what is dropped into a vault is sifted and merged, and a broken gate stops it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from memassets.resources import event_log
from tests.store.vaults import FILES, memory, vault
from tests.test_culprit import edit

pytestmark = pytest.mark.system

_PATIENCE_SECONDS = 150
_MANUAL = (
    "Before the first firing of the year the kiln is swept, its elements are brushed with a soft brush, and the spy"
    " hole is cleared with a wooden stick, never with iron, so that the brick around it does not chip."
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A vault with a manual; its memories hold no duplicate yet."""
    found = vault(tmp_path / "vault", {path: text for path, text in FILES.items() if path != "new.md"})
    for name in ("references/kiln", "sessions", "candidates"):
        (found / name).mkdir(parents=True)
    (found / "references/kiln/care.md").write_text(f"# Care\n\n{_MANUAL}\n")
    return found


def drop(root: Path) -> None:
    """What a day leaves: a session that pastes the manual, and a duplicate memory."""
    turns = [{"role": "user", "content": "How is it cleaned?"}, {"role": "assistant", "content": f"It says: {_MANUAL}"}]
    (root / "sessions/monday.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    (root / "memories/new.md").write_text(FILES["new.md"])


@contextmanager
def daemon(tree: Path, home: Path, root: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon of its own process group, with everything switched on; gone at the end with all it started."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(tree),
        "DAGSTER_HOME": str(home),
        "MEMASSETS_VAULT": str(root),
        "MEMASSETS_AUTOMATION": "on",
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [str(Path(sys.executable).with_name("dagster-daemon")), "run", "-m", "memassets.definitions"]
    with (home / "daemon.log").open("ab") as log:
        started = subprocess.Popen(command, cwd=tree, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            yield started
        finally:
            started.terminate()
            try:
                started.wait(timeout=30)
            finally:
                subprocess.run(["pkill", "-KILL", "-g", str(started.pid)], check=False)


def finished(daemon: subprocess.Popen[bytes], home: Path, job: str, before: int = 0) -> dg.DagsterRun:
    """The newest run of a job, once more than `before` of them have ended; the test fails where none does in time."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until and daemon.poll() is None:
        with dg.DagsterInstance.from_config(str(home)) as instance:
            runs = [run for run in instance.get_runs(dg.RunsFilter(job_name=job)) if run.is_finished]
        if len(runs) > before:
            return runs[0]
        time.sleep(1)
    pytest.fail(f"{job} did not run: {(home / 'daemon.log').read_text()[-3000:]}")


def outcome(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((home / "storage/tables/store/outcome.json").read_text())
    return found


def held(root: Path) -> dict[str, bytes]:
    return {str(f.relative_to(root)): f.read_bytes() for f in sorted((root / "memories").rglob("*")) if f.is_file()}


def test_what_is_dropped_into_a_vault_is_curated_and_a_broken_gate_stops_it(tree: Path, home: Path, root: Path) -> None:
    drop(root)
    with daemon(tree, home, root) as working:
        assert finished(working, home, "sift_sessions").is_success
        landed = finished(working, home, "apply_merge")
    assert landed.is_success
    found = outcome(home)
    assert (found["run"], found["applied"], found["refusal"]) == (landed.run_id, True, None)
    assert [(fold["keeper"], fold["drop"]) for fold in found["folds"]] == [("kiln/old.md", "new.md")]
    assert "superseded-by: kiln/old.md" in (root / "memories/new.md").read_text().replace('"', "")
    log = event_log(root)
    assert log.events("derived_excluded").height == 1
    assert log.events("memory_folded")["run_id"].to_list() == [landed.run_id]

    edit(tree, "a finder's table")
    (root / "memories/again.md").write_text(memory("the kiln reaches 1240 degrees", created="2026-04-01T08:00:00Z"))
    before = held(root)
    with daemon(tree, home, root) as working:
        refused = finished(working, home, "apply_merge", before=1)
    assert not refused.is_success
    found = outcome(home)
    assert (found["run"], found["applied"], found["refusal"]) == (refused.run_id, False, "gate-failed")
    assert found["gates"]["read"] == "failed"
    assert [fold["drop"] for fold in found["folds"]] == ["again.md"]
    assert held(root) == before
    assert log.events("curation_refused")["subject_id"].to_list() == [refused.run_id]
