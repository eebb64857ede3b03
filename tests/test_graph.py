"""The whole graph, as CI runs it."""

from pathlib import Path

from tests.conftest import Run
from tests.test_culprit import edit


def materialized(tree: Path, run: Run) -> tuple[int, str]:
    found = run(tree, "-m", "dagster", "asset", "materialize", "--select", "*", "-m", "memassets.definitions")
    return found.returncode, found.stdout + found.stderr


def test_a_clean_tree_without_any_environment_is_green(tree: Path, run: Run) -> None:
    code, log = materialized(tree, run)
    assert code == 0, log[-3000:]
    assert "RUN_SUCCESS" in log


def test_a_negation_cue_less_is_red_and_named(tree: Path, run: Run) -> None:
    edit(tree, "a finder's table")
    code, log = materialized(tree, run)
    assert code == 1
    failed = [line for line in log.splitlines() if "ASSET_CHECK_EVALUATION" in line and "did not pass" in line]
    assert any("'measures_what_was_asked' on 'read/report'" in line for line in failed), log[-3000:]
    assert all("code memassets.kernel.text.negation changed (enters at read/probes)" in line for line in failed[1:])
