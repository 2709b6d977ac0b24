"""Site for a test: `manage.py serve` in a process and a folder of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests import fork_client

PROJECT = Path(__file__).resolve().parent.parent
# The site's own Python; bin/pythons sets another than the tests run on.
PYTHON = os.environ.get("SITE_PYTHON") or sys.executable
COLD = [PYTHON, "manage.py"]
# Settings of the shell that must not reach the site under test. The last two would make every site compile the project
# anew, and give each test an environment for which there is no fork server.
FOREIGN = frozenset(
    ["SECRET_KEY", "DATABASE_URL", "CHANNEL_URL", "SITE_URL", "EXTRA_ORIGINS", "DEBUG", "PORT", "BIND"]
) | {"PYTHONDONTWRITEBYTECODE", "PYTEST_CURRENT_TEST"}


# Sockets that keep the ports of this process bound as long as it runs.
_holders: list[socket.socket] = []


def free_port() -> int:
    """Return a port of the loopback interface that stays reserved for the caller.

    It is bound here without listening, so that the system assigns it to no other connection; a server that asks for it
    by number with ``SO_REUSEADDR`` can listen on it.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _holders.append(holder)
    return int(holder.getsockname()[1])


def clean_environment(**extra: str) -> dict[str, str]:
    """Return the environment without settings of the shell, and with `extra`."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return {**kept, "PYTHONUNBUFFERED": "1", "ENV_FILE": os.devnull, **extra}


def permission_command() -> tuple[str, ...]:
    """Return a command prefix under which permissions and low ports are refused even to root."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root is refused nothing here, and there is no setpriv to change that")
    less = "-dac_override,-dac_read_search,-net_bind_service"
    return (setpriv, "--inh-caps=-all", f"--bounding-set={less}")


class Process(Protocol):
    """Interface of the process that a site runs in."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, how: int, /) -> None: ...
    def kill(self) -> None: ...


class Site:
    """Site on one port. It keeps folder and port when it is killed and started again."""

    program = "manage.py"

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None, host: str = "127.0.0.1") -> None:
        self.folder = folder
        self.host, self.port = host, free_port()
        self.url = f"http://{host}:{self.port}"
        self.socket_url = f"ws://{host}:{self.port}"
        self.log = folder / "site.log"
        self.command = [PYTHON, self.program]
        self._environment = clean_environment(**{"VAR_DIR": str(folder / "var"), **(environment or {})})
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """Number of the running process."""
        assert self._process is not None
        return self._process.pid

    def start(self, patience: float = 120) -> "Site":
        """Start it and wait until it answers."""
        self._process = self._launch()
        self._wait_for_answer(time.monotonic() + patience)
        return self

    def stop(self) -> int:
        """End it as a service manager does and return the exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def restart(self) -> "Site":
        """Stop it and start it again on the same port."""
        self.stop()
        return self.start()

    def configure(self, **environment: str) -> None:
        """Change settings for its next start."""
        self._environment.update(environment)

    def close(self) -> None:
        """End it for good."""
        self.kill()

    def text(self) -> str:
        """Return its log so far."""
        return self.log.read_text(errors="replace")

    def crash(self) -> str:
        """Return the first traceback of its log, or an empty text."""
        return "".join(self.text().partition("Traceback")[1:])[:4000]

    def _launch(self) -> Process:
        if self.command != [sys.executable, self.program]:
            return self._popen()
        with self.log.open("ab") as log, Path(os.devnull).open("rb") as nothing:
            streams = nothing.fileno(), log.fileno(), log.fileno()
            return fork_client.popen([self.program, *self._arguments()], self._environment, streams)

    def _arguments(self) -> list[str]:
        return ["serve", "--host", self.host, "--port", str(self.port)]

    def _popen(self, **options: Any) -> subprocess.Popen[bytes]:
        command = [*self.command, *self._arguments()]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, cwd=PROJECT, env=self._environment, stdout=log, stderr=subprocess.STDOUT, **options
            )

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            return process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def _wait_for_answer(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            assert self._process is not None
            if self._process.poll() is not None:
                self._process = None
                raise RuntimeError(f"The site ended at once:\n{self.text()}")
            try:
                urllib.request.urlopen(f"{self.url}/", timeout=5).close()
                return
            except urllib.error.HTTPError as refusal:
                refusal.close()
                return
            except OSError:
                time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"The site did not answer in time:\n{self.text()}")


class TimedSite(Site):
    """Site whose environment sets heartbeats and leases: see `tests.manage`."""

    program = "tests/manage.py"


def manage(*arguments: str | Path, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` with `text` as its input."""
    words, surroundings = list(map(str, arguments)), clean_environment(**environment)
    if sys.executable == PYTHON:
        return fork_client.run(["manage.py", *words], surroundings, text)
    return subprocess.run(
        [*COLD, *words], cwd=PROJECT, env=surroundings, input=text, capture_output=True, text=True, check=False
    )


def prepare_var(folder: Path) -> Path:
    """Make a `var` folder with tables and collected files, from whose copies sites start."""
    var = folder / "var"
    manage("serve", "--prepare-only", VAR_DIR=str(var)).check_returncode()
    (var / "secret_key").unlink()
    return var


def copy_var(template: Path, folder: Path) -> Path:
    """Copy a `var` folder into `folder` and return `folder`. Collected files are shared: no site changes them."""
    shutil.copytree(template, folder / "var", ignore=shutil.ignore_patterns("static"))
    (folder / "var" / "static").symlink_to(template / "static")
    return folder
