"""What moderators keep for themselves, and who is asked to wait before they play under another name."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.moderation import LONGEST, PERSON


class PersonNote(models.Model):
    """What a moderator wrote down about a person, for the other moderators alone. It goes when the account goes."""

    person = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(PERSON, verbose_name=_("moderator"), on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("note"), max_length=LONGEST)
    made_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        default_permissions = ("view",)
        permissions: ClassVar = [("write_personnote", "Can write person note")]
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk}"


class ReadMark(models.Model):
    """A moderator opened something that waits in a queue. ``queue`` is "report" or "appeal", ``number`` its row."""

    moderator = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    queue = models.CharField(max_length=8)
    number = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["queue", "number", "moderator"], name="one_read_mark"),
        ]

    def __str__(self) -> str:
        return f"{self.queue} {self.number}"


class Hold(models.Model):
    """A browser or an address that was last used by somebody who is shut out, as a keyed digest.

    It holds as long as the person is shut out, and no longer than ``until``.
    """

    class Kind(models.TextChoices):
        BROWSER = "browser", _("browser")
        ADDRESS = "address", _("address")

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    digest = models.CharField(max_length=64, editable=False, db_index=True)
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "digest"], name="one_hold")]

    def __str__(self) -> str:
        return f"{self.pk} {self.kind}"
