"""The processes that serve this site."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class Process(models.Model):
    """A process that serves this site. ``up_since`` is when its last unexpected pause ended, ``left_at`` its end."""

    host = models.CharField(max_length=200)
    pid = models.PositiveBigIntegerField()
    beat_at = models.DateTimeField()
    up_since = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.host} {self.pid}"


class Outage(models.Model):
    """A time in which nobody could play here. No clock of a game counts it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M:%S} - {self.ended_at:%H:%M:%S}"


class ProcessPresence(models.Model):
    """Somewhere that somebody may be.

    ``process`` is where they are just now, whose beats are signs of their life too, so that nothing is written for
    somebody who only stays.
    """

    seen_at = models.DateTimeField(_("last seen"), null=True)
    here_since = models.DateTimeField(_("here since"), null=True)
    process = models.ForeignKey(Process, null=True, editable=False, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        abstract = True

    @property
    def last_seen(self) -> datetime | None:
        """When they were last seen, whoever saw it; asks for the process, if that was not selected."""
        if self.process is None or self.seen_at is None:
            return self.seen_at
        return max(self.seen_at, self.process.beat_at)


class Chore(models.Model):
    """Something that one process of the site does from time to time, and when one last took it on."""

    name = models.CharField(max_length=20, unique=True)
    begun_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
