"""What runs when: each sensor's two answers, the jobs, and what is off until somebody switches it on."""

import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from memassets import automation, definitions
from memassets.kernel import policy
from memassets.resources import EmbedderResource, VaultResource
from tests.conftest import CHECKOUT
from tests.store.vaults import FILES, memory, vault

# a memory is matched as emitted text from 25 words on
LONG = (
    "Brush the old wash off with a dry wire brush, mix two parts alumina with one part kaolin and enough water to make"
    " thin cream, and paint it on in two coats, the second across the first, never on the edges."
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    found = vault(tmp_path / "vault", FILES)
    (found / "sessions").mkdir()
    (found / "sessions" / "one.jsonl").write_text('{"role": "user", "content": "The kiln is hot."}\n')
    return found


def touch_session(root: Path) -> None:
    with (root / "sessions" / "one.jsonl").open("a") as file:
        file.write('{"role": "assistant", "content": "Noted."}\n')


def touch_memory(root: Path) -> None:
    (root / "memories" / "more.md").write_text(memory("Shelves are washed once a month.", body=LONG))


def touch_candidates(root: Path) -> None:
    (root / "candidates").mkdir(exist_ok=True)
    (root / "candidates" / "new.json").write_text("[]")


@pytest.mark.parametrize(
    ("sensor", "touch"),
    [
        (automation.memories_changed, touch_candidates),
        (automation.sessions_arrived, touch_session),
        (automation.references_changed, touch_memory),
        (automation.memories_changed, touch_memory),
    ],
    ids=lambda found: getattr(found, "name", "") or found.__name__,
)
def test_a_sensor_asks_once_for_each_content(
    sensor: dg.SensorDefinition, touch: object, root: Path, instance: dg.DagsterInstance
) -> None:
    assert callable(touch)
    cursor, keys = None, []
    for _ in range(2):
        for again in (False, True):
            context = dg.build_sensor_context(instance=instance, cursor=cursor)
            found = sensor(context, vault=VaultResource(folder=str(root)))
            assert isinstance(found, dg.SensorResult)
            assert bool(found.skip_reason) is again
            cursor = found.cursor
            keys += [request.run_key for request in found.run_requests or ()]
        touch(root)
    assert len(set(keys)) == len(keys) == 2


def test_the_jobs_are_what_their_names_say() -> None:
    defs = definitions.defs
    names = {
        name: {key.to_user_string() for key in defs.resolve_job_def(name).asset_layer.selected_asset_keys}
        for name in ("sift_sessions", "judge_gates", "apply_merge")
    }
    assert names["apply_merge"] - names["judge_gates"] == {"store/outcome"}
    assert {asset.split("/")[0] for asset in names["sift_sessions"]} == {"guard"}


@pytest.mark.parametrize(
    ("setting", "expected"), [("", "STOPPED STOPPED"), ("on", "RUNNING RUNNING"), ("yes", "STOPPED STOPPED")]
)
def test_what_writes_is_off_until_it_is_switched_on(setting: str, expected: str) -> None:
    code = (
        "from memassets import automation as a\n"
        "print(a.memories_changed.default_status.value, a.nightly.default_status.value,"
        " a.sessions_arrived.default_status.value, a.references_changed.default_status.value)"
    )
    environment = {"PATH": "/usr/bin", "MEMASSETS_AUTOMATION": setting}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == f"{expected} RUNNING RUNNING", ran.stderr


def test_an_unattended_run_measures_with_fake_whatever_the_environment_names() -> None:
    @dg.asset
    def measured(embedder: EmbedderResource) -> str:
        return embedder.embedder().id

    named = EmbedderResource(mode="local", model="/srv/model")
    for job in (automation.judge_gates, automation.apply_merge):
        assert isinstance(job.config, dict)
        pinned = {"resources": job.config["resources"]}
        ran = dg.materialize([measured], resources={"embedder": named}, run_config=pinned)
        assert ran.output_for_node("measured").startswith("fake-")


def test_old_runs_are_purged_and_young_ones_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    purge = definitions.build_defs().resolve_job_def("purge_runs")
    with dg.instance_for_test(temp_dir=str(tmp_path)) as instance:
        first = purge.execute_in_process(instance=instance).run_id
        second = purge.execute_in_process(instance=instance).run_id
        assert {run.run_id for run in instance.get_runs()} == {first, second}
        monkeypatch.setattr(policy, "RUNS_KEPT_DAYS", 0)
        third = purge.execute_in_process(instance=instance).run_id
        assert [run.run_id for run in instance.get_runs()] == [third]  # the one at work is not finished
