"""Retention of games: abandoned games, codes, devices, names, chat, and missing results and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games import retention_periods
from games.eventlog import redaction
from games.models import ChatMessage, Device, Entrant, Entry, Game, JoinToken, Player, Rated, Result, SharedDeal
from games.services.accounts import erasure
from games.services.matches import clocks
from games.services.ratings import ratings, results
from games.services.retention.batches import apply_to_each, delete_in_batches
from games.services.tournaments import names as tournament_names
from games.services.tournaments import results as board_results
from games.state.erasure import ERASED_KIND, ERASED_NAME, ErasedPerson
from games.state.game_state import Ending, Mode, Status
from games.state.result import Outcome
from games.state.sheet import BOTH_SEATS


def end_abandoned_games() -> Iterator[int]:
    """End abandoned rated games, which the seat to play loses."""
    return apply_to_each(clocks.filter_abandoned(), clocks.end_abandoned)


def delete_join_tokens() -> Iterator[int]:
    """Delete join codes that no longer work: used, revoked, expired, or of an idle table."""
    before = timezone.now() - retention_periods.CODE
    dead = Q(used_at__lt=before) | Q(revoked_at__lt=before) | Q(expires_at__lt=before)
    return delete_in_batches(JoinToken.objects.filter(dead | Q(game__changed_at__lt=before, made_at__lt=before)))


def delete_devices() -> Iterator[int]:
    """Delete the devices of old tables, except devices that sent a report or an appeal."""
    before = timezone.now() - retention_periods.DEVICE
    old = Device.objects.filter(game__changed_at__lt=before, made_at__lt=before, reports=None, appeals=None)
    return delete_in_batches(old.filter(Q(seen_at=None) | Q(seen_at__lt=before)))


def anonymize_tables() -> Iterator[int]:
    """Anonymize the names of seats without an account at old tables, as is done for guests."""
    anonymized = Entry.objects.filter(game=OuterRef("pk"), kind=ERASED_KIND, data__has_key="seats")
    old = Game.objects.filter(
        ~Exists(anonymized), mode=Mode.TABLE, changed_at__lt=timezone.now() - retention_periods.GUEST
    )
    return apply_to_each(old, _anonymize_table)


def _anonymize_table(game: Game) -> bool:
    seats = BOTH_SEATS - frozenset(Player.objects.filter(game=game).values_list("seat", flat=True))
    erased = ErasedPerson(seats=seats)
    redaction.erase_names(game, lambda state: erased)
    erasure.anonymize_game(game, erased)
    return bool(seats)


def delete_unused_deals() -> Iterator[int]:
    """Delete old shared deals that no game has."""
    before = timezone.now() - retention_periods.INVITATION
    return delete_in_batches(SharedDeal.objects.filter(games=None, created_at__lt=before))


def anonymize_tournaments() -> Iterator[int]:
    """Anonymize the names of entrants without an account in old tournaments, as is done for guests."""
    before = timezone.now() - retention_periods.GUEST
    named = Entrant.objects.filter(user=None, tournament__created_at__lt=before).exclude(name=ERASED_NAME)
    return apply_to_each(named, tournament_names.erase_entrant)


def delete_chat_messages() -> Iterator[int]:
    """Delete old chat messages; reports keep their transcripts."""
    return delete_in_batches(ChatMessage.objects.filter(at__lt=timezone.now() - retention_periods.CHAT))


LOOKBACK: timedelta = 2 * retention_periods.INTERVAL
"""Age up to which finished tables are checked, since only the log of a table says whether its result counts."""


def repair_results() -> Iterator[int]:
    """Repair results that are missing, or that contradict their game.

    A result is missing if a process died between the commit and the update of the results.
    """
    candidates = Game.objects.filter(
        Q(Exists(_filter_missing())) | Q(Exists(_filter_wrong(Result))) | _is_recent_table()
    )
    return apply_to_each(candidates, lambda game: results.sync_game_results(game.pk))


def repair_boards() -> Iterator[int]:
    """Repair the results of boards of tournaments that are missing, or that contradict their game."""
    return board_results.repair_boards()


def repair_ratings() -> Iterator[int]:
    """Repair ratings that are missing, or that contradict their game."""
    candidates = Game.objects.filter(Q(Exists(_filter_unrated())) | Q(Exists(_filter_wrong(Rated))))
    return apply_to_each(candidates, lambda game: ratings.sync_game_ratings(game.pk))


def _filter_unrated() -> QuerySet[Player]:
    """Return the players without a rating for a decided rated game, except games with a guest or a bot."""
    rated = Rated.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    decided = Player.objects.filter(game=OuterRef("pk"), game__rated=True, game__status=Status.FINISHED)
    unrateable = Player.objects.filter(Q(user__is_guest=True) | ~Q(user__opponent=""), game=OuterRef("game"))
    return decided.filter(~Exists(rated), ~Exists(unrateable))


def _filter_missing() -> QuerySet[Player]:
    """Return the players without a result of a finished online game, except games continued from a replay."""
    rows = Result.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    counts = Q(game__origin=None) | Q(game__origin__ending=Ending.MOVED)
    online = Q(counts, game__status=Status.FINISHED, game__mode=Mode.ONLINE)
    players = Player.objects.filter(online, game=OuterRef("pk"), user__opponent="", user__erased_at=None)
    return players.filter(~Exists(rows))


def _filter_wrong(model: type[Result | Rated]) -> QuerySet[Any]:
    """Return the rows that contradict their game, by its status or its winner."""
    consistent = Q(outcome=Outcome.DRAW, game__winner=None) | Q(outcome=Outcome.WON, game__winner=F("seat"))
    consistent |= Q(outcome=Outcome.LOST, game__winner__isnull=False) & ~Q(game__winner=F("seat"))
    return model._default_manager.filter(game=OuterRef("pk")).exclude(consistent, game__status=Status.FINISHED)


def _is_recent_table() -> Q:
    return Q(mode=Mode.TABLE, status=Status.FINISHED, changed_at__gte=timezone.now() - LOOKBACK)
