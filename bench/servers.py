"""Servers to measure: started on one core, measured from outside, and always stopped."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.seed import ROOT, SeededGame

SERVER_KINDS = ("site", "relay", "row")
"""The site, the relay without a database, and the relay with one committed row a move."""
RELAY_KINDS = ("relay", "row")

_available = sorted(os.sched_getaffinity(0))
SERVER_CORE = {_available[0]}
CLIENT_CORES = set(_available[1:]) or SERVER_CORE
ALL_CORES = set(_available)
NUMBA_CACHE = ROOT / "var" / "numba"
"""Cache of compiled functions, kept between runs so that no server compiles beside a measurement."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that accepts connections."""

    kind: str
    host: str
    port: int
    pid: int | None

    def cpu(self) -> float:
        """Return the CPU seconds of all its threads, user and system, as in /proc/PID/stat but in nanoseconds."""
        return 0.0 if self.pid is None else time.clock_gettime((~self.pid << 3) | 2)

    def memory(self) -> float:
        """Return the resident memory in MiB."""
        if self.pid is None:
            return 0.0
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def build_environment(folder: Path, port: int | None = None) -> dict[str, str]:
    foreign = {"SECRET_KEY", "DATABASE_URL", "CHANNEL_URL", "SITE_URL", "EXTRA_ORIGINS", "DEBUG", "BIND"}
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    own = {"VAR_DIR": str(folder / "var"), "NUMBA_CACHE_DIR": str(NUMBA_CACHE), "RATE_LIMITS": "off"}
    own["ENV_FILE"] = os.devnull
    return {**kept, **own, **({"PORT": str(port)} if port else {})}


def seed_games(folder: Path, count: int, **settings: str) -> list[SeededGame]:
    """Create a database in ``folder``, or where ``settings`` say, with at least ``count`` dealt games.

    In a folder without a state it is a copy of what this process dealt before, to which the missing games are added.
    """
    if settings or (folder / "var").exists():
        return _deal_games(folder, 0, count, settings)
    deal_games(count)
    state, games = _get_stock()
    shutil.copytree(state, folder / "var")
    return games[:count]


def deal_games(count: int) -> None:
    """Deal at least this many games, of which ``seed_games`` gives copies."""
    state, games = _get_stock()
    if count > len(games):
        games += _deal_games(state.parent, len(games), count - len(games), {})


@cache
def _get_stock() -> tuple[Path, list[SeededGame]]:
    """Return the state of a site with the dealt games, and the games; both last until this process ends."""
    state = make_temporary_folder() / "var"
    shutil.copytree(prepare_empty_state(), state)
    return state, []


@cache
def prepare_empty_state() -> Path:
    """Return the state of a prepared site without games, which lasts until this process ends.

    Its tables and static files take as long as a thousand games.
    """
    folder = make_temporary_folder()
    prepare, env = [sys.executable, "manage.py", "serve", "--prepare-only"], build_environment(folder, find_free_port())
    subprocess.run(prepare, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL, timeout=300)
    return folder / "var"


def make_temporary_folder() -> Path:
    """Return a folder that lasts until this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _deal_games(folder: Path, first: int, count: int, settings: Mapping[str, str]) -> list[SeededGame]:
    command = [sys.executable, "-m", "bench.seed", str(first), str(count)]
    env = {**build_environment(folder), **settings}
    result = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, timeout=600)
    games = [json.loads(line) for line in result.stdout.splitlines()]
    return [SeededGame(game["id"], game["code"], tuple(game["sessions"])) for game in games]


@contextlib.contextmanager
def start_server(
    kind: str, folder: Path, cores: Collection[int] = SERVER_CORE, **settings: str
) -> Iterator[RunningServer]:
    """Start a server of this kind on the state in ``folder``, alone on its core; stop it when the block is left."""
    port, here = find_free_port(), os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        with (folder / f"{kind}.log").open("ab") as log:
            process = subprocess.Popen(
                build_command(kind, port),
                cwd=ROOT,
                env={**build_environment(folder, port), **settings},
                stdout=log,
                stderr=log,
            )
    finally:
        os.sched_setaffinity(0, here)
    try:
        wait_until_ready(port, process, folder / f"{kind}.log")
        yield RunningServer(kind, "127.0.0.1", port, process.pid)
    finally:
        stop(process)


def build_command(kind: str, port: int) -> list[str]:
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port)]
    if kind not in RELAY_KINDS:
        return [sys.executable, "manage.py", *serve]
    return [sys.executable, "-m", "bench.relay", str(port), kind]


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text()[-2000:]}")
