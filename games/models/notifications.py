"""By which ways a person is told that it is their turn while they look at nothing of the site."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.people import User


class PushSubscription(models.Model):
    """A browser that is told by its push service, as long as the session lasts in which that was wanted.

    Whoever has ``endpoint`` and the keys can write to the browser, with a key of the site's own besides.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="told_browsers")
    session = models.OneToOneField("games.LoginSession", on_delete=models.CASCADE, related_name="told_browser")
    endpoint = models.CharField(max_length=1000, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    language = models.CharField(max_length=10)
    """What the browser spoke then, for somebody who has chosen no language."""
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField()
    """When its service last took something for it, behind by as much as a day."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["used_at"], name="push_used")]

    def __str__(self) -> str:
        return f"{self.pk}"


class EmailMark(models.Model):
    """When a person was last sent what waits for them; ``claim`` says by which portion, so that each goes once."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="letter_mark")
    sent_at = models.DateTimeField(null=True)
    claim = models.UUIDField(null=True)

    class Meta:
        db_table = "games_lettermark"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
