"""The statements of a move, compiled once: Django's query compiler takes several times as long as the database.

Values go through the fields and statements through the cursor as ever, so every database, wrapper and error is
handled as with the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet

Names = tuple[str, ...]
Row = tuple[Any, ...]
Query = Callable[..., QuerySet[Any, Row]]
Columns = list[tuple[int, Any]]
"""Some of a row's, each with its place."""

SOME, MANY = range(16), range(128)
"""What stands in the queries of ``read_all`` in the place of so many keys: one game ends, or a round of them."""


def read(query: Query, *values: Any, given: tuple[Any, ...] = ()) -> list[Row]:
    """The rows of a query by ``values_list``, which stands in a function with anything in the place of its values; they
    are given in the order of its statement, and moments as the ORM has them. The function is called once with
    what is ``given`` to it.
    """
    here = connections[DEFAULT_DB_ALIAS]
    sql, columns = _compiled(query, here.vendor, *given)
    with here.cursor() as cursor:
        cursor.execute(sql, [_known_to(one) for one in values])
        found: list[Row] = cursor.fetchall()
    return _converted(found, columns, here) if found and columns else found


def read_all(query: Query, keys: Sequence[int], *first: Any) -> list[Row]:
    """``read`` for however many keys: the query is told of places, and asks for those. ``first`` are the values before
    them in its statement.
    """
    found: list[Row] = []
    places = SOME if len(keys) <= len(SOME) else MANY
    for begin in range(0, len(keys), len(places)):
        some = keys[begin : begin + len(places)]
        # A place too many names the last key once more.
        spare = [some[-1]] * (len(places) - len(some))
        found += read(query, *first, *some, *spare, given=(places,))
    return found


def _known_to(value: Any) -> Any:
    """The same as the driver of the database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


@lru_cache
def _compiled(query: Query, vendor: str, *given: Any) -> tuple[str, Columns]:
    """The statement, and those columns of its rows that are not given as they are stored, for databases of this
    vendor."""
    compiler = query(*given).query.get_compiler(connection=connection)
    sql, _ = compiler.as_sql()
    here = connections[DEFAULT_DB_ALIAS]
    return sql, [(at, column) for at, (column, _, _) in enumerate(compiler.select) if _ways(column, here)]


def _ways(column: Any, here: BaseDatabaseWrapper) -> list[Callable[..., Any]]:
    """How values of a column become those of its field; they belong to the connection."""
    return [*here.ops.get_db_converters(column), *column.get_db_converters(here)]


def _converted(found: list[Row], columns: Columns, here: BaseDatabaseWrapper) -> list[Row]:
    """The values as their fields have them."""
    rows = [list(row) for row in found]
    for at, column in columns:
        for way in _ways(column, here):
            for row in rows:
                row[at] = way(row[at], column, here)
    return list(map(tuple, rows))


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Set ``values`` (field name to value) on the rows equal to ``where``; the number of rows matched."""
    with connection.cursor() as cursor:
        cursor.execute(
            update_sql(model, tuple(where), tuple(values)), [*_stored(model, values), *_stored(model, where)]
        )
        return int(cursor.rowcount)


def insert(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows that have the same fields each, all that have no default in the database."""
    sql = insert_sql(model, tuple(rows[0]))
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(sql, _stored(model, row))


def _stored(model: type[Model], values: Mapping[str, Any]) -> list[Any]:
    fields = _fields(model, tuple(values))
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, values.values(), strict=True)]


@lru_cache
def _fields(model: type[Model], names: Names) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


@lru_cache
def _columns(model: type[Model], names: Names) -> list[str]:
    return [connection.ops.quote_name(field.column) for field in _fields(model, names)]


@lru_cache
def update_sql(model: type[Model], where: Names, values: Names) -> str:
    """The statement, its placeholders ``%s``: the new values, then those to find rows by."""
    changes = ", ".join(f"{column} = %s" for column in _columns(model, values))
    conditions = " AND ".join(f"{column} = %s" for column in _columns(model, where))
    return f"UPDATE {connection.ops.quote_name(model._meta.db_table)} SET {changes} WHERE {conditions}"  # noqa: S608


@lru_cache
def insert_sql(model: type[Model], names: Names) -> str:
    """The statement for one row."""
    table, columns = connection.ops.quote_name(model._meta.db_table), ", ".join(_columns(model, names))
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(names))})"  # noqa: S608


@lru_cache
def claim_each_sql(model: type[Model], key: str, values: Names, count: int) -> str:
    """To set so many rows in one statement, each to values of its own and found by a key, which comes last; on SQLite.
    The first of the values is a version, and only a row that has the one before is set.

    What breaks a constraint undoes the whole transaction, here and in ``insert_some_sql``: to undo the statement alone
    SQLite would keep a copy of each page that it changes.
    """
    table, columns = connection.ops.quote_name(model._meta.db_table), _columns(model, (*values, key))
    changes = ", ".join(f"{column} = column{at}" for at, column in enumerate(columns[:-1], 1))
    found = f"{columns[-1]} = column{len(columns)} AND {columns[0]} = column1 - 1"
    given = f"(VALUES {_places(len(columns), count)})"
    return f"UPDATE OR ROLLBACK {table} SET {changes} FROM {given} WHERE {found}"  # noqa: S608


@lru_cache
def insert_some_sql(model: type[Model], names: Names, alike: Names, count: int) -> str:
    """``insert_sql`` for so many rows in one statement, on SQLite. Its first values are those that all rows have
    ``alike``, and the last one says how many of them are added."""
    table, columns = connection.ops.quote_name(model._meta.db_table), ", ".join(_columns(model, (*names, *alike)))
    chosen, given = ", ".join(["*", *["%s"] * len(alike)]), f"(VALUES {_places(len(names), count)})"
    return f"INSERT OR ROLLBACK INTO {table} ({columns}) SELECT {chosen} FROM {given} LIMIT %s"  # noqa: S608


def _places(values: int, rows: int) -> str:
    """Placeholders for so many rows."""
    return ", ".join([f"({', '.join(['%s'] * values)})"] * rows)
