"""People: guests and accounts, reserved names, and API tokens."""

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


class SelectiveHistoricalRecords(HistoricalRecords):  # type: ignore[misc]
    """History of changes to people.

    It leaves out the creation of people, since guests arrive all day, and changes of excluded fields, such as log-ins.
    """

    def post_save(
        self,
        instance: Any,
        created: bool,
        using: str | None = None,
        update_fields: Collection[str] | None = None,
        **kwargs: Any,
    ) -> None:
        """Record a change if a field with history may have changed."""
        tracked = {field.name for field in self.fields_included(instance)}
        if not created and (update_fields is None or tracked & set(update_fields)):
            super().post_save(instance, created, using=using, **kwargs)


MUTED_NAME = ERASED_NAME
AUDIENCE_EVERYBODY, AUDIENCE_FRIENDS, AUDIENCE_NOBODY = "everybody", "friends", "nobody"
"""Audiences that a person lets see or do something. Friends are people who follow each other."""


class User(AbstractUser):
    """A person or a bot. A guest has no password, and keeps the row when signing up."""

    display_name = models.CharField(_("display name"), max_length=20, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    account = models.ForeignKey(
        "self", verbose_name=_("account"), null=True, blank=True, on_delete=models.SET_NULL, related_name="guests"
    )
    """For a guest: the account that logged in later with the same browser."""
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    muted_for_good = models.BooleanField(_("muted permanently"), default=False)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    warned_at = models.DateTimeField(_("warned, unread"), null=True, blank=True)
    """When moderators warned the person; None once the person has confirmed reading it."""
    leaving_at = models.DateTimeField(_("account deleted"), null=True, blank=True, editable=False)
    """When the account was deleted, or expired after a long absence: nobody can log in as this person any more."""
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    """When the last personal data of a deleted account was erased; the row stays for the seats."""
    names_left = models.JSONField(default=list, editable=False)
    """The names of a deleted account, until they are erased everywhere."""
    opponent = models.CharField(max_length=16, default="", db_default="", blank=True, editable=False)
    """For a bot: the key of its level. Nobody can log in as a bot."""
    preferences = models.JSONField(default=dict, editable=False)
    """The person's choices of ``games.accounts.preferences``."""
    profile_for = models.CharField(
        max_length=16, default=AUDIENCE_EVERYBODY, db_default=AUDIENCE_EVERYBODY, editable=False
    )
    """The audience of the profile, one of ``games.queries.relations.AUDIENCES``."""
    here_for = models.CharField(max_length=16, default=AUDIENCE_FRIENDS, db_default=AUDIENCE_FRIENDS, editable=False)
    """The audience that sees whether the person is online."""
    challenged_by = models.CharField(
        max_length=16, default=AUDIENCE_EVERYBODY, db_default=AUDIENCE_EVERYBODY, editable=False
    )
    """The audience that may challenge the person."""
    moderation_message = models.TextField(_("message from the moderators"), max_length=1000, blank=True)

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
        """Return the name that others see; a muted or deleted account has no name of its own."""
        return MUTED_NAME if self.muted or self.leaving_at else (self.display_name or self.username)[:20]

    @property
    def face(self) -> str:
        """Return the face of a bot, empty for people."""
        return get_face(self.opponent)

    @property
    def muted(self) -> bool:
        """Return whether the account is muted now."""
        return self.muted_for_good or (self.muted_until is not None and self.muted_until > timezone.now())

    @property
    def suspended(self) -> bool:
        """Return whether the account is suspended now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def barred(self) -> bool:
        """Return whether the account cannot be used now, because it is suspended or closed."""
        return self.closed_at is not None or self.suspended

    def __str__(self) -> str:
        return self.shown


class TakenName(models.Model):
    """A name of an erased account that is reserved for a while, as a keyed digest.

    ``staff``: the digest is of the look-alike skeleton of a staff member's name, which reserves all look-alikes too.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    staff = models.BooleanField(default=False)
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


# API tokens.

READ, PLAY = "read", "play"
"""Scopes of a token: to read what its user may see, or to play as its user too."""


class Token(models.Model):
    """An API token of ``user``. Only the digest of its secret is stored.

    ``used_at`` may lag behind by an hour.
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
        """Return whether the token may play."""
        return self.scope == PLAY
