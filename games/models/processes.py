"""Server processes, outages, presence, and chores that processes share."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class Process(models.Model):
    """A server process. ``up_since`` is the end of its last unexpected pause, ``left_at`` the time of its exit."""

    host = models.CharField(max_length=200)
    pid = models.PositiveBigIntegerField()
    beat_at = models.DateTimeField()
    up_since = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.host} {self.pid}"


class Outage(models.Model):
    """A period in which play was impossible. No clock of a game counts it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M:%S} - {self.ended_at:%H:%M:%S}"


class ProcessPresence(models.Model):
    """The presence of a player or device.

    The heartbeats of ``process``, to which it is connected, renew the presence, so that nothing is written while it
    lasts. ``process`` is None without a connection.
    """

    seen_at = models.DateTimeField(_("last seen"), null=True)
    here_since = models.DateTimeField(_("here since"), null=True)
    process = models.ForeignKey(Process, null=True, editable=False, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        abstract = True

    @property
    def last_seen(self) -> datetime | None:
        """Return when the player or device was last seen, by itself or by a heartbeat of its process; None if never.

        It takes a query unless the process was selected.
        """
        if self.process is None or self.seen_at is None:
            return self.seen_at
        return max(self.seen_at, self.process.beat_at)


class Chore(models.Model):
    """A task that one process runs at a time. ``begun_at`` is the time at which a process last claimed it."""

    name = models.CharField(max_length=20, unique=True)
    begun_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
