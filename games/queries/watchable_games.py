"""Public games in play that anybody may watch, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from games.eventlog import bulk_load
from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.models import Game, GameQuerySet, Player
from games.queries import ratings
from games.state.game_state import Mode, Status
from games.state.match_state import MatchState
from games.state.result import RatingPool

ACTIVE_WITHIN = timedelta(minutes=10)
"""How long after its last card a game counts as in play."""
MAX_CONSIDERED = 200
"""The number of latest active games from which the best are shown."""
MAX_SHOWN = 12


def list_watchable() -> list[MatchState]:
    """Return the most interesting games in play that are public, allow spectators and are not frozen.

    Games that both players left are left out.
    """
    games = sort_by_interest(_filter_running())[: 2 * MAX_SHOWN]
    states = bulk_load.get_states(games)
    sorted_states = (states.get(game.pk) for game in games)
    return [state for state in sorted_states if isinstance(state, MatchState) and _is_running(state)][:MAX_SHOWN]


def sort_by_interest(games: Iterable[Game]) -> list[Game]:
    """Sort games by interest for spectators; the sort is stable.

    Two people come before a person and a bot, then higher public sure ratings of both, then accounts before guests.
    """
    unsorted = list(games)
    seats = defaultdict(list)
    for seat in _list_seats(unsorted):
        seats[seat.game].append(seat)
    users = {seat.user for game_seats in seats.values() for seat in game_seats}
    known_ratings = ratings.get_public_sure_ratings(users, RatingPool.LIVE)
    return sorted(unsorted, key=lambda game: _get_weight(seats[game.pk], known_ratings), reverse=True)


class _SeatRow(NamedTuple):
    """The player of a seat, as a plain row: building a few hundred model instances would take most of the time."""

    game: int
    user: int
    opponent: str
    is_guest: bool


def _list_seats(games: Iterable[Game]) -> Iterator[_SeatRow]:
    rows = Player.objects.filter(game__in=[game.pk for game in games])
    return map(_SeatRow._make, rows.values_list("game", "user", "user__opponent", "user__is_guest"))


def _get_weight(seats: Sequence[_SeatRow], known_ratings: Mapping[int, int]) -> tuple[int, int, int]:
    people = [seat for seat in seats if not seat.opponent]
    rating_sum = sum(known_ratings.get(seat.user, 0) for seat in seats)
    return len(people), rating_sum, sum(not seat.is_guest for seat in people)


def _filter_running() -> GameQuerySet:
    is_watchable = {"mode": Mode.ONLINE, "status": Status.PLAYING, "listed": True, "watch": True}
    games = Game.objects.filter(changed_at__gt=database_clock.now() - ACTIVE_WITHIN, **is_watchable)
    return presence.filter_attended(games).only("code", "mode", "version").order_by("-changed_at")[:MAX_CONSIDERED]


def _is_running(match: MatchState) -> bool:
    return match.state is not None and not match.over and not match.frozen
