"""The write-ahead log is folded into the database without a writer beside it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from games.store.checkpoint import LARGE, InTheWay, begin, checkpoint, if_due, lengthen, reaches
from tests.server import Site


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


def rows_with_log(path: Path) -> int:
    """What is found after a crash: by whoever opens a copy of both files."""
    copy = path.with_name("crashed.sqlite3")
    log_of(copy).write_bytes(log_of(path).read_bytes())
    copy.write_bytes(path.read_bytes())
    return rows_in(copy)


def rows_in(copy: Path) -> int:
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


def test_a_disk_that_fails_is_no_writer_in_the_way(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Mock(**{"execute.side_effect": sqlite3.OperationalError("disk I/O error")})
    monkeypatch.setattr("games.store.checkpoint._open", Mock(side_effect=[sqlite3.connect(path), failing]))
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        checkpoint(path)


def test_a_lengthened_log_has_room_for_what_is_written(path: Path) -> None:
    lengthen(path, 2_000_000)
    assert log_of(path).stat().st_size == 2_000_000
    add(path, 100)
    assert log_of(path).stat().st_size == 2_000_000


def test_a_log_is_never_shortened(path: Path) -> None:
    before = log_of(path).read_bytes()
    lengthen(path, 10)
    assert log_of(path).read_bytes() == before


@pytest.mark.parametrize("rows", [0, 1, 20])
def test_nothing_is_lost_where_a_process_dies_with_a_lengthened_log(path: Path, rows: int) -> None:
    lengthen(path, 2_000_000)
    add(path, rows)
    assert rows_with_log(path) == 50 + rows


def test_a_log_that_nobody_wrote_to_may_be_lengthened(path: Path) -> None:
    """A process that starts finds none: SQLite deletes it with the last connection."""
    new = path.with_name("new.sqlite3")
    with closing(sqlite3.connect(new, isolation_level=None)) as first:
        first.executescript("PRAGMA journal_mode=WAL; CREATE TABLE t (x)")
    with closing(sqlite3.connect(new, isolation_level=None)) as kept:
        kept.execute("SELECT * FROM t")
        lengthen(new, 2_000_000)
        assert not reaches(new, 1000)
        add(new, 3)
        assert rows_with_log(new) == 3


def test_a_log_is_lengthened_beside_a_writer_only_when_it_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.store.checkpoint.PATIENCE", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(InTheWay):
            lengthen(path, 2_000_000)


def test_how_far_the_log_is_in_use_is_seen_by_its_frames(path: Path) -> None:
    """Zeros, and frames from before the log began anew, do not count."""
    lengthen(path, 2_000_000)
    assert not reaches(path, 100_000)
    add(path, 100)
    assert reaches(path, 100_000)
    assert not reaches(path, 1_900_000)
    assert checkpoint(path)
    add(path, 1)
    assert not reaches(path, 100_000)


def test_without_a_log_nothing_is_in_use(tmp_path: Path) -> None:
    assert not reaches(tmp_path / "db.sqlite3", 100)


class TestAtTheStart:
    @pytest.fixture(autouse=True)
    def here(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.store.checkpoint._path", lambda: path)
        monkeypatch.setattr("games.store.checkpoint.connection", Mock())

    def test_the_log_is_as_long_as_it_becomes(self, path: Path) -> None:
        begin()
        assert log_of(path).stat().st_size == LARGE

    def test_a_full_disk_stops_nobody(self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
        monkeypatch.setattr("games.store.checkpoint.os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
        begin()
        assert "stays short: [Errno 28]" in caplog.text

    def test_a_checkpoint_waits_until_much_is_in_use(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.store.checkpoint.LARGE", 200_000)
        begin()
        assert not if_due()
        assert rows_without_log(path) == 0
        add(path, 100)
        assert if_due()
        assert rows_without_log(path) == 150


def test_a_database_that_keeps_no_log_gets_none(tmp_path: Path) -> None:
    plain = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(plain)) as kept:
        kept.execute("CREATE TABLE t (x)")
        with pytest.raises(FileNotFoundError):
            lengthen(plain, 2_000_000)


@pytest.mark.parametrize("crashed", [False, True])
def test_a_site_has_it_lengthened_before_its_first_page(daphne_site: Callable[..., Site], crashed: bool) -> None:
    """And it stays, since a connection does: whatever else the start opens and closes."""
    site = daphne_site()
    if crashed:
        site.kill()
        site.start()
    assert log_of(site.folder / "var" / "db.sqlite3").stat().st_size == LARGE
