"""Checks of the database: connections that all processes need together, migrations, and errors in words."""

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
"""Connections for backups, commands and PostgreSQL itself, which no process of the site uses."""


def find_connection_shortage() -> str | None:
    """Return a warning if PostgreSQL allows too few connections for all running processes and this one, or None."""
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
    """Return what the administrator can do about the error of a command; None where the database is in order."""
    if not isinstance(error, Error):
        return None
    try:
        with connection_pool.unpooled_connection() as checked:
            is_old = lacks_migrations(checked)
    except Error as cause:
        return explain_unusable(cause)
    if is_old:
        return (
            f"The database {_get_database_name()} lacks tables of this release: "
            f"run {_build_command('serve', '--prepare-only')} with the same settings, then try again."
        )
    return None


def lacks_migrations(database: BaseDatabaseWrapper) -> bool:
    """Return whether the tables are those of an older release."""
    executor = MigrationExecutor(database)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def explain_unusable(error: Exception) -> str:
    """Return the sentence for a database that cannot be used."""
    return (
        f"The database {_get_database_name()} cannot be used ({_first_line(error)}): "
        "see that it is running and that this user may write to it, then start again."
    )


def _build_command(*arguments: str) -> str:
    """Return a command line of this installation that works in every folder."""
    return shlex.join([sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments])


def _get_database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
