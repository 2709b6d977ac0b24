"""Devices at a table with the printed deck, and the tokens to join it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.people import User
from games.models.processes import ProcessPresence


class Device(ProcessPresence):
    """A browser at a table, identified by a cookie of which only the digest is stored.

    The row has the device's identity and presence. What the device may do follows from the game's log alone.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, editable=False)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="devices")
    made_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "digest"], name="one_device_a_cookie"),
        ]
        indexes: ClassVar = [models.Index(fields=["digest"], name="device_cookie")]

    def __str__(self) -> str:
        return f"d{self.pk}"


class JoinToken(models.Model):
    """A token to join a table, as a QR code or a code to type.

    Both secrets are derived from ``nonce`` and the site's key; only their digests are stored. ``made_by`` is the device
    that made a single-use code. If that device has the seat, it agrees to the handover by making the code.
    """

    class Purpose(models.TextChoices):
        TABLE = "table", _("any free seat")
        SEAT = "seat", _("one seat, once")
        WATCH = "watch", _("a display or a spectator, once")

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
