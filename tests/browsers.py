"""Chromium browsers of this machine, and the options with which tests start them: a pytest plugin.

`python -m tests.browsers any|shell|full` prints the path of one, and fails where there is none.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserType

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Names of the headless shell: the same engine without windows, and the quickest."""
FULL = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
DOWNLOADED_SHELLS = ("chromium_headless_shell-*/*/*headless?shell",)
DOWNLOADED_FULL = ("chromium-*/*/chrome", "chromium-*/*/*.app/Contents/MacOS/*")
"""Downloads of Playwright on Linux and on a Mac."""
SHORT_LIVED = "--js-flags=--always-sparkplug --no-maglev --no-turbofan"
"""Without optimizing compilers, which cost more than the page of a test gains by them."""
UNPAINTED = "--force-gpu-mem-available-mb=0"
"""Pages have layout and styles and take clicks as ever, but no memory to paint into: pictures are blank."""
PICTURE_OPTIONS = ("--headed", "--screenshot", "--video", "--tracing")
OMNIBOX = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""Features of the address bar, for which a full Chromium loads two pages with each window."""


def find_browser() -> str | None:
    """Return the browser named in BROWSER_PATH or CHROMIUM, else a headless shell, else a full Chromium."""
    return named_browser() or find_shell() or find_full_browser()


def named_browser() -> str | None:
    return os.environ.get("BROWSER_PATH") or os.environ.get("CHROMIUM") or None


def find_shell() -> str | None:
    return first_that_runs([*SHELLS, *downloaded(DOWNLOADED_SHELLS)])


def find_full_browser() -> str | None:
    """Return the named browser if it has windows, else another that has."""
    named = named_browser()
    if named and is_full(named):
        return named
    return first_that_runs([*FULL, *downloaded(DOWNLOADED_FULL)])


def is_full(path: str) -> bool:
    """Whether a browser has windows and profiles, unlike a headless shell."""
    return "headless" not in Path(path).name


def downloaded(patterns: tuple[str, ...]) -> Iterator[str]:
    """Yield the browsers that Playwright has downloaded, the newest first."""
    usual = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "ms-playwright"
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)
    for pattern in patterns:
        yield from map(str, sorted(folder.glob(pattern), reverse=True))


def first_that_runs(names: list[str]) -> str | None:
    """Return the path of the first browser that prints its version: a name may be a stub without a browser."""
    paths = filter(None, map(shutil.which, names))
    return next((path for path in paths if runs(path)), None)


def runs(path: str) -> bool:
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def switches(browser_type: BrowserType, path: str | None) -> list[str]:
    """Return switches that make a full Chromium nearly as quick as its shell; `None` is Playwright's own shell."""
    if path is None or not is_full(path):
        return []
    return [f"--disable-features={','.join([*disabled_features(browser_type), *OMNIBOX])}"]


def disabled_features(browser_type: BrowserType) -> list[str]:
    """Return the features that Playwright disables, from its message where no browser starts.

    Chromium heeds only the last --disable-features, so one of our own has to repeat Playwright's.
    """
    from playwright.sync_api import Error

    with pytest.raises(Error) as failure:
        browser_type.launch(executable_path=sys.executable)
    (features, *_) = re.findall(r"--disable-features=(\S+)", failure.value.message)
    return str(features).split(",")


@pytest.fixture(scope="session")
def browser_path(pytestconfig: pytest.Config) -> str:
    """Path of the Chromium that browser tests start."""
    path = find_full_browser() if is_headed(pytestconfig) else find_browser()
    if path is None:
        pytest.skip("No browser was found.")
    return path


def is_headed(config: pytest.Config) -> bool:
    """Whether the run asks for windows, which a headless shell does not have."""
    return "PWDEBUG" in os.environ or bool(config.getoption("--headed"))


def has_pictures(config: pytest.Config) -> bool:
    """Whether the run shows or records what a browser paints."""
    return "PWDEBUG" in os.environ or any(config.getoption(option) not in (False, "off") for option in PICTURE_OPTIONS)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, object],
    browser_type: BrowserType,
    browser_path: str,
    pytestconfig: pytest.Config,
) -> dict[str, object]:
    """Playwright's options, with the browser of this machine."""
    unpainted = [] if has_pictures(pytestconfig) else [UNPAINTED]
    return {
        **browser_type_launch_args,
        "executable_path": browser_path,
        "args": [SHORT_LIVED, *unpainted, *switches(browser_type, browser_path)],
    }


@pytest.fixture(scope="session")
def painting_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Options of a browser of whose pages a test takes pictures."""
    flags = browser_type_launch_args["args"]
    assert isinstance(flags, list)
    return {**browser_type_launch_args, "args": [flag for flag in flags if flag != UNPAINTED]}


@pytest.fixture(scope="session")
def full_launch_args(browser_type_launch_args: dict[str, object], browser_type: BrowserType) -> dict[str, object]:
    """Options of a full Chromium, whichever browser the other tests start."""
    path = find_full_browser()
    assert path is not None
    flags = browser_type_launch_args["args"]
    assert isinstance(flags, list)
    return {
        **browser_type_launch_args,
        "executable_path": path,
        "args": [*flags, *switches(browser_type, path)],
    }


KINDS = {"any": find_browser, "shell": find_shell, "full": find_full_browser}

if __name__ == "__main__":
    found = KINDS[sys.argv[1]]()
    sys.stdout.write(f"{found}\n" if found else "")
    sys.exit(0 if found else 1)
