"""People: guests and accounts."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.history import Tracked
from games.stories.leaver import NAMELESS
from games.words.minds import face_of

MUTED_NAME = NAMELESS
EVERYBODY, FRIENDS, NOBODY = "everybody", "friends", "nobody"
"""Whom a person lets see or do something. Friends are two who follow each other."""


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
    leaving_at = models.DateTimeField(_("left for good"), null=True, blank=True, editable=False)
    """When the person left, or was away for too long: from then on nobody can be this person."""
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    """When the last name and address of somebody who left was gone; the row stays for the seats."""
    names_left = models.JSONField(default=list, editable=False)
    """What somebody who left was called, until all of it is erased."""
    opponent = models.CharField(max_length=16, default="", db_default="", blank=True, editable=False)
    """For an opponent of the site's own: the key of its level. Nobody can log in as it."""
    preferences = models.JSONField(default=dict, editable=False)
    """What the person chose of ``games.people.preferences``."""
    profile_for = models.CharField(max_length=16, default=EVERYBODY, db_default=EVERYBODY, editable=False)
    """Who sees the person's profile, of ``games.people.ties.AUDIENCES``."""
    here_for = models.CharField(max_length=16, default=FRIENDS, db_default=FRIENDS, editable=False)
    """Who sees that the person is here."""
    challenged_by = models.CharField(max_length=16, default=EVERYBODY, db_default=EVERYBODY, editable=False)
    """Who may challenge the person."""
    moderation_message = models.TextField(_("message of the moderators"), max_length=1000, blank=True)

    history = Tracked(
        excluded_fields=[
            *("password", "last_login", "first_name", "last_name", "email", "date_joined", "account"),
            *("leaving_at", "erased_at", "names_left", "preferences", "opponent"),
            *("profile_for", "here_for", "challenged_by"),
        ]
    )

    class Meta(AbstractUser.Meta):
        indexes: ClassVar = [models.Index(fields=["display_name"], name="user_shown")]

    @property
    def shown(self) -> str:
        """The name that others see; who is muted or left has no name of their own."""
        return MUTED_NAME if self.muted or self.leaving_at else (self.display_name or self.username)[:20]

    @property
    def face(self) -> str:
        """The drawing that shows an opponent of the site's own; empty for people."""
        return face_of(self.opponent)

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


class TakenName(models.Model):
    """A name that nobody may take yet, as a keyed digest: that of an account that was erased a while ago.

    ``staff``: what merely looks like it is taken as well, for guests too.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    staff = models.BooleanField(default=False)
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
