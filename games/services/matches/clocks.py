"""Expired clocks and abandoned games.

In real time the opponent decides what follows when the time runs out. A daily game and an abandoned rated game end by
themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Q, QuerySet

from games.eventlog import bulk_load, event_store, signals
from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.outages import outages
from games.models import Game, User
from games.rules.errors import Refusal
from games.rules.state import get_other_seat
from games.services.matches.play import list_missed_pauses, require_running, require_seat
from games.state.clock import NO_CLOCK
from games.state.game_state import Event, Mode, Status
from games.state.match_state import MatchEventKind, MatchState
from games.state.result import get_rating_pool

logger = logging.getLogger(__name__)

ABANDONED_AFTER = timedelta(days=14)
"""Time after which the seat to play loses a rated game that is not daily. A real-time clock leaves the decision to the
opponent, who may be gone too, and without a clock nothing else ends the game."""
BATCH_SIZE = 50
"""Number of games that are ended in one transaction: few enough that players' moves come in between."""


class TimeoutChoice(StrEnum):
    """Choices of the waiting player after the opponent's time has run out."""

    WIN = "win"
    DRAW = "draw"
    MORE = "more"


def decide_timeout(game: Game, user: User, choice: TimeoutChoice) -> MatchState:
    """Apply the waiting player's choice after the opponent's time has run out in real time.

    Raise ``Refusal`` with ``not_seated``, ``not_started``, ``game_over``, ``frozen``, and with ``time_left`` if the
    opponent has time left, or if the site may have been down meanwhile.
    """
    now = _get_trusted_now()

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        require_running(match)
        pauses, clock = list_missed_pauses(match)
        expired = clock is not None and clock.runs == get_other_seat(seat) and now is not None and clock.out(now)
        if clock is None or clock.pace.daily or not expired:
            raise Refusal("time_left")
        if choice is TimeoutChoice.MORE:
            return [*pauses, Event(MatchEventKind.GRANTED, seat, actor_id=user.pk)]
        winner = seat if choice is TimeoutChoice.WIN else None
        return [*pauses, Event(MatchEventKind.TIMED_OUT, seat, {"winner": winner}, actor_id=user.pk)]

    return event_store.append(MatchState, game.pk, decide)


def end_if_expired(match: MatchState) -> MatchState:
    """Return the match, but first end it if it is a daily game whose time has run out.

    Views call it before they show a match. It makes no query for other games.
    """
    expired = match.daily and match.clock is not None and match.clock.out(database_clock.now())
    return _end_or_log(match.game_id, _get_trusted_now()) if expired else match


def has_expired_games() -> bool:
    """Return whether a daily game has expired. It takes one query on an index."""
    return _filter_expired().exists()


def end_expired_games() -> Iterator[int]:
    """End all expired daily games, longest expired first, and yield the number of games ended in each batch.

    Several processes can run it at once: each game ends once.
    """
    for keys in _batches(list(_filter_expired().order_by("due_at", "pk").values_list("pk", flat=True))):
        now = _get_trusted_now()
        if now is None:
            return
        yield sum(match.over for match in _end_in_one_transaction(keys, now))


def filter_abandoned() -> QuerySet[Game]:
    """Return the rated games with no deadline and no change for ``ABANDONED_AFTER``."""
    running = Game.objects.filter(rated=True, status=Status.PLAYING, mode=Mode.ONLINE, due_at=None)
    return running.filter(changed_at__lt=database_clock.read() - ABANDONED_AFTER)


def end_abandoned(game: Game) -> bool:
    """End a game if it is abandoned, as lost by the seat to play, and return whether it is over.

    Outages of the site do not count as waiting time.
    """
    now = _get_trusted_now()

    def decide(match: MatchState) -> Sequence[Event]:
        since, seat = match.awaited_since, match.awaited
        if now is None or since is None or seat is None or match.daily or get_rating_pool(match) is None:
            return ()
        if now - since - outages.sum_since(since) < ABANDONED_AFTER:
            return ()
        return [Event(MatchEventKind.TIMED_OUT, None, {"winner": get_other_seat(seat)})]

    return event_store.append(MatchState, game.pk, decide).over


def log_outages() -> Iterator[int]:
    """Log outages of the site as pauses in games with a running clock, and yield the number of games in each batch."""
    outages.refresh()
    if outages.last_end is not None:
        running = Game.objects.filter(~Q(clock=NO_CLOCK), status=Status.PLAYING, mode=Mode.ONLINE)
        missing = running.filter(changed_at__lt=outages.last_end).order_by("pk")
        for keys in _batches(list(missing.values_list("pk", flat=True))):
            yield len(_end_in_one_transaction(keys, None))


def _filter_expired() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=database_clock.read())


def _get_trusted_now() -> datetime | None:
    """Return the time by which to judge clocks, or None if the site itself may have been down."""
    now = database_clock.read()
    outages.refresh()
    return None if presence.uptime.had_outage(now) else now


def _end_or_log(game_id: int, now: datetime | None) -> MatchState:
    """Log the pauses that the match lacks, end it if its time is out at ``now``, and return it.

    If ``now`` is None, only the pauses are logged.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        pauses, clock = list_missed_pauses(match)
        if now is None or clock is None or clock.runs is None or not clock.pace.daily or not clock.out(now):
            return pauses
        return [*pauses, Event(MatchEventKind.TIMED_OUT, None, {"winner": get_other_seat(clock.runs)})]

    return event_store.append(MatchState, game_id, decide)


def _end_in_one_transaction(keys: Sequence[int], now: datetime | None) -> list[MatchState]:
    """End several games in one transaction; if that fails, end each game in its own."""
    bulk_load.get_states(Game.objects.filter(pk__in=keys))
    try:
        with signals.batch_commits(), transaction.atomic():
            return [_end_or_log(key, now) for key in keys]
    except Exception:
        logger.warning("%d games could not be ended together, so each is ended alone", len(keys))
    return [match for key in keys if (match := _end_safely(key, now)) is not None]


def _end_safely(key: int, now: datetime | None) -> MatchState | None:
    try:
        return _end_or_log(key, now)
    except Exception:
        logger.exception("game %d could not be ended", key)
        return None


def _batches(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[first : first + BATCH_SIZE] for first in range(0, len(keys), BATCH_SIZE))
