"""Periodic tasks of a process, each in a daemon thread: clock sweep, e-mails, retention."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NoReturn

from django.db import Error, close_old_connections, connection
from django.utils import timezone

from games import retention_periods
from games.eventlog import connection_pool
from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.outages import outages
from games.models import Chore
from games.services.matches import clocks
from games.services.notifications import emails
from games.services.retention import tidy

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """Call that is repeated after pauses of ``every`` seconds, and first made ``delay`` seconds after the start."""

    name: str
    every: float
    call: Callable[[], object]
    delay: float = 0.0

    def start(self) -> None:
        """Repeat the call until the process ends."""
        threading.Thread(target=self._run_forever, name=self.name, daemon=True).start()

    def run(self) -> None:
        """Make the call once. Errors are logged, those of the database in one line."""
        close_old_connections()
        try:
            self.call()
        except Error as error:
            logger.warning("%s: %s", self.name, error)
        except Exception:
            logger.exception("%s failed", self.name)
        finally:
            connection_pool.release_connection()

    def _run_forever(self) -> NoReturn:
        time.sleep(self.delay)
        while True:
            self.run()
            time.sleep(self.every)


# Clock sweep: ends daily games whose time has run out, in one process of the site at a time.

SWEEP_CHORE = "sweep"
SWEEP_INTERVAL = 5.0
"""Seconds between two sweeps."""
SWEEP_LEASE = timedelta(seconds=20)
"""Time without a batch after which another process takes the sweep over."""
SWEEP_PAUSE = 0.02
"""Seconds between two batches, in which players' moves come first."""


def register_process() -> None:
    """Register this process, and read the outages. Call it before the first page is served."""
    presence.uptime.register()
    outages.refresh()
    connection.close()


def end_expired_games() -> int:
    """End the games whose time has run out, unless another process does. Return the number ended here."""
    ended = 0
    for count in _iterate_batches():
        ended += count
        time.sleep(SWEEP_PAUSE)
    return ended


def _iterate_batches() -> Iterator[int]:
    """Yield the size of each batch of ended games, and renew the lease of the sweep with each."""
    if not clocks.has_expired_games() or not _claim_chore(SWEEP_CHORE, SWEEP_LEASE, database_clock.now()):
        return
    try:
        for count in clocks.end_expired_games():
            yield count
            Chore.objects.filter(name=SWEEP_CHORE).update(begun_at=database_clock.now())
    finally:
        Chore.objects.filter(name=SWEEP_CHORE).update(begun_at=database_clock.now() - SWEEP_LEASE)


def _claim_chore(name: str, interval: timedelta, now: datetime) -> bool:
    """Claim a chore that no process has claimed within the interval. Return whether the claim succeeded.

    Of several processes only one updates the row.
    """
    Chore.objects.get_or_create(name=name, defaults={"begun_at": now - interval})
    return bool(Chore.objects.filter(name=name, begun_at__lte=now - interval).update(begun_at=now))


class ClockSweep:
    """Clock sweep of this process. ``logged`` is the end of the last outage that is in the logs of all games."""

    def __init__(self) -> None:
        self.logged: datetime | None = None

    def run(self) -> None:
        """Sweep once, and send the heartbeat of a process without a live page."""
        if presence.uptime.is_idle(0.9 * SWEEP_INTERVAL) and not presence.uptime.has_left:
            presence.uptime.beat()
        outages.refresh()
        last = outages.last_end
        if last != self.logged:
            for _ in clocks.log_outages():
                time.sleep(SWEEP_PAUSE)
        self.logged = last
        end_expired_games()


# E-mails about daily games; each is sent once.

EMAIL_INTERVAL = 300.0
"""Seconds between two runs."""
EMAIL_PAUSE = 0.5
"""Seconds between two batches, in which players' moves come first."""


def send_emails() -> int:
    """Send the due e-mails, if the site has a mail server. Return the number that the server accepted."""
    if not emails.can_send():
        return 0
    sent = 0
    for count in emails.send_due_emails():
        sent += count
        time.sleep(EMAIL_PAUSE)
    return sent


# Retention: deletes data past its retention period, once a day in one process of the site.

RETENTION_CHORE = "tidy"
RETENTION_INTERVAL = timedelta(minutes=15)
"""Time between two checks of a process, and before its first one, by when all processes are running."""


def run_retention() -> bool:
    """Delete data past its retention period, unless a process did so within a day. Return whether this one did."""
    if not _claim_chore(RETENTION_CHORE, retention_periods.INTERVAL, timezone.now()):
        return False
    deleted = [f"{count} {what}" for what, count in tidy() if count]
    logger.info("tidied up: %s", ", ".join(deleted) or "nothing to do")
    return True
