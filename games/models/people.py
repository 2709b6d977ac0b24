"""People: guests and accounts."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.history import Tracked

MUTED_NAME = "Player"


class User(AbstractUser):
    """A person; a guest is one without a password, whose row stays the same when they sign up."""

    display_name = models.CharField(_("name shown"), max_length=20, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    account = models.ForeignKey(
        "self", verbose_name=_("account"), null=True, blank=True, on_delete=models.SET_NULL, related_name="guests"
    )
    """For a guest: the account in which the same browser logged in later."""
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    muted_for_good = models.BooleanField(_("muted for good"), default=False)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    warned_at = models.DateTimeField(_("warned, not read yet"), null=True, blank=True)
    """When the moderators warned the person, until the person said that they read it."""
    moderation_message = models.TextField(_("message of the moderators"), max_length=1000, blank=True)

    history = Tracked(
        excluded_fields=["password", "last_login", "first_name", "last_name", "email", "date_joined", "account"]
    )

    @property
    def shown(self) -> str:
        """The name that others see; who is muted has no name of their own."""
        return MUTED_NAME if self.muted else (self.display_name or self.username)[:20]

    @property
    def muted(self) -> bool:
        return self.muted_for_good or (self.muted_until is not None and self.muted_until > timezone.now())

    @property
    def suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def barred(self) -> bool:
        """Whether the account cannot be used now: suspended or closed."""
        return self.closed_at is not None or self.suspended

    def __str__(self) -> str:
        return self.shown
