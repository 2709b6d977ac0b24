"""Tournaments: entrants, rounds, boards, and the log of the host's corrections."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import CODE_LENGTH, Game, SharedDeal, new_code
from games.models.people import User
from games.state.game_state import Mode
from games.state.series import SideCounts
from games.state.tournament.boards import Board, BoardOutcome, BoardResult
from games.state.tournament.kinds import UNCOUNTED_SOURCES, ResultSource, System, TournamentPhase
from games.texts.tournament_choices import (
    BOARD_MODES,
    BOARD_OUTCOMES,
    RESULT_SOURCES,
    SYSTEMS,
    TOURNAMENT_ACTS,
    TOURNAMENT_PHASES,
)

MAX_TOURNAMENT_NAME = 40


class Tournament(models.Model):
    """A tournament of an evening. Its code is public; only ``host`` may start rounds and correct results."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=MAX_TOURNAMENT_NAME)
    host = models.ForeignKey(
        User, verbose_name=_("host"), null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    system = models.CharField(_("system"), max_length=12, choices=SYSTEMS, default=System.SWISS)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=0)
    """The number of rounds; 0 for a round robin in which everybody meets everybody."""
    mode = models.CharField(_("played"), max_length=8, choices=BOARD_MODES, default=Mode.ONLINE)
    """Where boards are played unless their players or the host choose otherwise."""
    same_deal = models.BooleanField(_("same deal on all boards"), default=False)
    clock = models.CharField(_("clock"), max_length=5, default="", blank=True)
    """The time control of online boards, as in ``Game.clock``."""
    phase = models.CharField(_("status"), max_length=12, choices=TOURNAMENT_PHASES, default=TournamentPhase.REGISTERING)
    version = models.PositiveIntegerField(default=0, editable=False)
    """The number of changes, by which pages notice that they are behind."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes: ClassVar = [models.Index(fields=["-created_at"], name="tournament_recent")]

    def __str__(self) -> str:
        return self.code


class Entrant(models.Model):
    """A person in a tournament: a guest, an account, or a name that the host added for somebody without a phone."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="entries")
    name = models.CharField(_("name"), max_length=20)
    number = models.PositiveSmallIntegerField(_("number"))
    """The pairing number, in the order of joining."""
    joined_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    left_at = models.DateTimeField(_("left"), null=True, editable=False)
    """When the entrant left, None while they take part."""
    removed = models.BooleanField(_("removed"), default=False, editable=False)
    """Whether the host removed the entrant, who can then not return alone."""

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_person"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        """Return whether the entrant takes part in the next round."""
        return self.left_at is None


class TournamentRound(models.Model):
    """A round of a tournament, with the deal of its boards if they share one."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    shared_deal = models.ForeignKey(SharedDeal, null=True, on_delete=models.SET_NULL, related_name="tournament_rounds")
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Pairing(models.Model):
    """A board of a round: two entrants, or one with a bye, and the result.

    ``first`` leads the first trick and has seat 0. The result counts as soon as its source says so: that of a game
    repeats the game's log, that of the host stands whatever the game says.
    """

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField(_("board"))
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="+")
    mode = models.CharField(_("played"), max_length=8, choices=BOARD_MODES, default=Mode.ONLINE)
    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="pairing")
    source = models.CharField(max_length=8, choices=RESULT_SOURCES, default=ResultSource.NONE, blank=True)
    reported_by = models.ForeignKey(Entrant, null=True, on_delete=models.SET_NULL, related_name="+")
    """The player who reported the result, which counts once the opponent confirms it."""
    outcome = models.CharField(_("result"), max_length=8, choices=BOARD_OUTCOMES, default="", blank=True)
    forfeit = models.BooleanField(_("not played"), default=False)
    first_votes = models.PositiveSmallIntegerField(null=True)
    second_votes = models.PositiveSmallIntegerField(null=True)
    first_cards = models.PositiveSmallIntegerField(null=True)
    second_cards = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering: ClassVar = ["round", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="one_board_a_number"),
            models.UniqueConstraint(fields=["round", "first"], name="one_board_a_first"),
            models.UniqueConstraint(fields=["round", "second"], name="one_board_a_second"),
        ]

    def __str__(self) -> str:
        return f"{self.board}"

    @property
    def is_bye(self) -> bool:
        """Return whether an entrant sits out."""
        return self.second_id is None

    @property
    def counts(self) -> bool:
        """Return whether the board has a result that counts, not only a report."""
        return self.source not in UNCOUNTED_SOURCES

    @property
    def votes(self) -> SideCounts | None:
        """Return the votes of both seats, or None if they are unknown."""
        return _pair(self.first_votes, self.second_votes)

    @property
    def cards(self) -> SideCounts | None:
        """Return the cards in the score piles of both seats, or None if they are unknown."""
        return _pair(self.first_cards, self.second_cards)

    @property
    def result(self) -> BoardResult | None:
        """Return the result, also one that is only reported, or None."""
        if not self.outcome:
            return None
        return BoardResult(BoardOutcome(self.outcome), self.votes, self.cards, self.forfeit)

    @property
    def as_board(self) -> Board:
        """Return the board as a value, for pairings and standings."""
        return Board(self.first_id, self.second_id, self.result if self.counts else None)

    def set_result(self, result: BoardResult | None, source: ResultSource) -> None:
        """Set the columns of the result, without saving them."""
        self.source = source
        self.outcome = result.outcome if result else ""
        self.forfeit = result is not None and result.forfeit
        self.first_votes, self.second_votes = (result and result.votes) or (None, None)
        self.first_cards, self.second_cards = (result and result.cards) or (None, None)
        if source != ResultSource.REPORT:
            self.reported_by = None


RESULT_COLUMNS = (
    *("source", "reported_by", "outcome", "forfeit"),
    *("first_votes", "second_votes", "first_cards", "second_cards"),
)
"""Columns that ``Pairing.set_result`` sets."""


def _pair(first: int | None, second: int | None) -> SideCounts | None:
    return None if first is None or second is None else (first, second)


class TournamentAct(models.Model):
    """An act by which the host of a tournament corrected it, with the values before and after. Acts are never changed.

    ``before`` and ``after`` have the columns that the act changed.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="acts")
    who = models.ForeignKey(User, verbose_name=_("host"), null=True, on_delete=models.SET_NULL, related_name="+")
    what = models.CharField(_("action"), max_length=16, choices=TOURNAMENT_ACTS)
    pairing = models.ForeignKey(Pairing, null=True, on_delete=models.SET_NULL, related_name="acts")
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.SET_NULL, related_name="acts")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    undoes = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="undone_by")
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk} {self.what}"
