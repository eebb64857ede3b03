"""The page an operator reads, in a real browser, over an instance that ran green and then red."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.conftest import CHECKOUT
from tests.test_culprit import edit

pytestmark = pytest.mark.system

_PATIENCE_SECONDS = 90


def tool(name: str) -> str:
    """The path of a system program; the test fails, and is not skipped, where it is missing."""
    found = shutil.which(name)
    assert found, f"{name} is not installed: .ci/run installs it"
    return found


@pytest.fixture(scope="module")
def home(quick_folder: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance that holds a green run and then a red one."""
    root = tmp_path_factory.mktemp("page")
    home = Path(tempfile.mkdtemp(dir=quick_folder or root))
    shutil.copy(CHECKOUT / "dagster.yaml", home)
    tree = root / "tree"
    for name in ("memassets", "fixtures"):
        shutil.copytree(CHECKOUT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    assert materialized(tree, home) == 0
    edit(tree, "a flip")
    assert materialized(tree, home) == 1
    return home


def materialized(tree: Path, home: Path) -> int:
    command = [sys.executable, "-m", "dagster", "asset", "materialize", "--select", "*", "-m", "memassets.definitions"]
    return subprocess.run(command, cwd=tree, env=environment(tree, home), capture_output=True, check=False).returncode


def environment(tree: Path, home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(tree), "DAGSTER_HOME": str(home), "HOME": str(home)}


@pytest.fixture(scope="module")
def page(home: Path) -> Iterator[str]:
    """The address of a real web server over the instance."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = home / "webserver.log"
    command = [
        sys.executable,
        "-m",
        "dagster_webserver",
        "-h",
        "127.0.0.1",
        "-p",
        str(port),
        "-m",
        "memassets.definitions",
    ]
    with log.open("wb") as sink:
        server = subprocess.Popen(command, cwd=home, env=environment(CHECKOUT, home), stdout=sink, stderr=sink)
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + _PATIENCE_SECONDS
        while not answers(f"{address}/server_info"):
            assert server.poll() is None and time.monotonic() < until, log.read_text()[-2000:]
            with suppress(subprocess.TimeoutExpired):
                server.wait(timeout=0.2)
        yield address
    finally:
        server.terminate()
        server.wait()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = Options()
    options.binary_location = tool("chromium")
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--window-size=1500,2200",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(tool("chromedriver")))
    yield driver
    driver.quit()


def shown(browser: webdriver.Chrome, address: str, *texts: str) -> str:
    """The page's text once all the texts stand in it."""
    browser.get(address)
    body = ""

    def complete(driver: webdriver.Chrome) -> bool:
        nonlocal body
        body = driver.find_element(By.TAG_NAME, "body").text
        return all(text in body for text in texts)

    try:
        WebDriverWait(browser, _PATIENCE_SECONDS, poll_frequency=1).until(complete)
    except TimeoutException:
        missing = [text for text in texts if text not in body]
        raise AssertionError(f"{address} does not show {missing}; it shows:\n{body[:3000]}") from None
    return body


def test_a_table_shows_what_its_rows_are(browser: webdriver.Chrome, page: str) -> None:
    shown(
        browser, f"{page}/assets/read/twins?view=overview", "wrong facts derived from each target", "preview", "family"
    )


def test_a_red_check_names_what_failed_and_what_changed(browser: webdriver.Chrome, page: str) -> None:
    address = f"{page}/assets/read/report?view=checks&checkDetail=measures_what_was_asked"
    shown(browser, address, "measures_what_was_asked", "memassets.read.flips", "family numeric")


def test_the_report_shows_its_picture(browser: webdriver.Chrome, page: str) -> None:
    shown(browser, f"{page}/assets/read/report?view=overview", "picture", "RED", "inversions")


def test_lineage_shows_both_paths(browser: webdriver.Chrome, page: str) -> None:
    shown(browser, f"{page}/asset-groups", "read", "store")
