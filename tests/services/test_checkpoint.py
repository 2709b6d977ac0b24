"""The write-ahead log is folded into the database without a writer beside it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.store.checkpoint import checkpoint


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


def rows_without_log(path: Path) -> int:
    """What a copy of the database file alone holds."""
    copy = path.with_name("copy.sqlite3")
    copy.write_bytes(path.read_bytes())
    try:
        with closing(sqlite3.connect(copy)) as alone:
            return int(alone.execute("SELECT count(*) FROM t").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_what_was_committed_reaches_the_database_file(path: Path) -> None:
    assert rows_without_log(path) == 0
    assert checkpoint(path)
    assert rows_without_log(path) == 50


def test_a_writer_at_work_is_never_overlapped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.store.checkpoint.PATIENCE", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert not checkpoint(path)
        assert rows_without_log(path) == 0
