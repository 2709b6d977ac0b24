"""Since when the whole site has been running without a pause. Time in which it was down counts against nobody.

Every process keeps a row and renews it with each beat, so all know which of them stand still.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Device, Player, Process
from games.store.clock import clock
from games.store.outages import outages
from games.store.rows import Row, read, update

GIVEN_UP = timedelta(minutes=10)
"""A process silent for so long is gone for good, and its people had the time to come back through another."""
FORGOTTEN = timedelta(days=1)


class Uptime:
    """``gap`` gives the seconds without a beat that are a pause. ``since`` is when the last known one ended, and
    ``alone`` whether no other process gave a sign of life within ``GIVEN_UP``."""

    def __init__(self, gap: Callable[[], float]) -> None:
        self.since = timezone.now()
        self._gap = gap
        self._last = time.time()
        self._row = 0
        self._aligned = False
        self._beaten: datetime | None = None
        self.left = self.alone = False

    def begin(self) -> None:
        """Store that this process begins; where no other one ran, nobody could play until now."""
        now, rows = clock.read(), Process.objects.all()
        lives = [max(beat_at, left_at or beat_at) for beat_at, left_at in rows.values_list("beat_at", "left_at")]
        if lives and not any(self._serves(row, now) for row in rows):
            outages.note(max(lives), now)
        self.beat()

    def tick(self) -> None:
        """To be called often; a gap between calls, as of a laptop that slept, means that nobody could be heard."""
        now = time.time()
        if now - self._last > self._gap():
            self.since = clock.now()
        self._last = now

    def beat(self) -> None:
        """Store that this process runs, and learn how the others do. Called in a thread that may use the database."""
        now = clock.read()
        rows = [Process(*found) for found in read(_everything)]
        mine = next((row for row in rows if row.pk == self._row), None)
        # By what is stored: what was meant to be may have been undone.
        last = self._beaten if mine is None else mine.beat_at
        if self._beaten is not None and last is not None and self._paused(last, now):
            outages.note(last, now)
        self._beaten = now
        self._renew(mine, now)
        self.alone = not any(row.pk != self._row and (row.left_at or row.beat_at) > now - GIVEN_UP for row in rows)
        for row in rows:
            if row.left_at is None and row.pk != self._row and row.host == _host() and not _runs(row.pid):
                row.left_at = now
                row.save(update_fields=["left_at"])
        _forget(row for row in rows if row.beat_at < now - FORGOTTEN)
        self._learn(now, rows)

    @property
    def row(self) -> int:
        """The row of this process, 0 before its first beat."""
        return self._row

    def stands(self) -> bool:
        """Whether the row is there: others delete it when this process was silent for a day."""
        return Process.objects.filter(pk=self._row).exists()

    def learn(self, now: datetime) -> None:
        """Take over what the rows say of pauses; a process that is silent just now makes one up to ``now``."""
        self._learn(now, Process.objects.all())

    def leave(self) -> None:
        """Say that this process ends as it should: people find another one, or wait for its start."""
        self.left = True
        Process.objects.filter(pk=self._row).update(left_at=clock.read())

    def stood_still(self, now: datetime) -> bool:
        """Whether some process is silent just now, or all are gone: what this moment decides might be a fault of the
        site. False where no process ever was."""
        rows = list(Process.objects.all())
        silent = any(row.left_at is None and self._silent(row.beat_at, now) for row in rows)
        return silent or (bool(rows) and not any(self._serves(row, now) for row in rows))

    def idle(self, seconds: float) -> bool:
        """Whether this process has not beaten for so long: nobody looks at a live page here."""
        return self._beaten is None or clock.now() - self._beaten >= timedelta(seconds=seconds)

    def _learn(self, now: datetime, rows: Iterable[Process]) -> None:
        for row in rows:
            if row.left_at is None and self._silent(row.beat_at, now):
                self.since = max(self.since, now)
            elif row.up_since is not None:
                self.since = max(self.since, row.up_since)

    def _silent(self, beat_at: datetime, now: datetime) -> bool:
        """Whether a process that was last heard then stands still, and is not given up yet."""
        return now - GIVEN_UP < beat_at and self._paused(beat_at, now)

    def _serves(self, row: Process, now: datetime) -> bool:
        """Whether people can play through a process, as far as its row says: it may have ended since its last beat."""
        heard = row.left_at is None and row.beat_at >= now - timedelta(seconds=self._gap() / 2)
        return heard and (row.host != _host() or _runs(row.pid))

    def _paused(self, last: datetime, now: datetime) -> bool:
        """Whether a process of which the last beat is stored with this moment has stood still since."""
        return now - last > timedelta(seconds=self._gap())

    def _renew(self, mine: Process | None, now: datetime) -> None:
        """Store the beat of this process, of which ``mine`` is the row, if there is one."""
        if mine is not None:
            up_since = now if self._paused(mine.beat_at, now) else mine.up_since
            mine.beat_at, mine.left_at, mine.up_since = now, None, up_since
            values = {"beat_at": now, "left_at": None, "up_since": up_since}
        if mine is None or not update(Process, {"id": mine.pk}, values):
            self._row = Process.objects.create(host=_host(), pid=os.getpid(), beat_at=now).pk
        if not self._aligned:
            # Until now it was this host's clock that said since when.
            self.since, self._aligned = self.since + (now - timezone.now()), True


def _everything() -> QuerySet[Process, Row]:
    return Process.objects.order_by().values_list(*(field.attname for field in Process._meta.concrete_fields))


def _forget(gone: Iterable[Process]) -> None:
    """Delete the rows of processes, and keep when they last spoke for anybody."""
    for process in gone:
        for rows in (Player.objects, Device.objects):
            rows.filter(process=process).update(seen_at=process.beat_at, process=None)
        process.delete()


def _host() -> str:
    """Where process numbers mean the same: the machine, or the container of that name."""
    space = Path("/proc/self/ns/pid")
    return f"{socket.gethostname()} {space.readlink() if space.exists() else ''}"[:200]


def _runs(pid: int) -> bool:
    """Whether there is such a process on this host, standing still or not."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
