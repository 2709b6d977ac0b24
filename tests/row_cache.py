"""Cache of the rows that fixture functions write: a pytest plugin and the decorator `cached_rows`.

From the fourth call in the same state of the database on, the rows of a decorated function are inserted as they were,
with the states in the cache of the log, and the test gets a copy of the returned value. The state of the database is
the list of decorated calls since the test began; any other write ends caching for the rest of the test.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pytest
from django.db import connection, transaction
from django.db.models import Model

from games.eventlog import event_store
from games.state.game_state import GameState

P = ParamSpec("P")
T = TypeVar("T")
Key = tuple[Any, ...]
Row = tuple[Any, ...]
Tables = dict[str, dict[int, Row]]
"""The rows of each table by their number in SQLite."""
Changes = dict[str, tuple[list[Row], list[Row]]]
"""Deleted and inserted rows of each table."""
UNCACHED_CALLS = 2
"""Calls before the rows are compared and kept, which takes longer than to write them."""


@dataclass(frozen=True)
class WriteCount:
    """Writes to the database so far: equal counts mean that nothing was written in between."""

    connection: sqlite3.Connection | None
    own: int
    others: int


@dataclass(frozen=True)
class Result:
    """Returned value of a call, with the rows and cached states that it wrote."""

    value: Any
    rows: Changes
    states: list[GameState]


class RowCache:
    """Decorated calls since the test began, and the rows that each list of calls wrote."""

    def __init__(self) -> None:
        self.results: dict[Key, Result] = {}
        self.calls: Counter[Key] = Counter()
        self.state: Key | None = None
        self.count = count_writes()

    def begin_test(self) -> None:
        """Note that the database is as the migrations left it."""
        self.state, self.count = (), count_writes()

    def clear(self) -> None:
        self.results.clear()
        self.calls.clear()

    def call(self, key: Key, make: Callable[[], T]) -> T:
        """Return the result of `make`, from the cache where the same calls came before it in this test."""
        if self.state is None or self._has_other_writes():
            self.state = None
            return make()
        after = (*self.state, key)
        self.calls[after] += 1
        found = self._restore(self.results[after]) if after in self.results else self._record(after, make)
        self.state, self.count = after, count_writes()
        return found

    def _has_other_writes(self) -> bool:
        """Whether anything was written since the last call. A test that committed is followed by a new connection."""
        connection.ensure_connection()
        now = count_writes()
        if self.count.connection:
            return now != self.count
        return now.connection is None or now.own != 0

    def _restore(self, result: Result) -> Any:
        with transaction.atomic():
            for table, rows in result.rows.items():
                write(table, *rows)
        for state in result.states:
            event_store.state_cache.put(state)
        return deepcopy(result.value)

    def _record(self, after: Key, make: Callable[[], T]) -> T:
        if self.calls[after] <= UNCACHED_CALLS:
            return make()
        before, states = read_tables(), {id(one) for one in event_store.state_cache.states.values()}
        value = make()
        added = [one for one in event_store.state_cache.states.values() if id(one) not in states]
        self.results[after] = Result(deepcopy(value), compare(before, read_tables()), added)
        return value


def count_writes() -> WriteCount:
    driver = connection.connection
    if not isinstance(driver, sqlite3.Connection):
        return WriteCount(None, 0, 0)
    return WriteCount(driver, driver.total_changes, driver.execute("PRAGMA data_version").fetchone()[0])


def read_tables() -> Tables:
    """Return all rows of the database."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        found: Tables = {}
        for name in names:
            cursor.execute(f"SELECT rowid, * FROM {connection.ops.quote_name(name)}")
            found[name] = {row[0]: row[1:] for row in cursor.fetchall()}
        return found


def compare(before: Tables, after: Tables) -> Changes:
    """Return for each table the numbers of deleted rows, and the rows that are new or changed."""
    found: Changes = {}
    for name, rows in after.items():
        deleted = [(number,) for number in before[name].keys() - rows.keys()]
        inserted = [row for number, row in rows.items() if before[name].get(number) != row]
        if deleted or inserted:
            found[name] = deleted, inserted
    return found


def write(table: str, deleted: Sequence[Row], inserted: Sequence[Row]) -> None:
    """Write the changes of a table through the driver, which keeps such statements prepared."""
    driver, name = connection.connection, connection.ops.quote_name(table)
    driver.executemany(f"DELETE FROM {name} WHERE rowid = ?", deleted)
    if inserted:
        driver.executemany(f"INSERT OR REPLACE INTO {name} VALUES ({', '.join('?' * len(inserted[0]))})", inserted)


def cached_rows(make: Callable[P, T]) -> Callable[P, T]:
    """Cache the rows that a function writes, which writes nothing else; its arguments are strings and rows."""

    @wraps(make)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (make, *map(key_of, args), *((name, key_of(value)) for name, value in kwargs.items()))
        return CACHE.call(key, lambda: make(*args, **kwargs))

    return call


def key_of(value: Any) -> Any:
    """Return the primary key of a row, and any other value as it is."""
    return (type(value), value.pk) if isinstance(value, Model) else value


CACHE = RowCache()


@pytest.fixture(autouse=True, scope="module")
def _clear_row_cache() -> Iterator[None]:
    """Rows live for one module, so that none of them is old enough to have expired."""
    yield
    CACHE.clear()


@pytest.fixture(autouse=True)
def _begin_row_cache() -> None:
    CACHE.begin_test()
