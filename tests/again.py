"""What tests begin with is made once, and put back as rows where it is wanted again. A pytest plugin.

A decorated function makes rows. From the fourth time on that a module calls it in the same state of the database, its
rows are written as they were, with the stories that this process keeps of them, and the test is given a copy of what it
gave. Whatever else it leaves in memory is not put back. The state is known by the calls that led to it since the test
began, as long as nobody wrote anything besides.
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

from games.store import log
from games.stories.story import Story

P = ParamSpec("P")
T = TypeVar("T")
Key = tuple[Any, ...]
Row = tuple[Any, ...]
Tables = dict[str, dict[int, Row]]
"""The rows of each table by their number in SQLite."""
Written = dict[str, tuple[list[Row], list[Row]]]
MAKINGS = 2
"""So often something is made before its rows are looked at, which takes longer."""


@dataclass(frozen=True)
class Mark:
    """Equal to an earlier one as long as nobody wrote to the database meanwhile."""

    here: sqlite3.Connection | None
    own: int
    others: int


@dataclass(frozen=True)
class Made:
    """What a call gave, with the rows and stories that it wrote."""

    value: Any
    rows: Written
    stories: list[Story]


class World:
    """How the database came to be as it is, and what is known to follow from there."""

    def __init__(self) -> None:
        self.known: dict[Key, Made] = {}
        self.calls: Counter[Key] = Counter()
        self.state: Key | None = None
        self.mark = mark()

    def begin(self) -> None:
        """The database is as the migrations left it."""
        self.state, self.mark = (), mark()

    def forget(self) -> None:
        self.known.clear()
        self.calls.clear()

    def made(self, call: Key, make: Callable[[], T]) -> T:
        """What ``make`` gives; the same whenever the same calls came before in this test."""
        if self.state is None or not self._untouched():
            self.state = None
            return make()
        after = (*self.state, call)
        self.calls[after] += 1
        found = self._put_back(self.known[after]) if after in self.known else self._made_now(after, make)
        self.state, self.mark = after, mark()
        return found

    def _untouched(self) -> bool:
        """Whether nobody wrote since the last call. After a test that committed, the next one opens a connection."""
        connection.ensure_connection()
        now = mark()
        return now == self.mark if self.mark.here else now.here is not None and now.own == 0

    def _put_back(self, made: Made) -> Any:
        with transaction.atomic():
            for table, rows in made.rows.items():
                write(table, *rows)
        for story in made.stories:
            log.cache.put(story)
        return deepcopy(made.value)

    def _made_now(self, after: Key, make: Callable[[], T]) -> T:
        if self.calls[after] <= MAKINGS:
            return make()
        before, stories = tables(), {id(one.story) for one in log.cache.known.values()}
        value = make()
        told = [one.story for one in log.cache.known.values() if id(one.story) not in stories]
        self.known[after] = Made(deepcopy(value), written(before, tables()), told)
        return value


def mark() -> Mark:
    here = connection.connection
    if not isinstance(here, sqlite3.Connection):
        return Mark(None, 0, 0)
    return Mark(here, here.total_changes, here.execute("PRAGMA data_version").fetchone()[0])


def tables() -> Tables:
    """All rows that there are."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        found: Tables = {}
        for name in names:
            cursor.execute(f"SELECT rowid, * FROM {connection.ops.quote_name(name)}")
            found[name] = {row[0]: row[1:] for row in cursor.fetchall()}
        return found


def written(before: Tables, after: Tables) -> Written:
    """For each table the numbers of rows that are gone, and the rows that are new or others than they were."""
    found: Written = {}
    for name, rows in after.items():
        gone = [(number,) for number in before[name].keys() - rows.keys()]
        fresh = [row for number, row in rows.items() if before[name].get(number) != row]
        if gone or fresh:
            found[name] = gone, fresh
    return found


def write(table: str, gone: Sequence[Row], fresh: Sequence[Row]) -> None:
    """Straight through the driver, which keeps such statements prepared."""
    driver, name = connection.connection, connection.ops.quote_name(table)
    driver.executemany(f"DELETE FROM {name} WHERE rowid = ?", gone)
    if fresh:
        driver.executemany(f"INSERT OR REPLACE INTO {name} VALUES ({', '.join('?' * len(fresh[0]))})", fresh)


def again(make: Callable[P, T]) -> Callable[P, T]:
    """Put back what a function makes that writes rows and nothing else, and whose arguments are words and rows."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        call = (make, *map(named, args), *((name, named(value)) for name, value in kwargs.items()))
        return WORLD.made(call, lambda: make(*args, **kwargs))

    return made


def named(value: Any) -> Any:
    """A row by its number."""
    return (type(value), value.pk) if isinstance(value, Model) else value


WORLD = World()


@pytest.fixture(autouse=True, scope="module")
def _forgotten_with_the_module() -> Iterator[None]:
    """What was made is never so old that anything would have come to an end since."""
    yield
    WORLD.forget()


@pytest.fixture(autouse=True)
def _begun_anew() -> None:
    WORLD.begin()
