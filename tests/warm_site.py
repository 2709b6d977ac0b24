"""A site that is killed and started again and again: each start is a fork of `tests.warm`, imports are paid once."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from socket import SocketIO

from tests.forked import Fork
from tests.server import Site


class WarmSite(Site):
    """Serves in real processes with Daphne and a database of their own to open; ask it to `close` at the end."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        super().__init__(folder, environment)
        self._parent: subprocess.Popen[bytes] | None = None
        self._asking, self._asked = socket.socketpair()
        # Without a buffer, in which select() would not see what was told.
        self._told = SocketIO(self._asking, "r")

    def close(self) -> None:
        """End the site and the process that forks it."""
        super().close()
        self._told.close()
        self._asking.close()
        self._asked.close()
        if self._parent is not None:
            self._parent.wait(timeout=15)

    def _launch(self) -> Fork:
        if self._parent is None:
            self.command = [sys.executable, "-m", "tests.warm", str(self._asked.fileno())]
            self._parent = self._popen(pass_fds=(self._asked.fileno(),))
            self._asked.close()
        self._asking.sendall(b"\n")
        return Fork(self._told, shared=True)
