"""SQL of the event store: claims versions, inserts entries and updates players, for a batch of games at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import DatabaseError, connection
from django.db.models import Field, Model

from games.models import Entry, Game, Player
from games.state.game_state import Event, GameState

ENTRY_FIELDS = ("game", "number", "kind", "seat", "data", "client_id", "actor", "created_at")
"""The inserted fields of an entry."""


class Append(NamedTuple):
    """Events to add to a game's log, and the states before and after them."""

    before: GameState
    after: GameState
    events: tuple[Event, ...]


class VersionConflict(DatabaseError):
    """A game's version that another process claimed first; the transaction must be rolled back."""


def store_appends(appends: Sequence[Append]) -> bool:
    """Store appends to different games within the caller's transaction.

    Return False if another process has advanced one of the games; the transaction must then not be committed.
    """
    if not claim_versions(appends):
        return False
    insert_entries(appends)
    if rows := [_build_end_row(append) for append in appends if append.after.over or append.before.over]:
        _execute(Player, _build_update(Player, ("over_at",), ("game",)), ("over_at", "game"), rows)
    return True


def claim_versions(appends: Sequence[Append]) -> bool:
    """Update the version and the other columns of the games' rows; return False if a row has another version."""
    by_columns: defaultdict[tuple[str, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for append in appends:
        after, last = append.after, append.events[-1]
        values = {"version": after.version, **after.columns()}
        if not last.is_rewrite:
            values["changed_at"] = last.at
        by_columns[tuple(values)].append((*values.values(), after.game_id, after.version - len(append.events)))
    conditions = ("id", "version")
    claimed = [
        _execute(Game, _build_update(Game, columns, conditions), (*columns, *conditions), rows)
        for columns, rows in by_columns.items()
    ]
    return sum(claimed) == len(appends)


def insert_entries(appends: Iterable[Append]) -> None:
    """Insert the entries of games whose versions this transaction has claimed."""
    rows = [row for append in appends for row in _build_entry_rows(append)]
    _execute(Entry, _build_insert(Entry, ENTRY_FIELDS), ENTRY_FIELDS, rows)


def _build_entry_rows(append: Append) -> Iterator[tuple[Any, ...]]:
    first = append.after.version - len(append.events) + 1
    for number, event in enumerate(append.events, first):
        values = number, event.kind, event.seat, dict(event.data), event.client_id, event.actor_id, event.at
        yield (append.after.game_id, *values)


def _build_end_row(append: Append) -> tuple[Any, ...]:
    """Return the ``over_at`` of a game's players, None if the game goes on again, and the key of the game."""
    return append.events[-1].at if append.after.over else None, append.after.game_id


def _execute(model: type[Model], sql: str, names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> int:
    """Execute a statement for each row of values of the fields ``names``; return the number of changed rows."""
    fields = _list_fields(model, names)
    prepared = [
        [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)] for row in rows
    ]
    with connection.cursor() as cursor:
        if len(prepared) == 1:
            cursor.execute(sql, prepared[0])
        else:
            cursor.executemany(sql, prepared)
        return int(cursor.rowcount)


@lru_cache
def _list_fields(model: type[Model], names: tuple[str, ...]) -> tuple[Field[Any, Any], ...]:
    return tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]


@lru_cache
def _build_update(model: type[Model], values: tuple[str, ...], conditions: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _format_columns(model, values))
    where = " AND ".join(f"{column} = %s" for column in _format_columns(model, conditions))
    return f"UPDATE {connection.ops.quote_name(model._meta.db_table)} SET {changes} WHERE {where}"  # noqa: S608


@lru_cache
def _build_insert(model: type[Model], names: tuple[str, ...]) -> str:
    table, columns = connection.ops.quote_name(model._meta.db_table), ", ".join(_format_columns(model, names))
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(names))})"  # noqa: S608


def _format_columns(model: type[Model], names: tuple[str, ...]) -> list[str]:
    return [connection.ops.quote_name(str(field.column)) for field in _list_fields(model, names)]
