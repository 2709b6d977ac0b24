"""Clock of the database, for presence and game clocks, since the clocks of two hosts may be a minute apart."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

_QUERIES = {"sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"}
_DEFAULT_QUERY = "SELECT clock_timestamp()"


class DatabaseClock:
    """The database's time, extrapolated by this process between two queries."""

    def __init__(self) -> None:
        self._read: tuple[datetime, float] | None = None

    def read(self) -> datetime:
        """Query the database for its time, and return it."""
        with connection.cursor() as cursor:
            cursor.execute(_QUERIES.get(connection.vendor, _DEFAULT_QUERY))
            value = cursor.fetchone()[0]
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(value).replace(tzinfo=UTC)
        self._read = moment, time.monotonic()
        return moment

    def now(self) -> datetime:
        """Return the database's time without a query; before the first ``read``, the time of this host."""
        if self._read is None:
            return timezone.now()
        moment, read_at = self._read
        return moment + timedelta(seconds=time.monotonic() - read_at)


database_clock = DatabaseClock()
