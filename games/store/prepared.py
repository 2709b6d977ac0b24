"""The statements of a move straight through the driver: saves Django's cursors, which take longer than the database.

``games.store.rows`` is the plain path, which tests compare this one with. It is taken for databases that are not named
here, and as long as somebody wants to see each statement (``execute_wrappers``, a debugging cursor).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from games.models import Entry, Game
from games.store import rows
from games.store.played import Played
from games.store.rows import Names
from games.stories.online import Match

Values = Mapping[str, Any]
Execute = Callable[[Any, str, list[Any]], int]
Way = Callable[[Any, Any], Any]
"""How a value of a field is stored."""


class Overtaken(DatabaseError):
    """Somebody else moved on a game whose version was to be claimed."""


def update(model: type[Model], where: Values, values: Values) -> int:
    """As ``rows.update``; in a transaction of the caller's."""
    here = connections[DEFAULT_DB_ALIAS]
    execute = _way(here)
    if execute is None:
        return rows.update(model, where, values)
    sql = _written(rows.update_sql(model, tuple(where), tuple(values)), here.vendor)
    return execute(here, sql, [*_stored(here, model, values), *_stored(here, model, where)])


def insert(model: type[Model], several: Sequence[Values]) -> None:
    """As ``rows.insert``; in a transaction of the caller's."""
    here = connections[DEFAULT_DB_ALIAS]
    execute = _way(here)
    if execute is None:
        rows.insert(model, several)
        return
    if len(several) > 1 and here.vendor == "sqlite":
        insert_all(model, several)
        return
    sql = _written(rows.insert_sql(model, tuple(several[0])), here.vendor)
    for row in several:
        execute(here, sql, _stored(here, model, row))


def gathers() -> bool:
    """Whether ``alone``, ``update_all`` and ``insert_all`` are there for this database, and nobody wants to see each
    statement."""
    here = connections[DEFAULT_DB_ALIAS]
    return here.vendor == "sqlite" and not (here.execute_wrappers or here.queries_logged)


@contextmanager
def alone() -> Iterator[None]:
    """A transaction of its own where ``gathers``: Django's takes longer than the statements in it, and has nothing to
    remember between them. Nothing in it may ask Django for a transaction, or to be called after commit."""
    here = connections[DEFAULT_DB_ALIAS]
    here.ensure_connection()
    with here.wrap_database_errors:
        here.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            here.connection.execute("COMMIT")
        except BaseException:
            here.connection.rollback()
            raise


def update_all(model: type[Model], several: Sequence[tuple[Values, Values]]) -> int:
    """As ``update`` of each pair of ``where`` and ``values``, all of the same fields; the number of rows matched."""
    where, values = several[0]
    sql, here = rows.update_sql(model, tuple(where), tuple(values)), connections[DEFAULT_DB_ALIAS]
    ways = _ways(model, (*values, *where))
    return _many(here, sql, [_ready(here, ways, (*new.values(), *old.values())) for old, new in several])


def insert_all(model: type[Model], several: Sequence[Values]) -> None:
    """As ``insert``, all in one call of the driver."""
    sql, here = rows.insert_sql(model, tuple(several[0])), connections[DEFAULT_DB_ALIAS]
    ways = _ways(model, tuple(several[0]))
    _many(here, sql, [_ready(here, ways, row.values()) for row in several])


def store_played(cards: Sequence[Played], moment: datetime) -> None:
    """As ``update_all`` and ``insert_all`` for cards played at this moment: their versions are claimed, and their
    entries added. Fails with ``Overtaken`` where somebody else moved one of the games on. The transaction is the
    caller's, and is undone where the database refuses any of them."""
    here = connections[DEFAULT_DB_ALIAS]
    at = _moment(moment, here)
    # The driver takes plain numbers and texts as they are, and looks for a way to store whatever else it is given.
    over = [_over(one, one.ends, at) for one in cards if one.ends is not None]
    on = [one for one in cards if one.ends is None] if over else cards
    dated = [(one.version, at, one.turn, one.phase, one.trick, one.game_id) for one in on if one.dates]
    others = [(one.version, one.turn, one.phase, one.trick, one.game_id) for one in on if not one.dates]
    for names, claims in ((_OVER, over), (_DATED, dated), (_STANDS, others)):
        if claims:
            _claim_all(here, names, claims)
    entries = [(one.game_id, one.version, one.seat, _card(one.card), one.client_id) for one in cards]
    _enter_all(here, entries, ("played", at))


def _over(card: Played, match: Match, at: Any) -> tuple[Any, ...]:
    """What the row of a game says after its last card."""
    ended = str(match.status), str(match.ending), match.winner
    return card.version, at, card.turn, card.phase, card.trick, *ended, card.game_id


def _claim_all(here: Any, names: Names, claims: Sequence[tuple[Any, ...]]) -> None:
    size = len(claims)
    if size < FEW or not TOGETHER:
        found = _many(here, rows.update_sql(Game, ("id", "version"), names), [(*one, one[0] - 1) for one in claims])
    else:
        places = _places(size)
        sql = _written(rows.claim_each_sql(Game, "id", names, places), here.vendor)
        # What is spare claims the last row again.
        found = _sqlite(here, sql, [*chain(*claims), *claims[-1] * (places - size)])
    if found != size:
        raise Overtaken


def _enter_all(here: Any, entries: Sequence[tuple[Any, ...]], alike: tuple[Any, ...]) -> None:
    size = len(entries)
    if size < FEW or not TOGETHER:
        _many(here, rows.insert_sql(Entry, (*_ENTRY, *_ALIKE)), [(*one, *alike) for one in entries])
        return
    places = _places(size)
    sql = _written(rows.insert_some_sql(Entry, _ENTRY, _ALIKE, places), here.vendor)
    _sqlite(here, sql, [*alike, *chain(*entries), *entries[-1] * (places - size), size])


def _places(size: int) -> int:
    """Rows of the next larger statement, of which there are four from one power of two to the next: the driver keeps a
    hundred prepared."""
    step = max(1, (1 << (size - 1).bit_length()) // 8)
    return -(-size // step) * step


FEW, TOGETHER = 4, sqlite3.sqlite_version_info >= (3, 33)
"""Cards from which on one statement for all is quicker than one for each, and whether SQLite has such a one for rows
that are there."""
_STANDS = ("version", "turn", "phase", "trick")
_DATED = ("version", "changed_at", "turn", "phase", "trick")
_OVER = (*_DATED, "status", "ending", "winner")
_ENTRY = ("game", "number", "seat", "data", "client_id")
_ALIKE = ("kind", "created_at")


@cache
def _card(code: str) -> Any:
    """What an entry says of a card, as it is stored."""
    return _stored(connections[DEFAULT_DB_ALIAS], Entry, {"data": {"card": code}})[0]


def _many(here: Any, sql: str, several: Sequence[Sequence[Any]]) -> int:
    with here.wrap_database_errors:
        return int(here.connection.executemany(_written(sql, here.vendor), several).rowcount)


def _way(here: BaseDatabaseWrapper) -> Execute | None:
    """How the database is asked directly; None where it is not."""
    watched = here.execute_wrappers or here.queries_logged
    return None if watched or not here.in_atomic_block else _WAYS.get(here.vendor)


def _sqlite(here: Any, sql: str, values: list[Any]) -> int:
    """The driver keeps the last hundred statements prepared."""
    with here.wrap_database_errors:
        return int(here.connection.execute(sql, values).rowcount)


def _postgres(here: Any, sql: str, values: list[Any]) -> int:
    """Prepared on the server, unless what stands between does not keep to one connection."""
    prepare = not here.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    with here.wrap_database_errors, psycopg.Cursor(here.connection) as cursor:
        return int(cursor.execute(sql, values, prepare=prepare).rowcount)


_WAYS: dict[str, Execute] = {"sqlite": _sqlite, "postgresql": _postgres}


@lru_cache
def _written(sql: str, vendor: str) -> str:
    """With the placeholders of the driver; the names in these statements hold none."""
    return sql.replace("%s", "?") if vendor == "sqlite" else sql


def _stored(here: BaseDatabaseWrapper, model: type[Model], values: Values) -> list[Any]:
    return _ready(here, _ways(model, tuple(values)), values.values())


def _ready(here: BaseDatabaseWrapper, ways: Sequence[tuple[int, Way]], values: Iterable[Any]) -> list[Any]:
    ready = list(values)
    for at, way in ways:
        ready[at] = way(ready[at], here)
    return ready


@lru_cache
def _ways(model: type[Model], names: Names) -> list[tuple[int, Way]]:
    """The places of the fields whose values are not stored as they are, and how they are."""
    ways = enumerate(_way_of(model._meta.get_field(name)) for name in names)
    return [(at, way) for at, way in ways if way is not None]


def _way_of(field: Any) -> Way | None:
    """How a field's values are stored; None where they are as they are."""
    target = field.target_field if field.is_relation else field
    if isinstance(target, models.IntegerField | models.CharField | models.BooleanField):
        return None
    if isinstance(target, models.JSONField):
        return lambda value, here: None if value is None else here.ops.adapt_json_value(value, target.encoder)
    return _moment if isinstance(target, models.DateTimeField) else field.get_db_prep_save


@lru_cache(maxsize=16)
def _moment(value: datetime | None, here: Any) -> Any:
    """The same moment stands in the game's row and in its entry."""
    if here.vendor == "sqlite" and value is not None and value.tzinfo is UTC is here.timezone:
        return str(value.replace(tzinfo=None))
    return here.ops.adapt_datetimefield_value(value)
