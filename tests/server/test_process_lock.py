"""Process locks: one process at a time migrates the tables, and one serves an SQLite file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from games.server import locks, static_files
from games.server.locks import MIGRATION_LOCK_ID
from tests import fork_client
from tests.realtime.servers import postgres
from tests.site_process import Site, clean_environment, copy_var, free_port, manage

WAITING = "Another process is updating the site; waiting for it."


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


class Preparing:
    """A process that prepares the site."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        reading, writing = os.pipe()
        command = ["manage.py", "serve", "--prepare-only"]
        self.stderr = os.fdopen(reading)
        with os.fdopen(writing) as said, Path(os.devnull).open("r+") as nothing:
            streams = nothing.fileno(), nothing.fileno(), said.fileno()
            self._process = fork_client.popen(command, clean_environment(**environment), streams)

    def is_running(self) -> bool:
        return self._process.poll() is None

    def end(self) -> tuple[int, str]:
        """Wait for its end; its status and what else it printed."""
        with self.stderr:
            return self._process.wait(timeout=600), self.stderr.read()


def check_success(processes: list[Preparing]) -> list[str]:
    statuses, texts = zip(*(process.end() for process in processes), strict=True)
    assert set(statuses) == {0}, texts
    return list(texts)


class TestSqlite:
    def test_a_second_process_prints_that_it_waits(self, prepared_var: Path, tmp_path: Path) -> None:
        (tmp_path / "static").symlink_to(prepared_var / "static")
        with locks.file_lock(tmp_path / "db.sqlite3.migrating", lambda: None):
            process = Preparing({"VAR_DIR": str(tmp_path)})
            assert WAITING in process.stderr.readline()
            assert process.is_running()
            assert not (tmp_path / "db.sqlite3").exists()
        check_success([process])
        assert (tmp_path / "db.sqlite3").stat().st_mode & 0o777 == 0o600

    def test_three_processes_prepare_a_folder_at_once(self, tmp_path: Path) -> None:
        # The name has characters that are special in URLs and shells.
        folder = tmp_path / "my games & more #1?"
        texts = check_success([Preparing({"VAR_DIR": str(folder / "var")}) for _ in range(3)])
        assert not [line for text in texts for line in text.splitlines() if WAITING not in line]
        assert (folder / "var" / "db.sqlite3").exists()
        assert any((folder / "var" / "static" / "bundled").rglob("main.*.js")) == (
            static_files.find_esbuild() is not None
        )
        assert Site(folder).start().stop() == 0

    def test_a_second_process_on_the_file_is_refused(self, prepared_var: Path, tmp_path: Path) -> None:
        site = Site(copy_var(prepared_var, tmp_path)).start()
        try:
            second = manage("serve", "--port", str(free_port()), VAR_DIR=str(site.folder / "var"))
            assert second.returncode == 1
            (sentence,) = second.stderr.splitlines()
            assert sentence.startswith(f"Another process already serves {site.folder / 'var' / 'db.sqlite3'}: stop")
            site.kill()
            site.start()
        finally:
            site.close()


class TestPostgres:
    def test_three_processes_prepare_a_database_at_once(self, url: str, prepared_var: Path, tmp_path: Path) -> None:
        folders = [copy_var(prepared_var, tmp_path / str(at)) / "var" for at in range(3)]
        check_success([Preparing({"VAR_DIR": str(folder), "DATABASE_URL": url}) for folder in folders])

    def test_a_second_process_prints_that_it_waits(self, url: str, prepared_var: Path, tmp_path: Path) -> None:
        var = copy_var(prepared_var, tmp_path) / "var"
        with psycopg.connect(url) as other:
            other.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK_ID])
            process = Preparing({"VAR_DIR": str(var), "DATABASE_URL": url})
            assert WAITING in process.stderr.readline()
            assert process.is_running()
        check_success([process])
