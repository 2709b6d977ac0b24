"""Servers of our own to measure: started on one core, read from outside, and always ended."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.seed import ROOT, Seeded

KINDS = ("site", "uvicorn", "relay", "row", "least")
"""The site; the site on uvicorn; the floor without a database; the floor with one committed row a move; what is read,
stored and sent without a game (``bench.least``). ``counted`` is the site once more, which counts what it does and is
therefore not timed."""
FLOORS = ("relay", "row", "least")

_available = sorted(os.sched_getaffinity(0))
SERVER_CORE = {_available[0]}
CLIENT_CORES = set(_available[1:]) or SERVER_CORE
ALL_CORES = set(_available)


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers. ``counts`` is where it counts its queries, if it does."""

    kind: str
    host: str
    port: int
    pid: int | None
    counts: Path | None = None

    def cpu(self) -> float:
        """Seconds of CPU of all its threads, user and system, as /proc/PID/stat has them but in nanoseconds."""
        return 0.0 if self.pid is None else time.clock_gettime((~self.pid << 3) | 2)

    def memory(self) -> float:
        """Resident MiB."""
        if self.pid is None:
            return 0.0
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def counted(self) -> tuple[int, int] | None:
        """Statements and tasks since it started."""
        if self.counts is None:
            return None
        statements, tasks = struct.unpack("<qq", self.counts.read_bytes())
        return statements, tasks


def environment(folder: Path, port: int) -> dict[str, str]:
    foreign = {"SECRET_KEY", "DATABASE_URL", "CHANNEL_URL", "SITE_URL", "EXTRA_ORIGINS", "DEBUG", "BIND"} | {
        "CLAIM_SERVER"
    }
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    own = {"VAR_DIR": str(folder / "var"), "RATE_LIMITS": "off", "PORT": str(port)}
    return {**kept, **own, "COUNT_FILE": str(folder / "counts")}


def seeded(folder: Path, count: int, **settings: str) -> list[Seeded]:
    """A database in ``folder``, or where ``settings`` say, with this many dealt games or more.

    In a folder without a state it is a copy of what this process dealt before, to which only what is missing is added.
    """
    if settings or (folder / "var").exists():
        return _seed(folder, 0, count, settings)
    deal(count)
    state, games = _stock()
    shutil.copytree(state, folder / "var")
    return games[:count]


def deal(count: int) -> None:
    """Have this many games, of which ``seeded`` gives copies."""
    state, games = _stock()
    if count > len(games):
        games += _seed(state.parent, len(games), count - len(games), {})


@cache
def _stock() -> tuple[Path, list[Seeded]]:
    """The state of a site with the games that were dealt, and these, until this process ends."""
    state = own_folder() / "var"
    shutil.copytree(empty(), state)
    return state, []


@cache
def empty() -> Path:
    """The state of a site that was made ready and has no game, until this process ends: its tables and what browsers
    load take as long as a thousand games."""
    folder = own_folder()
    prepare, env = [sys.executable, "manage.py", "serve", "--prepare-only"], environment(folder, free_port())
    subprocess.run(prepare, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL, timeout=300)
    return folder / "var"


def own_folder() -> Path:
    """A folder that is there until this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _seed(folder: Path, first: int, count: int, settings: Mapping[str, str]) -> list[Seeded]:
    command = [sys.executable, "-m", "bench.seed", str(first), str(count)]
    env = {**environment(folder, 0), **settings}
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, timeout=600)
    games = [json.loads(line) for line in done.stdout.splitlines()]
    return [Seeded(game["id"], game["code"], tuple(game["sessions"])) for game in games]


@contextlib.contextmanager
def started(kind: str, folder: Path, cores: Collection[int] = SERVER_CORE, **settings: str) -> Iterator[Running]:
    """A server of this kind on the state in ``folder``, alone on its core; ended when the block is left."""
    port, here = free_port(), os.sched_getaffinity(0)
    if kind == "uvicorn":
        settings["CLAIM_SERVER"] = kind
    os.sched_setaffinity(0, cores)
    try:
        with (folder / f"{kind}.log").open("ab") as log:
            process = subprocess.Popen(
                command(kind, port), cwd=ROOT, env={**environment(folder, port), **settings}, stdout=log, stderr=log
            )
    finally:
        os.sched_setaffinity(0, here)
    try:
        wait_for(port, process, folder / f"{kind}.log")
        counts = folder / "counts" if kind == "counted" else None
        yield Running(kind, "127.0.0.1", port, process.pid, counts)
    finally:
        end(process)


def command(kind: str, port: int) -> list[str]:
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port)]
    if kind == "counted":
        return [sys.executable, "-m", "bench.counted", *serve]
    if kind == "least":
        return [sys.executable, "-m", "bench.least", str(port)]
    if kind not in FLOORS:
        return [sys.executable, "manage.py", *serve]
    return [sys.executable, "-m", "bench.floor", str(port), kind]


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text()[-2000:]}")
