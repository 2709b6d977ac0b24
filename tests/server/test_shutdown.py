"""Ctrl+C ends `manage.py serve` at any moment, however the site was started."""

import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site_process import PROJECT, clean_environment, free_port

SERVE = (sys.executable, "manage.py", "serve")
# What a shell without job control does to the commands that it runs in the background.
IGNORING = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")
HANGS = 300.0
"""Seconds after which a site that should have ended is killed, so that its test fails instead of waiting for ever."""

EARLY = """
import runpy, signal, sys
from {module} import {owner}
before = {owner}.{name}
def interrupted(*args, **kwargs):
    signal.raise_signal(signal.SIGINT)
    return before(*args, **kwargs)
{owner}.{name} = interrupted
sys.argv = ["manage.py", *sys.argv[1:]]
runpy.run_path("manage.py", run_name="__main__")
"""


@pytest.fixture
def environment(tmp_path: Path, prepared_var: Path) -> dict[str, str]:
    shutil.copytree(prepared_var, tmp_path / "var")
    return clean_environment(VAR_DIR=str(tmp_path / "var"))


def lines_of(process: subprocess.Popen[str]) -> Iterator[str]:
    """What the site prints until it ends."""
    guard = threading.Timer(HANGS, process.kill)
    guard.start()
    with process:
        assert process.stdout is not None
        yield from process.stdout
    guard.cancel()


def interrupted_when_ready(environment: dict[str, str], *command: str) -> tuple[int, str]:
    """Exit status and words of a site that got Ctrl+C as soon as it said how to stop it."""
    process = subprocess.Popen(
        command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines = []
    for line in lines_of(process):
        lines.append(line)
        if line.startswith("Stop it"):
            process.send_signal(signal.SIGINT)
    assert any(line.startswith("Stop it") for line in lines), lines
    return process.returncode, "".join(lines)


@pytest.mark.parametrize("before", [(), IGNORING], ids=["in a terminal", "in the background of a script"])
def test_ctrl_c_stops_a_site_on_all_addresses(environment: dict[str, str], before: tuple[str, ...]) -> None:
    port = free_port()
    status, text = interrupted_when_ready(environment, *before, *SERVE, "--port", str(port))
    assert (status, "Traceback" in text) == (0, False)
    assert f"http://localhost:{port}/" in text
    assert "ocal network" in text


@pytest.mark.parametrize(
    ("before", "module", "owner", "name", "status"),
    [
        (IGNORING, "games.server", "startup", "collect_static_files", 130),
        ((), "twisted.internet.asyncioreactor", "AsyncioSelectorReactor", "_reallyStartRunning", 0),
    ],
    ids=["while it prepares, in the background", "while the reactor starts"],
)
def test_ctrl_c_stops_a_site_while_it_starts(
    environment: dict[str, str], before: tuple[str, ...], module: str, owner: str, name: str, status: int
) -> None:
    early = EARLY.format(module=module, owner=owner, name=name)
    command = [*before, sys.executable, "-c", early, "serve", "--host", "127.0.0.1", "--port", str(free_port())]
    outcome = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=HANGS)
    assert (outcome.returncode, outcome.stderr) == (status, "")
