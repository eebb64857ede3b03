"""What several tests need: an instance that lasts the session, and a checkout of their own to break."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import dagster as dg
import pytest

# Before numpy is imported: on a loaded machine one BLAS thread is far faster than one per core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

CHECKOUT = Path(__file__).resolve().parent.parent


_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 2 << 30


@pytest.fixture(scope="session")
def quick_folder() -> Iterator[Path | None]:
    """A folder in memory for instances, None where there is no room: an instance waits for the disk at every event."""
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _ROOM_BYTES:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="memassets-", dir=_MEMORY) as found:
        yield Path(found)


@pytest.fixture
def home(quick_folder: Path | None, tmp_path: Path) -> Path:
    """An empty instance's folder, as the Makefile makes one."""
    found = Path(tempfile.mkdtemp(dir=quick_folder or tmp_path))
    shutil.copy(CHECKOUT / "dagster.yaml", found)
    return found


@pytest.fixture(scope="session")
def instance(quick_folder: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dg.DagsterInstance]:
    """A real instance in a folder of its own; starting one takes longer than most runs in it."""
    folder = tempfile.mkdtemp(dir=quick_folder or tmp_path_factory.mktemp("instance"))
    with dg.instance_for_test(temp_dir=folder) as found:
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
def run(quick_folder: Path | None) -> Run:
    """Run a module of a tree in a process that knows nothing of this one's environment."""

    def started(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tree), "OPENBLAS_NUM_THREADS": "1"}
        if quick_folder:
            bare["TMPDIR"] = str(quick_folder)
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tree,
            env={**bare, **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    return started
