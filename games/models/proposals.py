"""Acts that wait for a second moderator."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.moderation import GAME, LONGEST, PERSON, Act, Report
from games.words.choices import ACTS


class Waiting(models.TextChoices):
    """What became of a proposed act."""

    OPEN = "open", _("waits for another moderator")
    CONFIRMED = "confirmed", _("confirmed")
    TURNED_DOWN = "turned_down", _("turned down")


class Proposal(models.Model):
    """An act on a game as its moderator would do it. ``data`` are its arguments; it changes nothing by itself."""

    who = models.ForeignKey(PERSON, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="+")
    what = models.CharField(_("act"), max_length=16, choices=ACTS)
    game = models.ForeignKey(GAME, verbose_name=_("game"), on_delete=models.PROTECT, related_name="proposals")
    data = models.JSONField(_("details"), default=dict)
    reason = models.TextField(_("reason"), max_length=LONGEST)
    message = models.TextField(_("message"), max_length=LONGEST, blank=True)
    report = models.ForeignKey(Report, null=True, on_delete=models.PROTECT, related_name="+")
    undoes = models.ForeignKey(Act, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("time"), auto_now_add=True)
    state = models.CharField(_("status"), max_length=12, choices=Waiting, default=Waiting.OPEN)
    decided_by = models.ForeignKey(
        PERSON, verbose_name=_("decided by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    act = models.OneToOneField(Act, null=True, on_delete=models.PROTECT, related_name="proposal")

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar[list[Any]] = [models.Index(fields=["state", "-made_at"], name="proposal_queue")]

    def __str__(self) -> str:
        return f"{self.pk} {self.what}"
