"""When the time of a seat is out: who waits decides in real time, and by the day the game ends."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game, User
from games.rules.errors import Refusal
from games.rules.state import other
from games.services.online.missed import missed
from games.services.online.play import running, seat_of
from games.store import gathered, log, newer, presence, rows
from games.store.clock import clock
from games.store.outages import outages
from games.stories.clock import NONE
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.status import Mode, Status
from games.stories.story import Fact

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Games that are judged in one transaction: players' moves come in between."""


class Choice(StrEnum):
    """What the waiting player may decide."""

    WIN = "win"
    DRAW = "draw"
    MORE = "more"


def decide(game: Game, user: User, choice: Choice) -> Match:
    """Say how a game in real time goes on whose other player has no time left.

    Refused with ``not_seated``, ``not_started``, ``game_over``, ``frozen``, and with ``time_left`` where no time of the
    other one is out, or where that might be a fault of the site.
    """
    now = _now()

    def decided(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        running(match)
        facts, clocks = missed(match)
        late = clocks is not None and clocks.runs == other(seat) and now is not None and clocks.out(now)
        if clocks is None or clocks.pace.daily or not late:
            raise Refusal("time_left")
        if choice is Choice.MORE:
            return [*facts, Fact(Kind.GRANTED, seat, actor_id=user.pk)]
        winner = seat if choice is Choice.WIN else None
        return [*facts, Fact(Kind.TIMED_OUT, seat, {"winner": winner}, actor_id=user.pk)]

    return log.append(Match, game.pk, decided)


def look(match: Match) -> Match:
    """A match that somebody is about to look at: ended, if it is played by the day and its time is out. It costs
    nothing where that cannot be."""
    late = match.daily and match.clock is not None and match.clock.out(clock.now())
    return _judged(match.game_id, _now()) if late else match


def due() -> bool:
    """Whether there is anything to sweep; one look at an index."""
    return bool(rows.read(_one_due, clock.read()))


def sweep() -> Iterator[int]:
    """End all games that are played by the day and whose time is out, the longest ago first; how many of each portion
    ended. However many processes do so at once, each game ends once."""
    for keys in _portions(list(_due().order_by("due_at", "pk").values_list("pk", flat=True))):
        now = _now()
        if now is None:
            return
        yield sum(match.over for match in _together(keys, now))


def catch_up() -> Iterator[int]:
    """Tell the games whose clocks run of times in which nobody could play; how many of each portion were."""
    outages.read()
    if outages.last is not None:
        going = Game.objects.filter(~Q(clock=NONE), status=Status.PLAYING, mode=Mode.ONLINE)
        told = going.filter(changed_at__lt=outages.last).order_by("pk")
        for keys in _portions(list(told.values_list("pk", flat=True))):
            yield len(_together(keys, None))


def _one_due() -> QuerySet[Game, tuple[int]]:
    return _due().values_list("pk")[:1]


def _due() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=clock.read())


def _now() -> datetime | None:
    """The moment at which clocks are looked at; None where what it says might be a fault of the site: some process
    stands still, or none runs."""
    now = clock.read()
    outages.read()
    return None if presence.uptime.stood_still(now) else now


def _judged(game_id: int, now: datetime | None) -> Match:
    """The match with what it missed; over, if its time is out at this moment."""

    def decided(match: Match) -> Sequence[Fact]:
        facts, clocks = missed(match)
        if now is None or clocks is None or clocks.runs is None or not clocks.pace.daily or not clocks.out(now):
            return facts
        return [*facts, Fact(Kind.TIMED_OUT, None, {"winner": other(clocks.runs)})]

    return log.append(Match, game_id, decided)


def _together(keys: Sequence[int], now: datetime | None) -> list[Match]:
    """Judge several games in one transaction; where that fails, each in its own."""
    newer.stories(Game.objects.filter(pk__in=keys))
    try:
        with gathered.together(), transaction.atomic():
            return [_judged(key, now) for key in keys]
    except Exception:
        logger.warning("%d games could not be judged together, so each is judged alone", len(keys))
    return [match for key in keys if (match := _alone(key, now)) is not None]


def _alone(key: int, now: datetime | None) -> Match | None:
    try:
        return _judged(key, now)
    except Exception:
        logger.exception("game %d could not be judged", key)
        return None


def _portions(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[first : first + AT_ONCE] for first in range(0, len(keys), AT_ONCE))
