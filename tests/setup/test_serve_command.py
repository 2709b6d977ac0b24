"""manage.py serve: what it prints, that it answers, how it ends, and what it says when it cannot run."""

import asyncio
import contextlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets import ConnectionClosed

from games.run.server import logged_path
from tests.client import Person
from tests.server import PROJECT, Site, clean_environment, free_port, manage, obeying_permissions

StartSite = Callable[..., Site]


@pytest.fixture(scope="module")
def site(daphne_site: StartSite) -> Site:
    return daphne_site()


def refusal(var: Path, *arguments: str, before: tuple[str, ...] = (), **environment: str) -> str:
    """The one sentence with which serve gives up."""
    command = [*before, sys.executable, "manage.py", "serve", *arguments]
    surroundings = clean_environment(VAR_DIR=str(var), **environment)
    outcome = (
        subprocess.run(command, cwd=PROJECT, env=surroundings, capture_output=True, text=True, timeout=60, check=False)
        if before
        else manage("serve", *arguments, VAR_DIR=str(var), **environment)
    )
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    (sentence,) = outcome.stderr.splitlines()
    return sentence


def test_answers_and_says_where(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/") as answer:
        assert answer.status == 200
    assert f"On this computer:      {site.url}/" in site.text()
    assert "Warning" not in site.text()


def test_static_files_have_hashed_names_and_are_kept_for_ever(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/") as answer:
        page = answer.read().decode()
    sheet = re.search(r'"(/static/[^"]+\.[0-9a-f]{12}\.css)"', page)
    assert sheet
    with urllib.request.urlopen(site.url + sheet[1]) as answer:
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", ""])
def test_a_foreign_host_name_is_refused(site: Site, host: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=5) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert b" 400 " in raw.recv(100)


async def close_code(person: Person, code: str, frame: str) -> int | None:
    """The code with which the site closes after `frame`."""
    async with person.socket(code) as live:
        await live.send(frame)
        with contextlib.suppress(ConnectionClosed):
            while True:
                await live.recv()
    return live.close_code


async def test_a_frame_beyond_all_measure_ends_its_connection_with_a_code(site: Site) -> None:
    ana = await asyncio.to_thread(Person, site.url, "Ana")
    code = await asyncio.to_thread(ana.open_game)
    async with ana.socket(code) as other:
        assert await close_code(ana, code, "x" * 20_000) == 1009
        assert await (await other.ping()) >= 0


async def test_open_pages_are_told_that_the_site_restarts(daphne_site: StartSite) -> None:
    site = daphne_site()
    ana = await asyncio.to_thread(Person, site.url, "Ana")
    code = await asyncio.to_thread(ana.open_game)
    async with ana.socket(code) as first, ana.socket(code) as second:
        await first.recv()
        await second.recv()
        assert await asyncio.to_thread(site.stop) == 0
        for live in (first, second):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await live.recv()
            assert live.close_code == 1012
    assert site.crash() == ""


async def test_a_client_that_has_frozen_does_not_hold_up_the_end(daphne_site: StartSite) -> None:
    site = daphne_site()
    ana = await asyncio.to_thread(Person, site.url, "Ana")
    code = await asyncio.to_thread(ana.open_game)
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(handshake(ana, code))
    assert b" 101 " in await reader.readline()
    began = time.monotonic()
    assert await asyncio.to_thread(site.stop) == 0
    assert time.monotonic() - began < 6
    writer.close()


def handshake(person: Person, code: str) -> bytes:
    lines = [
        f"GET /ws/m/{code}/ HTTP/1.1",
        f"Host: {person.url.removeprefix('http://')}",
        f"Origin: {person.url}",
        f"Cookie: {'; '.join(f'{name}={value}' for name, value in person.cookies.items())}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def test_it_ends_at_once_with_status_0_and_starts_again(daphne_site: StartSite) -> None:
    site = daphne_site()
    with socket.create_connection(("127.0.0.1", site.port)):
        assert site.stop() == 0
    site.start()
    with urllib.request.urlopen(f"{site.url}/") as answer:
        assert answer.status == 200


def test_preparing_alone_needs_no_port(site: Site) -> None:
    command = [sys.executable, "manage.py", "serve", "--prepare-only", "--port", str(site.port)]
    environment = clean_environment(VAR_DIR=str(site.folder / "var"))
    outcome = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")


def test_a_port_in_use(site: Site, tmp_path: Path) -> None:
    assert "is in use" in refusal(tmp_path, "--port", str(site.port))


@pytest.mark.parametrize("port", ["0", "70000", "many", ""])
def test_what_is_no_port(port: str, tmp_path: Path) -> None:
    assert "is no port" in refusal(tmp_path, "--port", port)


def test_a_host_that_is_not_ours(tmp_path: Path) -> None:
    assert "no address of this computer" in refusal(tmp_path, "--host", "203.0.113.9")


@pytest.mark.skipif(
    Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").exists() is False
    or int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 80,
    reason="low ports are free for everybody here",
)
def test_a_privileged_port(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, "--host", "127.0.0.1", "--port", "81", before=obeying_permissions())
    assert "choose one from 1024 up" in sentence


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    sentence = refusal(tmp_path / "var", before=obeying_permissions())
    assert "set VAR_DIR to a folder of your own" in sentence


def test_a_folder_that_cannot_be_written_to_with_a_key_from_outside(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    sentence = refusal(tmp_path / "var", "--port", str(free_port()), before=obeying_permissions(), SECRET_KEY="k" * 60)
    assert f"The folder {tmp_path / 'var'} cannot be written to" in sentence


def test_a_database_that_cannot_be_written_to(tmp_path: Path, prepared_var: Path) -> None:
    shutil.copytree(prepared_var, tmp_path / "var")
    database = tmp_path / "var" / "db.sqlite3"
    with database.open("r+b") as file:
        file.write(b"This is a shopping list.")
    sentence = refusal(tmp_path / "var", "--port", str(free_port()))
    assert sentence.startswith(f"The database {database} cannot be used")


def test_a_database_server_that_is_not_there(tmp_path: Path) -> None:
    url = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    sentence = refusal(tmp_path, "--port", str(free_port()), DATABASE_URL=url)
    assert "see that it is running" in sentence


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/i/K7MPX2QA/s3cr3t/", "/i/K7MPX2QA/.../"),
        ("/m/K7MPX2QA/", "/m/K7MPX2QA/"),
        ("/guest/?next=/i/K7MPX2QA/s3cr3t/", "/guest/"),
    ],
)
def test_logs_keep_no_keys(path: str, kept: str) -> None:
    assert logged_path(path) == kept
