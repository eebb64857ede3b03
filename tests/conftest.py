"""What several tests need: an instance that lasts the session, and a checkout of their own to break."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import dagster as dg
import pytest

# Before numpy is imported: on a loaded machine one BLAS thread is far faster than one per core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dg.DagsterInstance]:
    """A real instance in a folder of its own; starting one takes longer than most runs in it."""
    with dg.instance_for_test(temp_dir=str(tmp_path_factory.mktemp("instance"))) as found:
        yield found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package and its fixtures that a test may edit."""
    copy = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "memassets", copy / "memassets", ignore=ignored)
    shutil.copytree(CHECKOUT / "fixtures", copy / "fixtures", ignore=ignored)
    return copy


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run() -> Run:
    """Run a module of a tree in a process that knows nothing of this one's environment."""

    def started(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tree), "OPENBLAS_NUM_THREADS": "1", **environment}
        return subprocess.run(
            [sys.executable, *arguments], cwd=tree, env=bare, capture_output=True, text=True, check=False
        )

    return started
