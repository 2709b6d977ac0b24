"""Processes that start together: one brings the tables up to date; one serves an SQLite file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from games.run import locks
from games.run.one_at_a_time import MIGRATING
from tests.live.servers import postgres
from tests.server import PROJECT, Site, clean_environment, copied, free_port, manage

WAITING = "Another process brings the site up to date; this one waits for it."


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


def preparing(environment: Mapping[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "manage.py", "serve", "--prepare-only"]
    return subprocess.Popen(
        command, cwd=PROJECT, env=clean_environment(**environment), stderr=subprocess.PIPE, text=True
    )


def all_went_well(processes: list[subprocess.Popen[str]]) -> list[str]:
    told = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), told
    return told


class TestSqlite:
    def test_who_is_second_says_that_it_waits(self, tmp_path: Path) -> None:
        with locks.held(tmp_path / "db.sqlite3.migrating", lambda: None):
            process = preparing({"VAR_DIR": str(tmp_path)})
            assert process.stderr is not None
            assert WAITING in process.stderr.readline()
            assert process.poll() is None
            assert not (tmp_path / "db.sqlite3").exists()
        all_went_well([process])
        assert (tmp_path / "db.sqlite3").exists()

    def test_three_at_once_on_nothing(self, tmp_path: Path) -> None:
        told = all_went_well([preparing({"VAR_DIR": str(tmp_path)}) for _ in range(3)])
        assert not [line for text in told for line in text.splitlines() if WAITING not in line]

    def test_a_second_process_on_the_file_is_refused(self, prepared_var: Path, tmp_path: Path) -> None:
        site = Site(copied(prepared_var, tmp_path)).start()
        try:
            second = manage("serve", "--port", str(free_port()), VAR_DIR=str(site.folder / "var"))
            assert second.returncode == 1
            (sentence,) = second.stderr.splitlines()
            assert sentence.startswith(f"Another process serves {site.folder / 'var' / 'db.sqlite3'} already: stop")
            site.kill()
            site.start()
        finally:
            site.close()


class TestPostgres:
    def test_three_at_once_on_nothing(self, url: str, prepared_var: Path, tmp_path: Path) -> None:
        folders = [copied(prepared_var, tmp_path / str(at)) / "var" for at in range(3)]
        all_went_well([preparing({"VAR_DIR": str(folder), "DATABASE_URL": url}) for folder in folders])

    def test_who_is_second_says_that_it_waits(self, url: str, prepared_var: Path, tmp_path: Path) -> None:
        var = copied(prepared_var, tmp_path) / "var"
        with psycopg.connect(url) as other:
            other.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
            process = preparing({"VAR_DIR": str(var), "DATABASE_URL": url})
            assert process.stderr is not None
            assert WAITING in process.stderr.readline()
            assert process.poll() is None
        all_went_well([process])
