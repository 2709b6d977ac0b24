"""What time it is for presence: the database's time, since the clocks of two hosts may be a minute apart."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

_ASKING = {"sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"}
_ELSEWHERE = "SELECT clock_timestamp()"


class Clock:
    """The database's time, carried on by this process between two looks at it."""

    def __init__(self) -> None:
        self._read: tuple[datetime, float] | None = None

    def read(self) -> datetime:
        """Ask the database."""
        with connection.cursor() as cursor:
            cursor.execute(_ASKING.get(connection.vendor, _ELSEWHERE))
            told = cursor.fetchone()[0]
        moment = told if isinstance(told, datetime) else datetime.fromisoformat(told).replace(tzinfo=UTC)
        self._read = moment, time.monotonic()
        return moment

    def now(self) -> datetime:
        """The time without asking; this host's own as long as nobody asked."""
        if self._read is None:
            return timezone.now()
        moment, then = self._read
        return moment + timedelta(seconds=time.monotonic() - then)


clock = Clock()
