"""The connections of a serving process: kept, and of those to PostgreSQL how many it may have, and which are not of its
pool.

Threads share a pool, so a crowd waits for a connection instead of taking the server's last one. The thread that stores
moves waits for nobody. Commands have no pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games.models import Process
from games.store.uptime import GIVEN_UP

APART = 3
"""Connections of a process that are not of its pool: the writer's, the listener's (``live/notices.py``), and one for
whoever needs it ``apart``."""
RESERVE = 10
"""Connections that no process of the site counts on: for copies, commands, and what PostgreSQL keeps back."""
KEPT = 600
"""Seconds after which a thread opens its connection to an SQLite file anew."""
WAIT = 10
"""Seconds to wait for a connection while all are in use or the server does not answer."""


def begin() -> None:
    """Keep connections from now on, each looked at before it is used again: those to PostgreSQL in a pool that all
    threads of this process share, an SQLite file's one for each thread."""
    connection.settings_dict["CONN_HEALTH_CHECKS"] = True
    if connection.vendor != "postgresql":
        connection.settings_dict["CONN_MAX_AGE"] = KEPT
        return
    # It would not go back to a pool of which it never was.
    connection.close()
    connection.settings_dict["OPTIONS"]["pool"] = {
        "min_size": 0,
        "max_size": settings.DATABASE_CONNECTIONS - APART,
        "timeout": WAIT,
        # After a longer silence of the server the pool would try ever more rarely.
        "reconnect_timeout": 5,
        "max_idle": 60,
    }


def rest() -> None:
    """At the end of each look by a thread that looks now and then: an SQLite file stays open, since opening it takes
    longer than most looks; a connection to PostgreSQL goes back to the others."""
    if connection.vendor == "sqlite":
        connection.close_if_unusable_or_obsolete()
    else:
        connection.close()


@contextmanager
def apart() -> Iterator[BaseDatabaseWrapper]:
    """A connection that really opens and really ends, for everything that this thread asks meanwhile.

    A process has at most one at a time, so that its connections can be counted.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    with closing(_unpooled()) as asked:
        # Django reads which migrations were applied by the name of the database, whatever connection it is given.
        connections[DEFAULT_DB_ALIAS] = asked
        try:
            yield asked
        finally:
            connections[DEFAULT_DB_ALIAS] = usual


def leave() -> None:
    """Have this thread keep a connection of its own from now on. For the writer alone.

    An SQLite file's keeps in memory what one statement for many cards would need to be undone: each time that would be
    another file.
    """
    if "pool" in connection.settings_dict["OPTIONS"] or connection.vendor == "sqlite":
        connection.close()
        own = connections[DEFAULT_DB_ALIAS] = _unpooled()
        if own.vendor == "sqlite":
            own.settings_dict["OPTIONS"]["init_command"] += " PRAGMA temp_store=MEMORY;"


def _unpooled() -> BaseDatabaseWrapper:
    copy = connection.copy()
    copy.settings_dict["OPTIONS"].pop("pool", None)
    return copy


def shortage() -> str | None:
    """What to say where the server has too few connections for the processes that run, this one included."""
    if connection.vendor != "postgresql":
        return None
    running = Process.objects.filter(left_at=None, beat_at__gt=timezone.now() - GIVEN_UP)
    processes = 1 + running.count()
    needed = processes * settings.DATABASE_CONNECTIONS + RESERVE
    allowed = _allowed()
    if needed <= allowed:
        return None
    return (
        f"PostgreSQL allows {allowed} connections, and {processes} processes of the site may need {needed}: "
        "raise max_connections there, or lower DATABASE_CONNECTIONS."
    )


def _allowed() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        (told,) = cursor.fetchone()
    return int(told)
