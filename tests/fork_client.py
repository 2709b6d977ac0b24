"""Commands of this project that start as forks of `tests.fork_server`, in a third to a half of Python's own time."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from io import FileIO, RawIOBase
from pathlib import Path

from tests.fork_server import FORK_VARIABLES, MESSAGE_BYTES

PROJECT = Path(__file__).resolve().parent.parent
COMMANDS_BEFORE_SERVER = 2
"""Commands in one environment before a fork server with the project imported there pays."""

_commands: Counter[frozenset[tuple[str, str]]] = Counter()


class Fork:
    """A forked process, with the part of `subprocess.Popen` that a site uses.

    `reports` gives its number and its status; it is closed after that unless it is `shared` with others.
    """

    def __init__(self, reports: RawIOBase, *, shared: bool = False) -> None:
        self._reports, self._shared = reports, shared
        self.pid = int(reports.readline())
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        if self._status is None and select.select([self._reports], [], [], 0)[0]:
            self._status = int(self._reports.readline())
            if not self._shared:
                self._reports.close()
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None and not select.select([self._reports], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("fork", timeout or 0)
        status = self.poll()
        assert status is not None
        return status

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def popen(command: list[str], environment: Mapping[str, str], streams: tuple[int, int, int]) -> Fork:
    """Start a program of this project with this environment alone and these files as standard streams."""
    reading, writing = socket.socketpair()
    message = json.dumps({"command": command, "environment": dict(environment)}).encode()
    with reading, writing:
        socket.send_fds(_server_for(environment), [message], [*streams, writing.fileno()])
        writing.close()
        return Fork(FileIO(reading.detach()))


def run(command: list[str], environment: Mapping[str, str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program to its end with `text` as its input, as `subprocess.run` does."""
    with ExitStack() as files:
        streams = [files.enter_context(tempfile.TemporaryFile("w+")) for _ in range(3)]
        streams[0].write(text)
        streams[0].seek(0)
        status = popen(command, environment, (streams[0].fileno(), streams[1].fileno(), streams[2].fileno())).wait()
        for stream in streams[1:]:
            stream.seek(0)
        return subprocess.CompletedProcess(command, status, streams[1].read(), streams[2].read())


def _server_for(environment: Mapping[str, str]) -> socket.socket:
    """Return the socket of a fork server, one with the project where this environment is in frequent use."""
    fixed = frozenset(item for item in environment.items() if item[0] not in FORK_VARIABLES)
    _commands[fixed] += 1
    return _server(fixed) if _commands[fixed] > COMMANDS_BEFORE_SERVER else _server(None)


@cache
def _server(environment: frozenset[tuple[str, str]] | None) -> socket.socket:
    """Start a fork server that ends with this process; return the socket for messages."""
    sending, receiving = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MESSAGE_BYTES)
    command = [sys.executable, "-m", "tests.fork_server", str(receiving.fileno())]
    command += ["project"] if environment is not None else []
    variables = {**os.environ, "PYTHONUNBUFFERED": "1"} if environment is None else dict(environment)
    server = subprocess.Popen(
        command, cwd=PROJECT, env=variables, pass_fds=(receiving.fileno(),), stdin=subprocess.DEVNULL
    )
    receiving.close()
    atexit.register(_close, server, sending)
    return sending


def _close(server: subprocess.Popen[bytes], sending: socket.socket) -> None:
    sending.close()
    server.wait()
