"""Notifications of people who are away: push subscriptions of browsers, and the last e-mail to each person."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.people import User


class PushSubscription(models.Model):
    """A push subscription of a browser, which lasts as long as its session.

    ``endpoint`` and the keys are secret: together with the site's VAPID key, they allow sending to the browser.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="told_browsers")
    session = models.OneToOneField("games.LoginSession", on_delete=models.CASCADE, related_name="told_browser")
    endpoint = models.CharField(max_length=1000, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    language = models.CharField(max_length=10)
    """The language of the browser at the time, for a user who has not chosen one."""
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField()
    """When the push service last accepted a message; it may lag behind by a day."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["used_at"], name="push_used")]

    def __str__(self) -> str:
        return f"{self.pk}"


class EmailMark(models.Model):
    """The time of the last e-mail notification to a person.

    ``claim`` identifies the batch that sends it, so that no other process sends the same e-mail.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="letter_mark")
    sent_at = models.DateTimeField(null=True)
    claim = models.UUIDField(null=True)

    class Meta:
        db_table = "games_lettermark"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
