"""Checkpoints: the write-ahead log is written to the database file while no writer is at work."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.eventlog.checkpoint import CheckpointSchedule, checkpoint


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A database whose 50 committed rows are in its log only, as long as a connection is open."""
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.executescript("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t (x)")
        writer.execute("BEGIN")
        writer.executemany("INSERT INTO t VALUES (?)", [(number,) for number in range(50)])
        writer.execute("COMMIT")
        yield path


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def add(path: Path, count: int) -> None:
    """As many rows of 1,000 characters, each in a commit of its own."""
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        for _ in range(count):
            writer.execute("INSERT INTO t VALUES (?)", ["x" * 1000])


def rows_without_log(path: Path) -> int:
    """What a copy of the database file alone holds."""
    copy = path.with_name("copy.sqlite3")
    copy.write_bytes(path.read_bytes())
    return rows_in(copy)


def rows_in(copy: Path) -> int:
    try:
        with closing(sqlite3.connect(copy)) as alone:
            return int(alone.execute("SELECT count(*) FROM t").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_a_checkpoint_writes_commits_to_the_database_file(path: Path) -> None:
    assert rows_without_log(path) == 0
    assert checkpoint(path)
    assert rows_without_log(path) == 50


def test_a_writer_at_work_is_never_overlapped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.eventlog.checkpoint.LOCK_TIMEOUT", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert not checkpoint(path)
        assert rows_without_log(path) == 0


class TestSchedule:
    @pytest.fixture
    def schedule(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> CheckpointSchedule:
        monkeypatch.setattr("games.eventlog.checkpoint._get_path", lambda: path)
        return CheckpointSchedule()

    def test_a_log_that_was_written_to_is_folded_in_once(self, schedule: CheckpointSchedule, path: Path) -> None:
        assert schedule.run()
        assert rows_without_log(path) == 50
        assert not schedule.run()

    def test_the_next_time_comes_when_it_is_due_and_something_was_written(
        self, schedule: CheckpointSchedule, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert schedule.run()
        add(path, 10)
        assert not schedule.run()
        monkeypatch.setattr("games.eventlog.checkpoint.INTERVAL", 0.0)
        assert schedule.run()
        assert rows_without_log(path) == 60

    def test_one_that_a_writer_prevented_is_tried_again(
        self, schedule: CheckpointSchedule, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.eventlog.checkpoint.LOCK_TIMEOUT", 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            assert not schedule.run()
        assert schedule.run()

    def test_a_database_that_keeps_no_log_gets_none(self, schedule: CheckpointSchedule, path: Path) -> None:
        log_of(path).unlink()
        assert not schedule.run()
