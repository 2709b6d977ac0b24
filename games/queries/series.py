"""Series of games: a game, its rematches, and other games of the same two players on that evening.

Nothing of a series is stored. It follows from the links of rematches, the seats and the logs, so the verdict of a
moderator, an erased name and a correction at a table count at once.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.crypto import constant_time_compare

from games.crypto import compute_hmacs
from games.eventlog import bulk_load
from games.models import Game, Player, Result
from games.queries import results
from games.queries.results import Score
from games.rules.state import Seat
from games.state.game_state import GameState
from games.state.result import OpponentKind, Outcome, build_result
from games.state.series import SeriesResult, SideCounts, Standing, Streak, compute_standing, swap_result, swap_standing

EVENING_GAP = timedelta(hours=6)
"""Time between two games of the same people from which the later one belongs to another evening."""
LONGEST = 100
"""Maximum number of rematches in a row, and of recent games of two people, that are looked at."""

_CHAIN = """
    WITH RECURSIVE
      earlier(id, rematch_of_id, depth) AS (
        SELECT id, rematch_of_id, 0 FROM games_game WHERE id = %(game)s
        UNION ALL
        SELECT game.id, game.rematch_of_id, depth + 1 FROM games_game AS game
        JOIN earlier ON game.id = earlier.rematch_of_id WHERE depth < %(longest)s
      ),
      later(id, depth) AS (
        SELECT id, 0 FROM games_game WHERE id = %(game)s
        UNION ALL
        SELECT game.id, depth + 1 FROM games_game AS game
        JOIN later ON game.rematch_of_id = later.id WHERE depth < %(longest)s
      )
    SELECT * FROM games_game WHERE id IN (SELECT id FROM earlier UNION SELECT id FROM later) ORDER BY id
"""
"""Query of a game with all games before and after it in a row of rematches. A game has at most one rematch."""

_SORTS = (OpponentKind.PEOPLE, OpponentKind.TABLE)
"""Kinds of games between two people who play themselves."""


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of a series, its result for both sides of the series, None while it does not count."""

    game: Game
    result: SeriesResult | None


@dataclass(frozen=True, slots=True)
class PairTotals:
    """All games of two people against each other, online and at tables, seen from the first one."""

    score: Score
    votes: SideCounts
    streak: Streak | None

    @property
    def wins(self) -> SideCounts:
        """Return the wins of both people."""
        return self.score.won, self.score.lost


@dataclass(frozen=True, slots=True)
class Series:
    """Games of the same two players in their order, and their standing.

    ``names`` are the stored names of both sides in the last game. ``people`` are the users of both sides, None unless
    both are known and neither is a bot.
    """

    games: tuple[SeriesGame, ...]
    names: tuple[str, str]
    standing: Standing
    people: SideCounts | None

    @property
    def code(self) -> str:
        """Return the code of the first game, by which the series is known."""
        return self.games[0].game.code

    @property
    def swapped(self) -> Series:
        """Return the series seen from the other side."""
        games = tuple(replace(member, result=member.result and swap_result(member.result)) for member in self.games)
        people = self.people and self.people[::-1]
        return Series(games, self.names[::-1], swap_standing(self.standing), people)


def find_series(game: Game, *, whole_evening: bool = False, ends_here: bool = False) -> Series:
    """Return the series of a game.

    It has the game and its rematches. With ``whole_evening`` also what the same two people played against each other
    on the same evening, online and at tables: these games may be private, so this is for the players only. With
    ``ends_here`` the series ends with this game, whose seats are then the sides.
    """
    chain = list(Game.objects.raw(_CHAIN, {"game": game.pk, "longest": LONGEST}))
    people = _load_people(each.pk for each in chain)
    pair = _get_pair(people[game.pk])
    joined = _list_evening(chain, pair) if whole_evening and pair is not None else []
    if joined:
        people |= _load_people(each.pk for each in joined)
    games = [each for each in (*chain, *joined) if not ends_here or each.pk <= game.pk]
    games.sort(key=attrgetter("pk"))
    reference = game if ends_here else games[-1]
    swaps = {each: swap for each in games if (swap := _find_swap(each, reference, people)) is not None}
    states = bulk_load.get_states(swaps)
    members = tuple(
        SeriesGame(each, _build_result(states.get(each.pk), each.best_of, is_swapped=is_swapped))
        for each, is_swapped in swaps.items()
    )
    last = members[-1]
    standing = compute_standing(
        (member.result for member in members if member.result is not None),
        last.game.best_of if last.result is None else None,
    )
    return Series(members, reference.seat_names, standing, _get_pair(people[reference.pk]))


def get_all_time(series: Series) -> PairTotals | None:
    """Return the totals of all games of both sides, None unless they played others than those of the series.

    The games of the series are counted as they stand, since the rows of results follow a moment after the end.
    """
    if series.people is None:
        return None
    rows = Result.objects.filter(user=series.people[0], other=series.people[1], sort__in=_SORTS)
    others = rows.exclude(game__in=[member.game.pk for member in series.games])
    score, standing = results.count_score(others), series.standing
    if not score.games:
        return None
    sums = others.aggregate(first=Sum(Length("votes")), second=Sum(Length("lost")))
    return PairTotals(
        Score(score.won + standing.wins[0], score.lost + standing.wins[1], score.draw + standing.draws),
        ((sums["first"] or 0) + standing.votes[0], (sums["second"] or 0) + standing.votes[1]),
        _find_streak(rows),
    )


def _find_streak(rows: results.Rows) -> Streak | None:
    outcomes = rows.order_by("-at", "-game").values_list("outcome", flat=True)[:LONGEST]
    outcome, run = next(((key, list(run)) for key, run in groupby(outcomes)), (Outcome.DRAW, []))
    return None if outcome == Outcome.DRAW else Streak(0 if outcome == Outcome.WON else 1, len(run))


def get_token(code: str) -> str:
    """Return the secret in the link of a series: 128 bits that only this site can derive from its code."""
    return _list_tokens(code)[0]


def is_token(code: str, token: str) -> bool:
    """Return whether ``token`` is the secret of the link of a series."""
    return any(constant_time_compare(token, candidate) for candidate in _list_tokens(code))


def _list_tokens(code: str) -> list[str]:
    secrets = (digest[:16] for digest in compute_hmacs("games.series", code))
    return [urlsafe_b64encode(secret).rstrip(b"=").decode() for secret in secrets]


People = defaultdict[int, dict[int, tuple[int, bool]]]
"""User and whether it is a bot, by the key of the game and the seat."""


def _load_people(games: Iterable[int]) -> People:
    people: People = defaultdict(dict)
    rows = Player.objects.filter(game__in=list(games)).order_by()
    for game, seat, user, opponent in rows.values_list("game", "seat", "user", "user__opponent"):
        people[game][seat] = (user, bool(opponent))
    return people


def _get_pair(seats: Mapping[int, tuple[int, bool]]) -> SideCounts | None:
    """Return the users of both seats, None unless both are known and none is a bot."""
    if set(seats) != {0, 1} or seats[0][1] or seats[1][1]:
        return None
    return seats[0][0], seats[1][0]


def _list_evening(chain: Collection[Game], pair: SideCounts) -> list[Game]:
    """Return the games of two people on the evenings of a chain, without those of the chain."""
    own = {game.pk for game in chain}
    rows = Result.objects.filter(user=pair[0], other=pair[1], sort__in=_SORTS).order_by("-at", "-game")
    times = [(game.created_at, game.pk) for game in chain]
    times += rows.values_list("at", "game")[:LONGEST]
    found = {key for evening in _split_evenings(sorted(times)) if not own.isdisjoint(evening) for key in evening}
    return list(Game.objects.filter(pk__in=found - own))


def _split_evenings(times: Iterable[tuple[datetime, int]]) -> Iterator[set[int]]:
    """Yield the games of each evening, from times in their order."""
    evening: set[int] = set()
    before: datetime | None = None
    for at, key in times:
        if before is not None and at - before > EVENING_GAP:
            yield evening
            evening = set()
        evening.add(key)
        before = at
    yield evening


def _find_swap(game: Game, reference: Game, people: People) -> bool | None:
    """Return whether the players of a game have the other seats in ``reference``; None if others play there.

    A player is known by the user of the seat, and without users by the name.
    """
    here, there = people[game.pk], people[reference.pk]
    if len(here) == len(there) == 2:
        users = [here[seat][0] for seat in (0, 1)]
        known = [there[seat][0] for seat in (0, 1)]
        return users == known[::-1] if set(users) == set(known) else None
    for seat, (user, _bot) in here.items():
        place = next((other for other, (known, _) in there.items() if known == user), None)
        if place is not None:
            return place != seat
    first, second = game.seat_names
    return first != second and (second, first) == reference.seat_names


def _build_result(state: GameState | None, best_of: int, *, is_swapped: bool) -> SeriesResult | None:
    """Return the result of a game, None while it does not count or if this release cannot read it."""
    result = None if state is None else build_result(state)
    if result is None:
        return None
    first, second = map(len, result.votes)
    winner: Seat | None = result.winner
    built = SeriesResult(winner, (first, second) if first or second else None, best_of)
    return swap_result(built) if is_swapped else built
