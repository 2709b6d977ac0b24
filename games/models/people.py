"""People: guests and accounts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.state.erasure import ERASED_NAME
from games.texts.opponents import get_face

# History of moderated rows, kept by django-simple-history where something worth keeping changed.


class SelectiveHistoricalRecords(HistoricalRecords):  # type: ignore[misc]
    """History of people: not of their coming, which happens all day, nor of what is left out of it, such as log-ins."""

    def post_save(
        self,
        instance: Any,
        created: bool,
        using: str | None = None,
        update_fields: Collection[str] | None = None,
        **kwargs: Any,
    ) -> None:
        """Keep a change only where a field with history changed."""
        kept = {field.name for field in self.fields_included(instance)}
        if not created and (update_fields is None or kept & set(update_fields)):
            super().post_save(instance, created, using=using, **kwargs)


MUTED_NAME = ERASED_NAME
AUDIENCE_EVERYBODY, AUDIENCE_FRIENDS, AUDIENCE_NOBODY = "everybody", "friends", "nobody"
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
    """What the person chose of ``games.accounts.preferences``."""
    profile_for = models.CharField(
        max_length=16, default=AUDIENCE_EVERYBODY, db_default=AUDIENCE_EVERYBODY, editable=False
    )
    """Who sees the person's profile, of ``games.queries.relations.AUDIENCES``."""
    here_for = models.CharField(max_length=16, default=AUDIENCE_FRIENDS, db_default=AUDIENCE_FRIENDS, editable=False)
    """Who sees that the person is here."""
    challenged_by = models.CharField(
        max_length=16, default=AUDIENCE_EVERYBODY, db_default=AUDIENCE_EVERYBODY, editable=False
    )
    """Who may challenge the person."""
    moderation_message = models.TextField(_("message of the moderators"), max_length=1000, blank=True)

    history = SelectiveHistoricalRecords(
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
        return get_face(self.opponent)

    @property
    def muted(self) -> bool:
        """Whether the account is muted now."""
        return self.muted_for_good or (self.muted_until is not None and self.muted_until > timezone.now())

    @property
    def suspended(self) -> bool:
        """Whether the account is suspended now."""
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


# Personal tokens, by which programs come instead of browsers.

READ, PLAY = "read", "play"
"""What a token is for: to look at what its person may see, or to play as them too."""


class Token(models.Model):
    """What opens the site to a program of ``user``: the secret itself is kept nowhere, only its ``digest``.

    ``used_at`` is behind by as much as an hour.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scope = models.CharField(max_length=4)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def plays(self) -> bool:
        """Whether it may do more than look."""
        return self.scope == PLAY
