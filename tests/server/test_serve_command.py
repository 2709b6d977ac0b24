"""Command `serve`: what it prints, that it answers, how it ends, and why it refuses to start."""

import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games.server.daphne_server import strip_path
from tests.client import Person
from tests.realtime.raw_http import dial, upgrade
from tests.site_process import PROJECT, Site, clean_environment, copy_var, free_port, manage, permission_command

StartSite = Callable[..., Site]


@pytest.fixture(scope="module")
def site(daphne_site: StartSite) -> Site:
    return daphne_site()


def refusal(var: Path, *arguments: str, before: tuple[str, ...] = (), **environment: str) -> str:
    """The only sentence of a `serve` that refuses to start."""
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


def test_the_site_prints_its_address_and_its_static_files_are_immutable(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/") as answer:
        page = answer.read().decode()
    assert f"On this computer:      {site.url}/" in site.text()
    assert "Warning" not in site.text()
    sheet = re.search(r'"(/static/[^"]+\.[0-9a-f]{12}\.css)"', page)
    assert sheet
    with urllib.request.urlopen(site.url + sheet[1]) as answer:
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", ""])
def test_a_foreign_host_name_is_refused(site: Site, host: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=5) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert b" 400 " in raw.recv(100)


def test_the_service_manager_is_notified_when_the_site_is_ready(
    prepared_var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # The name of such a socket must be short.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("manager")
        manager.settimeout(60)
        site = Site(copy_var(prepared_var, tmp_path), {"NOTIFY_SOCKET": str(tmp_path / "manager")}).start()
        try:
            assert manager.recv(100) == b"READY=1"
        finally:
            site.close()


def test_silent_connections_do_not_delay_the_end_and_the_site_starts_again(daphne_site: StartSite) -> None:
    site = daphne_site()
    ana = Person(site.url, "Ana")
    with dial(site), dial(site) as frozen:
        frozen.sendall(upgrade(site, f"/ws/m/{ana.open_game()}/", ana.cookies))
        assert b" 101 " in frozen.recv(100)
        began = time.monotonic()
        assert site.stop() == 0
        assert time.monotonic() - began < 6
    site.start()
    assert ana.get("/")[0] == 200


def test_prepare_only_needs_no_port(site: Site) -> None:
    outcome = manage("serve", "--prepare-only", "--port", str(site.port), VAR_DIR=str(site.folder / "var"))
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")


def test_a_port_in_use_and_a_missing_database_server_are_refused(site: Site, tmp_path: Path) -> None:
    assert "is in use" in refusal(tmp_path, "--port", str(site.port))
    url = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    assert "check that it is running" in refusal(tmp_path, "--port", str(free_port()), DATABASE_URL=url)


def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    var, port = tmp_path / "var", str(free_port())
    assert "set VAR_DIR to a folder you own" in refusal(var, before=permission_command())
    sentence = refusal(var, "--port", port, before=permission_command(), SECRET_KEY="k" * 60)
    assert f"The folder {var} is not writable" in sentence


def test_a_broken_database_is_refused(tmp_path: Path, prepared_var: Path) -> None:
    shutil.copytree(prepared_var, tmp_path / "var")
    database = tmp_path / "var" / "db.sqlite3"
    with database.open("r+b") as file:
        file.write(b"This is a shopping list.")
    sentence = refusal(tmp_path / "var", "--port", str(free_port()))
    assert sentence.startswith(f"The database {database} cannot be used")


def test_only_the_owner_may_read_the_stored_files(prepared_var: Path, tmp_path: Path) -> None:
    site = Site(copy_var(prepared_var, tmp_path))
    database = tmp_path / "var" / "db.sqlite3"
    database.chmod(0o644)
    with closing(sqlite3.connect(database)) as other:
        # A killed site of an older release leaves it like this.
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("DELETE FROM games_process")
        other.commit()
        site.start()
    try:
        Person(site.url, "Ana").open_game()
        kept = {path.name: path.stat().st_mode & 0o777 for path in database.parent.iterdir() if path.is_file()}
        assert {"db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm", "secret_key", "push_key"} <= kept.keys()
        assert set(kept.values()) == {0o600}
    finally:
        site.close()


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/i/K7MPX2QA/s3cr3t/", "/i/K7MPX2QA/.../"),
        ("/m/K7MPX2QA/", "/m/K7MPX2QA/"),
        ("/guest/?next=/i/K7MPX2QA/s3cr3t/", "/guest/"),
    ],
)
def test_logged_paths_contain_no_keys(path: str, kept: str) -> None:
    assert strip_path(path) == kept
