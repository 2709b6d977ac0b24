"""What is stored: people, games, seats and the append-only log that a game is the fold of."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.history import Tracked

FORGOTTEN_AFTER = timedelta(minutes=15)
"""How long an open invitation stays in the lobby after its creator was last seen."""

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
MUTED_NAME = "Player"


def new_code() -> str:
    """A public game code: random, without the look-alikes 0, O, 1 and I. It names a game and opens nothing."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class User(AbstractUser):
    """A person; a guest is one without a password, whose row stays the same when they sign up."""

    display_name = models.CharField(_("name shown"), max_length=20, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    account = models.ForeignKey(
        "self", verbose_name=_("account"), null=True, blank=True, on_delete=models.SET_NULL, related_name="guests"
    )
    """For a guest: the account in which the same browser logged in later."""
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
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
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def barred(self) -> bool:
        """Whether the account cannot be used now: suspended or closed."""
        return self.closed_at is not None or self.suspended

    def __str__(self) -> str:
        return self.shown


class Status(models.TextChoices):
    """Where a game is between its invitation and its end."""

    WAITING = "waiting", _("waiting for a player")
    PLAYING = "playing", _("being played")
    FINISHED = "finished", _("finished")
    CALLED_OFF = "called_off", _("called off")


class Ending(models.TextChoices):
    """Why a game is over."""

    VOTES = "votes", _("by the votes")
    RESIGNED = "resigned", _("by resignation")
    AWAY = "away", _("the opponent stayed away")
    CALLED_OFF = "called_off", _("called off")
    JUDGED = "judged", _("decided by a moderator")


class Lead(models.TextChoices):
    """Who leads the first trick, as the creator chose."""

    RANDOM = "random", _("by chance")
    CREATOR = "creator", _("I lead")
    OTHER = "other", _("the other player leads")


class GameQuerySet(models.QuerySet["Game"]):
    def open(self) -> GameQuerySet:
        """Invitations that anyone may take, newest first; not those whose creator left a while ago."""
        lately = timezone.now() - FORGOTTEN_AFTER
        waits = Q(created_at__gt=lately) | Q(players__seat=0, players__seen_at__gt=lately)
        return self.filter(waits, status=Status.WAITING, listed=True).distinct().order_by("-created_at")

    def of(self, user: User) -> GameQuerySet:
        """The games in which ``user`` has a seat, the most recently touched first."""
        return self.filter(players__user=user).order_by("-changed_at")

    def to_resume(self, user: User) -> GameQuerySet:
        return self.of(user).filter(status__in=[Status.WAITING, Status.PLAYING])


class Game(models.Model):
    """One game. Apart from the options, every column repeats the log for queries and is written with it."""

    class Mode(models.TextChoices):
        ONLINE = "online", _("online")
        TABLE = "table", _("at the table")

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    mode = models.CharField(_("mode"), max_length=8, choices=Mode, default=Mode.ONLINE)
    version = models.PositiveIntegerField(default=0, editable=False)
    names = models.CharField(_("players"), max_length=80, default="", blank=True, editable=False)
    """The names of both seats, one a line."""
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    turn = models.PositiveSmallIntegerField(_("turn"), null=True)
    phase = models.PositiveSmallIntegerField(_("phase"), null=True)
    trick = models.PositiveSmallIntegerField(_("trick"), null=True)
    ending = models.CharField(_("ending"), max_length=10, choices=Ending, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    listed = models.BooleanField(_("open to anyone"), default=True)
    watch = models.BooleanField(_("others may watch"), default=True)
    strict = models.BooleanField(_("strict memory"), default=False)
    lead = models.CharField(_("first lead"), max_length=8, choices=Lead, default=Lead.RANDOM)
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("last activity"), auto_now_add=True)

    objects: ClassVar[models.Manager[Game]] = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar = [
            models.Index(fields=["-created_at"], name="game_open", condition=Q(status="waiting", listed=True)),
            models.Index(fields=["-changed_at"], name="game_recent"),
        ]

    def __str__(self) -> str:
        return self.code


class Player(models.Model):
    """A seat of a game and who holds it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(_("name"), max_length=20)
    seen_at = models.DateTimeField(_("last seen"), null=True)
    here_since = models.DateTimeField(_("here since"), null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One thing that happened in a game. Rows are only ever added; ``data`` may hold cards nobody may see."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    data = models.JSONField(default=dict)
    # Several NULLs are unique to a database, several "" are not.
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "client_id"], name="one_entry_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Device(models.Model):
    """A browser at a table, known by a cookie of which only the digest is kept.

    What it may do follows from the log, never from this row; the row says who it is and whether it is here.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, editable=False)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="devices")
    seen_at = models.DateTimeField(_("last seen"), null=True)
    here_since = models.DateTimeField(_("here since"), null=True)
    made_at = models.DateTimeField(_("came"), auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "digest"], name="one_device_a_cookie"),
        ]
        indexes: ClassVar = [models.Index(fields=["digest"], name="device_cookie")]

    def __str__(self) -> str:
        return f"d{self.pk}"


class JoinToken(models.Model):
    """A way to a table. The secret is worked out from ``nonce`` and the site's key, and found by digests alone."""

    class Purpose(models.TextChoices):
        TABLE = "table", _("any free seat")
        SEAT = "seat", _("one seat, once")
        WATCH = "watch", _("a screen or a spectator, once")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tokens")
    purpose = models.CharField(_("purpose"), max_length=8, choices=Purpose)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    nonce = models.CharField(max_length=32, editable=False)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    code_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True)
    used_at = models.DateTimeField(_("used"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}"


from games.moderation_models import Act, Appeal, EndedSession, Report  # noqa: E402
from games.sessionstore import LoginSession  # noqa: E402

__all__ = [
    "MUTED_NAME",
    "Act",
    "Appeal",
    "Device",
    "EndedSession",
    "Ending",
    "Entry",
    "Game",
    "GameQuerySet",
    "JoinToken",
    "Lead",
    "LoginSession",
    "Player",
    "Report",
    "Status",
    "User",
    "new_code",
]
