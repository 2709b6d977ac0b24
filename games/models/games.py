"""Games, seats and the append-only log from which the state of a game is folded."""

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
from games.rules.shuffle import Shuffle
from games.state.game_state import Ending, Mode, Status
from games.texts.choices import DRAWS, ENDINGS, LAST_TRICKS, LEADS, MODES, STATUSES

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
FORGOTTEN_AFTER = timedelta(minutes=15)
"""How long an open invitation is looked up after its creator was last noted as present. The lobby leaves it out as soon
as the creator's presence ends (``games.messaging.presence``); this only keeps old invitations out of the index."""


def new_code() -> str:
    """Return a random game code, without the look-alikes 0, O, 1 and I.

    A code is public: it identifies a game and grants no access.
    """
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def forgotten() -> datetime:
    """Return the time from which an invitation is no longer looked up if its creator is last seen now."""
    return timezone.now() + FORGOTTEN_AFTER


class GameQuerySet(models.QuerySet["Game"]):
    """Query set of games with the filters of pages."""

    def open(self) -> GameQuerySet:
        """Return the open invitations, newest first, without those whose creator left a while ago.

        The lobby shows those of creators who are present: ``games.messaging.presence.filter_attended``.
        """
        return self.filter(status=Status.WAITING, listed=True, waits_until__gt=timezone.now()).order_by("-created_at")

    def of(self, user: User) -> GameQuerySet:
        """Return the games in which ``user`` has a seat, last changed first."""
        # A subquery: with a join, the database would walk through all games by ``changed_at``.
        own_games = Player.objects.filter(user=user).values("game")
        return self.filter(pk__in=own_games).order_by("-changed_at")

    def to_resume(self, user: User, since: datetime | None = None) -> GameQuerySet:
        """Return the waiting and running games of ``user``, and finished ones that changed after ``since``.

        The query starts from seats that are not over, so that finished games cost nothing.
        """
        current = models.Q(over_at=None) if since is None else models.Q(over_at=None) | models.Q(over_at__gt=since)
        recent = models.Q() if since is None else models.Q(status=Status.FINISHED, changed_at__gt=since)
        own_games = Player.objects.filter(current, user=user).values("game")
        unfinished = models.Q(status__in=[Status.WAITING, Status.PLAYING])
        return self.filter(recent | unfinished, pk__in=own_games).order_by("-changed_at")

    def waiting_for(self, seats: models.QuerySet[Player]) -> GameQuerySet:
        """Return the running online games in which it is the turn of one of these seats.

        The query starts from seats that are not over, so that finished games cost nothing. With a join instead of the
        subqueries, the database would walk through all games.
        """
        current = seats.filter(over_at=None)
        first, second = (models.Q(turn=seat, pk__in=current.filter(seat=seat).values("game")) for seat in (0, 1))
        return self.filter(first | second, mode=Mode.ONLINE, status=Status.PLAYING)

    def finished(self, user: User) -> GameQuerySet:
        """Return the finished games of ``user``, last finished first."""
        conditions = {"players__user": user, "players__over_at__isnull": False}
        return self.filter(status=Status.FINISHED, **conditions).order_by("-players__over_at")


class SharedDeal(models.Model):
    """A deal that several online games play, so that their results can be compared.

    The seed is as secret as the cards. Results and cards open to a person who has played the deal, and to everybody
    once it is closed and can no longer be played.
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    seed = models.CharField(max_length=64, unique=True, editable=False)
    creator = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="shared_deals")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)
    printed_at = models.DateTimeField(null=True, editable=False)
    """When the creator first viewed the cards, to sort a printed deck; the creator can no longer play the deal."""

    class Meta:
        verbose_name = _("shared deal")
        verbose_name_plural = _("shared deals")

    def __str__(self) -> str:
        return self.code

    @property
    def shuffle(self) -> Shuffle:
        """Return the shuffle, which has no parts, so that all games have the same cards. Seat 0 leads."""
        return Shuffle.of(self.seed, 0)


class Game(models.Model):
    """An online game or a table.

    The columns repeat the log for queries and are written with it, except the options, ``best_of``, the commitment,
    ``waits_until`` and ``seeking``.
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    mode = models.CharField(_("mode"), max_length=8, choices=MODES, default=Mode.ONLINE)
    version = models.PositiveIntegerField(default=0, editable=False)
    names = models.CharField(_("players"), max_length=80, default="", blank=True, editable=False)
    """The names of both seats, one per line."""
    status = models.CharField(_("status"), max_length=10, choices=STATUSES, default=Status.WAITING)
    turn = models.PositiveSmallIntegerField(_("turn"), null=True)
    phase = models.PositiveSmallIntegerField(_("phase"), null=True)
    trick = models.PositiveSmallIntegerField(_("trick"), null=True)
    ending = models.CharField(_("ending"), max_length=10, choices=ENDINGS, blank=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    listed = models.BooleanField(_("anyone can join"), default=True)
    watch = models.BooleanField(_("spectators allowed"), default=True)
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
    """The time control, for ``games.state.clock.parse_time_control``; empty without a clock."""
    due_at = models.DateTimeField(null=True, editable=False)
    """The deadline of the turn in a running daily game, after which the site ends the game; else None."""
    best_of = models.PositiveSmallIntegerField(_("best of"), default=0, db_default=0)
    """The number of games of which a player has to win more than half, kept by rematches; 0 for no such number."""
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    origin = models.ForeignKey(
        "self", verbose_name=_("continued from"), null=True, on_delete=models.SET_NULL, related_name="continued"
    )
    """The game whose deal and first cards this one takes over: a finished one, or one that moved to the other mode.
    Such a game is never rated."""
    shared_deal = models.ForeignKey(
        SharedDeal, verbose_name=_("shared deal"), null=True, on_delete=models.PROTECT, related_name="games"
    )
    """The deal that this game has in common with others; such a game is never rated and allows no spectators."""
    # NULL rather than "", because a unique column may have several NULLs.
    commitment = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    """The commitment to the seed of the deal, unique to the game. Tables, games of old releases and games of a
    shared deal have none."""
    waits_until = models.DateTimeField(null=True, default=forgotten, editable=False)
    """When an open invitation is no longer looked up; extended while the creator is present, and not in the log."""
    seeking = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the creator of an open invitation accepts any opponent, and matchmaking may move them to another game. It
    is not in the log."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("last activity"), auto_now_add=True)
    """The time of the last entry, apart from entries that erase a name."""

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
        """Return the URL of the game's page."""
        return reverse("table" if self.at_table else "game", args=[self.code])

    @property
    def seat_names(self) -> tuple[str, str]:
        """Return the names of both seats; that of a free seat may be empty."""
        first, _, second = self.names.partition("\n")
        return first, second

    @property
    def is_transferred(self) -> bool:
        """Return whether this game continues one that moved to the other mode, and not a replay."""
        return self.origin is not None and self.origin.ending == Ending.MOVED

    @property
    def rulings(self) -> Rulings:
        """Return the rulings of the game."""
        return Rulings(self.lead, self.strict, self.last_trick, self.draw)

    @property
    def at_table(self) -> bool:
        """Return whether the game is played with the printed deck."""
        return self.mode == Mode.TABLE


class Player(ProcessPresence):
    """A seat of a game and its player."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(_("name"), max_length=20)
    over_at = models.DateTimeField(null=True, editable=False)
    """The time of the last entry, if the game is over. It repeats the log, as the columns of ``Game`` do."""
    spoke_at = models.DateTimeField(null=True, editable=False)
    writes = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the player agreed to free text in the chat of this game."""
    program = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether a program took the seat for the person."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "-over_at", "game"], name="seat_history")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """An entry of a game's log. Rows are only added; ``data`` may have hidden cards."""

    # The indexes of the unique constraints begin with the game.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    data = models.JSONField(default=dict)
    # NULL rather than "", because a unique column may have several NULLs.
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    created_at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["game", "number"]
        # A partial index, because played cards have no actor.
        indexes: ClassVar = [
            models.Index(fields=["actor"], name="entry_actor", condition=models.Q(actor__isnull=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "client_id"], name="one_entry_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
