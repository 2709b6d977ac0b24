"""Heartbeat of this process, and the time since which the whole site has run without a pause.

No player may lose because the site was down. Every process has a row and renews it with each heartbeat, so all
processes know which of them stall.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from games.eventlog.database_clock import database_clock
from games.messaging.outages import outages
from games.models import Device, Player, Process

DEAD_AFTER = timedelta(minutes=10)
"""Silence after which a process counts as dead, and its players have had the time to reconnect to another."""
DELETED_AFTER = timedelta(days=1)
"""Silence after which the row of a process is deleted."""


class ProcessHeartbeat:
    """Heartbeat of one process.

    ``get_pause_threshold`` returns the seconds without a heartbeat that count as a pause. ``since`` is the end of the
    last known pause. ``has_left`` is True after this process stored its regular end, ``is_alone`` if no other process
    sent a heartbeat or left within ``DEAD_AFTER``.
    """

    def __init__(self, get_pause_threshold: Callable[[], float]) -> None:
        self.since = timezone.now()
        self._get_pause_threshold = get_pause_threshold
        self._last_tick = time.time()
        self._row_id = 0
        self._is_aligned = False
        self._last_beat: datetime | None = None
        self.has_left = self.is_alone = False

    def register(self) -> None:
        """Store the start of this process. If no other one was running, record the outage until now."""
        now, rows = database_clock.read(), Process.objects.all()
        last_seen = [max(beat_at, left_at or beat_at) for beat_at, left_at in rows.values_list("beat_at", "left_at")]
        if last_seen and not any(self._is_serving(row, now) for row in rows):
            outages.record(max(last_seen), now)
        self.beat()

    def tick(self) -> None:
        """Detect a pause of this process, as on a laptop that slept, by the time since the last call."""
        now = time.time()
        if now - self._last_tick > self._get_pause_threshold():
            self.since = database_clock.now()
        self._last_tick = now

    def beat(self) -> None:
        """Store a heartbeat of this process, and read those of others. Needs a thread that may use the database."""
        now = database_clock.read()
        rows = list(Process.objects.order_by())
        own = next((row for row in rows if row.pk == self._row_id), None)
        # The stored time counts: the last write may have been rolled back.
        last = self._last_beat if own is None else own.beat_at
        if self._last_beat is not None and last is not None and self._has_paused(last, now):
            outages.record(last, now)
        self._last_beat = now
        self._renew(own, now)
        self.is_alone = not any(
            row.pk != self._row_id and (row.left_at or row.beat_at) > now - DEAD_AFTER for row in rows
        )
        for row in rows:
            if row.left_at is None and row.pk != self._row_id and row.host == _get_host() and not _is_running(row.pid):
                row.left_at = now
                row.save(update_fields=["left_at"])
        _delete_processes(row for row in rows if row.beat_at < now - DELETED_AFTER)
        self._read_pauses(now, rows)

    @property
    def row_id(self) -> int:
        """The key of the row of this process, 0 before its first heartbeat."""
        return self._row_id

    def has_row(self) -> bool:
        """Return whether the row of this process exists. Other processes delete it after a day of silence."""
        return Process.objects.filter(pk=self._row_id).exists()

    def refresh_pauses(self, now: datetime) -> None:
        """Read the pauses of all processes. The pause of a process that is silent now lasts up to ``now``."""
        self._read_pauses(now, Process.objects.all())

    def mark_left(self) -> None:
        """Store the regular end of this process. Browsers reconnect to another one, or wait for the next start."""
        self.has_left = True
        Process.objects.filter(pk=self._row_id).update(left_at=database_clock.read())

    def had_outage(self, now: datetime) -> bool:
        """Return whether a process stalls or none is serving, so that a player's silence may be the site's fault.

        Return False if there never was a process.
        """
        rows = list(Process.objects.all())
        is_any_silent = any(row.left_at is None and self._is_silent(row.beat_at, now) for row in rows)
        return is_any_silent or (bool(rows) and not any(self._is_serving(row, now) for row in rows))

    def is_idle(self, seconds: float) -> bool:
        """Return whether this process has sent no heartbeat for ``seconds``, because it has no live page."""
        return self._last_beat is None or database_clock.now() - self._last_beat >= timedelta(seconds=seconds)

    def _read_pauses(self, now: datetime, rows: Iterable[Process]) -> None:
        for row in rows:
            if row.left_at is None and self._is_silent(row.beat_at, now):
                self.since = max(self.since, now)
            elif row.up_since is not None:
                self.since = max(self.since, row.up_since)

    def _is_silent(self, beat_at: datetime, now: datetime) -> bool:
        """Return whether a process with this last heartbeat stalls, but does not count as dead yet."""
        return now - DEAD_AFTER < beat_at and self._has_paused(beat_at, now)

    def _is_serving(self, row: Process, now: datetime) -> bool:
        """Return whether a process serves players, by its row; it may have died since its last heartbeat."""
        is_recent = row.left_at is None and row.beat_at >= now - timedelta(seconds=self._get_pause_threshold() / 2)
        return is_recent and (row.host != _get_host() or _is_running(row.pid))

    def _has_paused(self, last: datetime, now: datetime) -> bool:
        """Return whether a process with this last heartbeat has paused since."""
        return now - last > timedelta(seconds=self._get_pause_threshold())

    def _renew(self, own: Process | None, now: datetime) -> None:
        """Store the heartbeat of this process. ``own`` is its row, or None."""
        if own is not None:
            up_since = now if self._has_paused(own.beat_at, now) else own.up_since
            own.beat_at, own.left_at, own.up_since = now, None, up_since
        rows = Process.objects.filter(pk=self._row_id)
        if own is None or not rows.update(beat_at=now, left_at=None, up_since=own.up_since):
            self._row_id = Process.objects.create(host=_get_host(), pid=os.getpid(), beat_at=now).pk
        if not self._is_aligned:
            # Until the first query ``since`` was a time of this host's clock.
            self.since, self._is_aligned = self.since + (now - timezone.now()), True


def list_serving_processes() -> list[Process]:
    """Return the processes that serve the database, including stalled ones.

    A killed process of another host cannot be told from a stalled one until ``DEAD_AFTER``.
    """
    rows = Process.objects.filter(left_at=None, beat_at__gt=database_clock.read() - DEAD_AFTER).order_by("host", "pid")
    return [row for row in rows if row.host != _get_host() or _is_running(row.pid)]


def _delete_processes(processes: Iterable[Process]) -> None:
    """Delete the rows of processes, and first store their last heartbeat in the leases that they renewed."""
    for process in processes:
        for rows in (Player.objects, Device.objects):
            rows.filter(process=process).update(seen_at=process.beat_at, process=None)
        process.delete()


def _get_host() -> str:
    """Return the name of the machine or container within which process ids are unique."""
    namespace = Path("/proc/self/ns/pid")
    return f"{socket.gethostname()} {namespace.readlink() if namespace.exists() else ''}"[:200]


def _is_running(pid: int) -> bool:
    """Return whether there is a process with this id on this host, stalled or not."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
