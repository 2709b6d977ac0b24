"""Database connections of a serving process: the pool, connections outside it, and work in database threads.

Threads share a pool of PostgreSQL connections, so under load they wait for a connection instead of taking the server's
last one. The writer thread has a connection of its own and never waits. Management commands have no pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from games import circuit_breaker

P = ParamSpec("P")
T = TypeVar("T")

UNPOOLED_CONNECTIONS = 3
"""Connections of a process outside its pool: one for the writer, one for LISTEN (``games.messaging.subscriptions``) and
one ``unpooled_connection``."""
MAX_AGE = 600
"""Seconds after which a thread reopens its connection to an SQLite file."""
POOL_TIMEOUT = 10
"""Seconds to wait for a connection while all are in use or PostgreSQL does not answer."""


def configure_connections() -> None:
    """Keep connections open, and check each before it is used again.

    Connections to PostgreSQL form a pool that all threads of this process share; SQLite has one for each thread.
    """
    connection.settings_dict["CONN_HEALTH_CHECKS"] = True
    if connection.vendor != "postgresql":
        connection.settings_dict["CONN_MAX_AGE"] = MAX_AGE
        return
    # A connection opened before the pool cannot be returned to it.
    connection.close()
    connection_created.connect(_record_connection, dispatch_uid="games.eventlog.connection_pool")
    connection.settings_dict["OPTIONS"]["pool"] = {
        "min_size": 0,
        "max_size": settings.DATABASE_CONNECTIONS - UNPOOLED_CONNECTIONS,
        "timeout": POOL_TIMEOUT,
        # With the default, the pool would retry less and less often during a long outage.
        "reconnect_timeout": 5,
        "max_idle": 60,
    }


def _record_connection(sender: object, **kwargs: object) -> None:
    circuit_breaker.database.record_success("PostgreSQL answers again, after %.0f seconds")


def release_connection() -> None:
    """Release the connection of a thread that uses the database only now and then. Call it after each use.

    A connection to PostgreSQL goes back to the pool. An SQLite file stays open, since opening it takes longer than most
    queries.
    """
    if connection.vendor == "sqlite":
        connection.close_if_unusable_or_obsolete()
    else:
        connection.close()


@contextmanager
def unpooled_connection() -> Iterator[BaseDatabaseWrapper]:
    """Open a connection outside the pool for all queries of this thread within the block, and close it at the end.

    A process has at most one at a time, so that its connections stay within ``DATABASE_CONNECTIONS``.
    """
    pooled = connections[DEFAULT_DB_ALIAS]
    with closing(_build_connection()) as unpooled:
        # Django looks up the applied migrations by database alias, whatever connection it is given.
        connections[DEFAULT_DB_ALIAS] = unpooled
        try:
            yield unpooled
        finally:
            connections[DEFAULT_DB_ALIAS] = pooled


def use_own_connection() -> None:
    """Give this thread a permanent connection outside the pool. Only for the writer.

    On SQLite the connection keeps its statement journal in memory; otherwise each ``executemany`` would create a file.
    """
    if "pool" in connection.settings_dict["OPTIONS"] or connection.vendor == "sqlite":
        connection.close()
        own = connections[DEFAULT_DB_ALIAS] = _build_connection()
        if own.vendor == "sqlite":
            own.settings_dict["OPTIONS"]["init_command"] += " PRAGMA temp_store=MEMORY;"


async def run_in_db_thread(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a call that uses the database, run in a worker thread; a call that hangs delays no other."""
    return await database_sync_to_async(call, thread_sensitive=False)(*args, **kwargs)


def _build_connection() -> BaseDatabaseWrapper:
    copy = connection.copy()
    copy.settings_dict["OPTIONS"].pop("pool", None)
    return copy
