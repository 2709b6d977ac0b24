"""Processes of this project that are forks of `tests.nursery`: each starts for half or a third of what Python
itself would take."""

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

from tests.grown import CHANGING
from tests.nursery import LONGEST

PROJECT = Path(__file__).resolve().parent.parent
OFTEN = 2
"""So often is something started in an environment before a nursery of its own pays."""

_asked: Counter[frozenset[tuple[str, str]]] = Counter()


class Fork:
    """One process, with as much of a `Popen` as a site uses.

    `told` is where its number and its status are read; it is closed after that unless it is `shared` with others.
    """

    def __init__(self, told: RawIOBase, *, shared: bool = False) -> None:
        self._told, self._shared = told, shared
        self.pid = int(told.readline())
        self._status: int | None = None

    def poll(self) -> int | None:
        """The status, once it has ended."""
        if self._status is None and select.select([self._told], [], [], 0)[0]:
            self._status = int(self._told.readline())
            if not self._shared:
                self._told.close()
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None and not select.select([self._told], [], [], timeout)[0]:
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
    """Begin a program of this project, with arguments, this environment alone, and these files as standard streams."""
    told, tells = socket.socketpair()
    message = json.dumps({"command": command, "environment": dict(environment)}).encode()
    with told, tells:
        socket.send_fds(_nursery_for(environment), [message], [*streams, tells.fileno()])
        tells.close()
        return Fork(FileIO(told.detach()))


def run(command: list[str], environment: Mapping[str, str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with `text` as its input, as `subprocess.run` would."""
    with ExitStack() as files:
        streams = [files.enter_context(tempfile.TemporaryFile("w+")) for _ in range(3)]
        streams[0].write(text)
        streams[0].seek(0)
        status = popen(command, environment, (streams[0].fileno(), streams[1].fileno(), streams[2].fileno())).wait()
        for stream in streams[1:]:
            stream.seek(0)
        return subprocess.CompletedProcess(command, status, streams[1].read(), streams[2].read())


def _nursery_for(environment: Mapping[str, str]) -> socket.socket:
    """One that has imported the project in such an environment, where that pays."""
    rest = frozenset(item for item in environment.items() if item[0] not in CHANGING)
    _asked[rest] += 1
    return _nursery(rest) if _asked[rest] > OFTEN else _nursery(None)


@cache
def _nursery(rest: frozenset[tuple[str, str]] | None) -> socket.socket:
    """The way to it, as long as this process runs; it ends with it."""
    asking, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST)
    command = [sys.executable, "-m", "tests.nursery", str(asked.fileno()), *(["grown"] if rest is not None else [])]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"} if rest is None else dict(rest)
    nursery = subprocess.Popen(
        command, cwd=PROJECT, env=environment, pass_fds=(asked.fileno(),), stdin=subprocess.DEVNULL
    )
    asked.close()
    atexit.register(_close, nursery, asking)
    return asking


def _close(nursery: subprocess.Popen[bytes], asking: socket.socket) -> None:
    asking.close()
    nursery.wait()
