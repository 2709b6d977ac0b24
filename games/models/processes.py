"""The processes that serve this site."""

from __future__ import annotations

from django.db import models


class Process(models.Model):
    """A process with live pages. ``up_since`` is when its last unexpected pause ended, ``left_at`` when it ended."""

    host = models.CharField(max_length=200)
    pid = models.PositiveBigIntegerField()
    beat_at = models.DateTimeField()
    up_since = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.host} {self.pid}"


class Chore(models.Model):
    """Something that one process of the site does from time to time, and when one last took it on."""

    name = models.CharField(max_length=20, unique=True)
    begun_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
