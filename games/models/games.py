"""Games, seats and the append-only log that a game is the fold of."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.people import User
from games.models.processes import ProcessPresence
from games.rules.rulings import Draw, LastTrick, Lead, Rulings
from games.state.game_state import Mode, Status
from games.texts.choices import DRAWS, ENDINGS, LAST_TRICKS, LEADS, MODES, STATUSES

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
FORGOTTEN_AFTER = timedelta(minutes=15)
"""How long an open invitation stays in the lobby after its creator was last seen."""


def new_code() -> str:
    """Return a public game code: random, without the look-alikes 0, O, 1 and I. It names a game and opens nothing."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def forgotten() -> datetime:
    """When an invitation whose creator is seen now, and never again, leaves the lobby."""
    return timezone.now() + FORGOTTEN_AFTER


class GameQuerySet(models.QuerySet["Game"]):
    """Games, filtered as pages ask for them."""

    def open(self) -> GameQuerySet:
        """Invitations that anyone may take, newest first; not those whose creator left a while ago."""
        return self.filter(status=Status.WAITING, listed=True, waits_until__gt=timezone.now()).order_by("-created_at")

    def of(self, user: User) -> GameQuerySet:
        """Return the games in which ``user`` has a seat, the most recently touched first."""
        # A database that joins the seats would walk through all games in their order instead.
        mine = Player.objects.filter(user=user).values("game")
        return self.filter(pk__in=mine).order_by("-changed_at")

    def to_resume(self, user: User, since: datetime | None = None) -> GameQuerySet:
        """Those of them that go on, and those that were over and moved on after a moment.

        Found by the seats that are not over, so that a person's finished games cost nothing.
        """
        going = models.Q(over_at=None) if since is None else models.Q(over_at=None) | models.Q(over_at__gt=since)
        lately = models.Q() if since is None else models.Q(status=Status.FINISHED, changed_at__gt=since)
        mine = Player.objects.filter(going, user=user).values("game")
        going_on = models.Q(status__in=[Status.WAITING, Status.PLAYING])
        return self.filter(lately | going_on, pk__in=mine).order_by("-changed_at")

    def waiting_for(self, seats: models.QuerySet[Player]) -> GameQuerySet:
        """Those played online in which it is the turn of one of these seats.

        Found by the seats that are not over, so that finished games cost nothing; a database that joins them would walk
        through all games.
        """
        held = seats.filter(over_at=None)
        first, second = (models.Q(turn=seat, pk__in=held.filter(seat=seat).values("game")) for seat in (0, 1))
        return self.filter(first | second, mode=Mode.ONLINE, status=Status.PLAYING)

    def finished(self, user: User) -> GameQuerySet:
        """Those of them that came to an end, the last first."""
        seat = {"players__user": user, "players__over_at__isnull": False}
        return self.filter(status=Status.FINISHED, **seat).order_by("-players__over_at")


class Game(models.Model):
    """One game.

    Apart from the options, the commitment, ``waits_until`` and ``seeking``, every column repeats the log for
    queries and is written with it.
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    mode = models.CharField(_("mode"), max_length=8, choices=MODES, default=Mode.ONLINE)
    version = models.PositiveIntegerField(default=0, editable=False)
    names = models.CharField(_("players"), max_length=80, default="", blank=True, editable=False)
    """The names of both seats, one a line."""
    status = models.CharField(_("status"), max_length=10, choices=STATUSES, default=Status.WAITING)
    turn = models.PositiveSmallIntegerField(_("turn"), null=True)
    phase = models.PositiveSmallIntegerField(_("phase"), null=True)
    trick = models.PositiveSmallIntegerField(_("trick"), null=True)
    ending = models.CharField(_("ending"), max_length=10, choices=ENDINGS, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    listed = models.BooleanField(_("open to anyone"), default=True)
    watch = models.BooleanField(_("others may watch"), default=True)
    strict = models.BooleanField(_("strict memory"), default=False)
    lead = models.CharField(_("first lead"), max_length=8, choices=LEADS, default=Lead.RANDOM)
    last_trick = models.CharField(
        _("last trick"),
        max_length=8,
        choices=LAST_TRICKS,
        default=LastTrick.TRICK,
        db_default=LastTrick.TRICK,
    )
    draw = models.CharField(_("draw"), max_length=8, choices=DRAWS, default=Draw.VOTES, db_default=Draw.VOTES)
    rated = models.BooleanField(_("rated"), default=False, db_default=False)
    clock = models.CharField(_("clock"), max_length=5, default="", db_default="", blank=True)
    """As ``state.clock.pace`` reads it; empty where nobody plays against the clock."""
    due_at = models.DateTimeField(null=True, editable=False)
    """When the site ends the game, if nobody plays before: of running games that are played by the day."""
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    origin = models.ForeignKey(
        "self", verbose_name=_("goes on from"), null=True, on_delete=models.SET_NULL, related_name="continued"
    )
    """The finished game whose deal and first cards it has; such a game is never rated."""
    # Several NULLs are unique to a database, several "" are not.
    commitment = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    """To the seed of its deal: no two games have the same. Older games and tables have none."""
    waits_until = models.DateTimeField(null=True, default=forgotten, editable=False)
    """Until when an open invitation is in the lobby: put off while its creator is here, and nothing of the log."""
    seeking = models.BooleanField(default=False, db_default=False, editable=False)
    """Of an open invitation: its creator looks for anybody, and may be moved to another one; nothing of the log."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("last activity"), auto_now_add=True)
    """To half a minute, while two people play without a clock: entries have it exactly."""

    objects: ClassVar[models.Manager[Game]] = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar = [
            models.Index(fields=["waits_until"], name="game_waiting"),
            models.Index(fields=["waits_until"], name="game_seeking", condition=models.Q(seeking=True)),
            models.Index(fields=["-changed_at"], name="game_recent"),
            models.Index(fields=["due_at"], name="game_due", condition=models.Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def address(self) -> str:
        """Where its page is."""
        return reverse("table" if self.at_table else "game", args=[self.code])

    @property
    def seat_names(self) -> tuple[str, str]:
        """The names of both seats; a free one may have none."""
        first, _, second = self.names.partition("\n")
        return first, second

    @property
    def rulings(self) -> Rulings:
        """Rulings of the game, from its columns."""
        return Rulings(self.lead, self.strict, self.last_trick, self.draw)

    @property
    def at_table(self) -> bool:
        """Whether it is played with the real deck."""
        return self.mode == Mode.TABLE


class Player(ProcessPresence):
    """A seat of a game and who holds it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(_("name"), max_length=20)
    over_at = models.DateTimeField(null=True, editable=False)
    """Of a game that is over: when it last moved on. It repeats the log, as the columns of the game do."""
    spoke_at = models.DateTimeField(null=True, editable=False)
    writes = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the person agreed that both may write to each other at this game."""
    program = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether a program of the person sat down."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "-over_at", "game"], name="seat_history")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One thing that happened in a game. Rows are only ever added; ``data`` may hold cards nobody may see."""

    # What is unique to a game finds its entries too.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    data = models.JSONField(default=dict)
    # Several NULLs are unique to a database, several "" are not.
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["game", "number"]
        # Cards have no actor: each would have to be put into the index for nothing.
        indexes: ClassVar = [
            models.Index(fields=["actor"], name="entry_actor", condition=models.Q(actor__isnull=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "client_id"], name="one_entry_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
