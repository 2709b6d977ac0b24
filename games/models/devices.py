"""The devices at a table with the real deck, and the ways to it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.people import User
from games.models.processes import ProcessPresence


class Device(ProcessPresence):
    """A browser at a table, known by a cookie of which only the digest is kept.

    What it may do follows from the log, never from this row; the row says who it is and whether it is here.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, editable=False)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="devices")
    made_at = models.DateTimeField(_("came"), auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "digest"], name="one_device_a_cookie"),
        ]
        indexes: ClassVar = [models.Index(fields=["digest"], name="device_cookie")]

    def __str__(self) -> str:
        return f"d{self.pk}"


class JoinToken(models.Model):
    """A way to a table. The secret is worked out from ``nonce`` and the site's key, and found by digests alone.

    ``made_by`` is the device on which a code that works once was made: that of a seat agrees to its handover by it.
    """

    class Purpose(models.TextChoices):
        TABLE = "table", _("any free seat")
        SEAT = "seat", _("one seat, once")
        WATCH = "watch", _("a screen or a spectator, once")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tokens")
    purpose = models.CharField(_("purpose"), max_length=8, choices=Purpose)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    made_by = models.ForeignKey(Device, null=True, editable=False, on_delete=models.SET_NULL, related_name="+")
    nonce = models.CharField(max_length=32, editable=False)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    code_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True)
    used_at = models.DateTimeField(_("used"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}"
