"""Database checks: enough connections for all processes, applied migrations, and advice on errors."""

from __future__ import annotations

import shlex
import sys

from django.conf import settings
from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.eventlog import connection_pool
from games.messaging.process_heartbeat import DEAD_AFTER
from games.models import Process

RESERVED_CONNECTIONS = 10
"""Connections reserved for backups, commands and PostgreSQL itself."""


def find_connection_shortage() -> str | None:
    """Return a warning if PostgreSQL allows too few connections for this and all running processes, or else None."""
    if connection.vendor != "postgresql":
        return None
    running = Process.objects.filter(left_at=None, beat_at__gt=timezone.now() - DEAD_AFTER)
    processes = 1 + running.count()
    needed = processes * settings.DATABASE_CONNECTIONS + RESERVED_CONNECTIONS
    allowed = _get_max_connections()
    if needed <= allowed:
        return None
    return (
        f"PostgreSQL allows {allowed} connections, and {processes} processes of the site may need {needed}: "
        "raise max_connections there, or lower DATABASE_CONNECTIONS."
    )


def _get_max_connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        (value,) = cursor.fetchone()
    return int(value)


def explain_error(error: Exception) -> str | None:
    """Return advice to the administrator on the error of a command; None if the database is not at fault."""
    if not isinstance(error, Error):
        return None
    try:
        with connection_pool.unpooled_connection() as new_connection:
            is_outdated = lacks_migrations(new_connection)
    except Error as cause:
        return explain_unusable(cause)
    if is_outdated:
        return (
            f"The database {_get_database_name()} is missing tables of this release: "
            f"run {_build_command('serve', '--prepare-only')} with the same settings, then try again."
        )
    return None


def lacks_migrations(database: BaseDatabaseWrapper) -> bool:
    """Return whether the database lacks migrations of this release."""
    executor = MigrationExecutor(database)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def explain_unusable(error: Exception) -> str:
    """Return the error message for a database that cannot be used."""
    return (
        f"The database {_get_database_name()} cannot be used ({_first_line(error)}): "
        "check that it is running and that this user can write to it, then start again."
    )


def _build_command(*arguments: str) -> str:
    """Return a command line of this installation that works in every folder."""
    return shlex.join([sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments])


def _get_database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
