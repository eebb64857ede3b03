"""The whole graph, as CI runs it."""

import json
from pathlib import Path

from memassets.definitions import GATES
from tests.conftest import Run
from tests.test_culprit import edit


def materialized(tree: Path, run: Run, **environment: str) -> tuple[int, str]:
    command = ("-m", "dagster", "asset", "materialize", "--select", "*", "-m", "memassets.definitions")
    found = run(tree, *command, **environment)
    return found.returncode, found.stdout + found.stderr


def standing(tree: Path, run: Run, home: Path) -> tuple[int, dict[str, str]]:
    """Exit code and word of each gate, as `memassets status` gives them."""
    found = run(tree, "-m", "memassets", "status", DAGSTER_HOME=str(home))
    return found.returncode, {row["gate"]: row["verdict"] for row in json.loads(found.stdout)["data"]["gates"]}


def test_a_clean_tree_without_any_environment_is_green(tree: Path, run: Run) -> None:
    code, log = materialized(tree, run)
    assert code == 0, log[-3000:]
    assert "RUN_SUCCESS" in log


def test_what_the_shell_says_of_an_instance_after_a_green_run(tree: Path, run: Run, home: Path) -> None:
    assert standing(tree, run, home) == (1, dict.fromkeys(GATES, "missing"))
    assert materialized(tree, run, DAGSTER_HOME=str(home))[0] == 0
    assert standing(tree, run, home) == (0, dict.fromkeys(GATES, "green"))


def test_a_negation_cue_less_is_red_and_named(tree: Path, run: Run, home: Path) -> None:
    edit(tree, "a finder's table")
    code, log = materialized(tree, run, DAGSTER_HOME=str(home))
    assert code == 1
    told, words = standing(tree, run, home)
    assert (told, words["read"]) == (1, "red")
    failed = [line for line in log.splitlines() if "ASSET_CHECK_EVALUATION" in line and "did not pass" in line]
    assert any("'measures_what_was_asked' on 'read/report'" in line for line in failed), log[-3000:]
    of_reports = [line for line in failed if "/report'" in line]
    assert all("code memassets.kernel.text.negation changed (enters at " in line for line in of_reports)
    assert any("'lands_only_behind_green_gates' on 'store/outcome'" in line for line in failed)
