"""The proxies of deploy/ in front of processes on this machine, each with the project's own file."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.selection import nginx_program
from tests.site_process import PROJECT, clean_environment, free_port

DEPLOY = PROJECT / "deploy"


Proxy = Callable[[Path, int, Sequence[int]], AbstractContextManager[None]]


def plain(text: str) -> str:
    """Its lines without those of TLS, which a test's programs do not speak."""
    return re.sub(r"^ *ssl_.*\n", "", text.replace("443 ssl", "443"), flags=re.MULTILINE)


def nginx_file(folder: Path, text: str, door: int, ports: Sequence[int] = (8001, 8002)) -> Path:
    """A whole configuration around deploy/nginx.conf, or what was made of it, with doors and folders of this test."""
    ours = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
    ours = ours.replace("listen 80;", f"listen 127.0.0.1:{free_port()};").replace(
        "listen 443", f"listen 127.0.0.1:{door}"
    )
    for port, real in zip((8001, 8002), ports, strict=True):
        ours = ours.replace(f"127.0.0.1:{port}", f"127.0.0.1:{real}")
    ours = ours.replace("/var/log/nginx", str(folder)).replace("/var/lib/claim", str(folder))
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    main = f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    file = folder / "nginx.conf"
    file.write_text(f"{main}\nhttp {{\n{temporary}\n{ours}\n}}\n")
    return file


@contextmanager
def nginx(folder: Path, door: int, ports: Sequence[int]) -> Iterator[None]:
    file = nginx_file(folder, plain((DEPLOY / "nginx.conf").read_text()), door, ports)
    program = str(nginx_program())
    with running([program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file)], door, folder):
        yield


@contextmanager
def caddy(folder: Path, door: int, ports: Sequence[int], health_interval: str = "5s") -> Iterator[None]:
    file = folder / "Caddyfile"
    # Its own door for orders, and what it keeps, are not of the machine's.
    ours = (DEPLOY / "Caddyfile").read_text().replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
    file.write_text(ours.replace("health_interval 5s", f"health_interval {health_interval}"))
    environment = {
        "SITE_ADDRESS": f"http://127.0.0.1:{door}",
        "PROCESSES": " ".join(f"127.0.0.1:{port}" for port in ports),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with running(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], door, folder, **environment):
        yield


@contextmanager
def running(command: list[str], door: int, folder: Path, **environment: str) -> Iterator[None]:
    """The program, once it listens."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=clean_environment(**environment), stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 20
        while not _listens(door):
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _listens(door: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", door), 1).close()
    except OSError:
        return False
    return True
