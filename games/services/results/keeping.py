"""The rows of results follow the logs: after each commit that may have decided a game, and all of them at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Entry, Game, Player, Result
from games.rules.state import other
from games.store import gathered, listeners, log, prepared, rows
from games.store.listeners import Commit
from games.store.stand import Stand
from games.stories import result
from games.stories.status import Status
from games.stories.story import Story

AT_ONCE = 200
Read = Callable[[Game | Stand], Story]
Rows = defaultdict[int, list[tuple[Any, ...]]]
"""By game."""
People = defaultdict[int, dict[int, tuple[Any, ...]]]
"""By game and seat."""


def connect() -> None:
    listeners.listen(heard)


def heard(commit: Commit) -> None:
    """After a commit: a game that was decided, decided otherwise or reopened gets its rows, others cost nothing."""
    if result.may_have_changed(commit.story, commit.facts):
        gathered.once(keep_all, commit.story.game_id)


def keep(game_id: int) -> bool:
    """Make the rows of a game what its log says; whether they were something else."""
    return keep_all([game_id]) == 1


def keep_all(game_ids: Sequence[int], read: Read = log.newest) -> int:
    """``keep`` for several games in one transaction; how many had other rows.

    Whoever comes last has read the newest log, whichever commit was heard of first: the games' rows are locked first,
    in the order in which everybody locks them.
    """
    with transaction.atomic():
        games = [Stand(*row) for row in rows.read_all(_games, sorted({*game_ids}))]
        results = {game.pk: result.result_of(read(game)) for game in games}
        there, wanted = _there(list(results)), _wanted({key: one for key, one in results.items() if one is not None})
        others = [key for key in results if there[key] != wanted[key]]
        if gone := [key for key in others if there[key]]:
            Result.objects.filter(game__in=gone).delete()
        if new := [dict(zip(_ROW, row, strict=True)) for key in others for row in wanted[key]]:
            prepared.insert(Result, new)
    return len(others)


def rebuild() -> Iterator[bool]:
    """Make all rows anew from the logs, a transaction a game; for each game whether its rows were something else."""
    decided = Game.objects.filter(status=Status.FINISHED) | Game.objects.filter(
        pk__in=Result.objects.exclude(game__status=Status.FINISHED).values("game")
    )
    yield from (keep_all([key], log.read) == 1 for key in keys_of(decided))


def keys_of(games: QuerySet[Game]) -> Iterator[int]:
    """The keys of many games, in their order."""
    last = 0
    while some := list(games.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        yield from some
        last = some[-1]


def moments(game_ids: Sequence[int]) -> Mapping[int, datetime]:
    """When each game was: the moment of the last entry by which its people played."""
    return dict(_moments_of(game_ids))


def _there(games: Sequence[int]) -> Rows:
    """The rows that these games have."""
    there: Rows = defaultdict(list)
    for row in rows.read_all(_results, games):
        there[row[0]].append(row)
    return there


def _wanted(results: Mapping[int, result.Result]) -> Rows:
    """The rows that these games have to have: of the people who are known still; the site's own have none."""
    games = list(results)
    people: People = defaultdict(dict)
    for key, seat, *who in rows.read_all(_people, games):
        people[key][seat] = tuple(who)
    at: dict[int, datetime] = dict(rows.read_all(_moments_of, games, *_PLAYED))
    wanted: Rows = defaultdict(list)
    for key, found in results.items():
        wanted[key] = [(key, *row, at[key]) for row in _told(found, people[key])]
    return wanted


def _told(found: result.Result, people: Mapping[int, tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """What the rows of a game say, but for which it is and when it was."""
    for seat, (user, opponent, erased_at) in sorted(people.items()):
        across, level, _ = people.get(other(seat), (None, "", None))
        if not opponent and erased_at is None:
            what = found.sort, level, found.of(seat), found.votes[seat], found.lost(seat), found.public
            yield (seat, user, across, *what)


_PLAYED = sorted(kind.value for kind in result.PLAYED)
_ROW = "game", "seat", "user", "other", "sort", "level", "outcome", "votes", "lost", "public", "at"


def _games(places: Sequence[int]) -> QuerySet[Game, tuple[Any, ...]]:
    return Game.objects.select_for_update().filter(pk__in=places).order_by("pk").values_list(*Stand._fields)


def _results(places: Sequence[int]) -> QuerySet[Result, tuple[Any, ...]]:
    return Result.objects.filter(game__in=places).order_by("game", "seat").values_list(*_ROW)


def _people(places: Sequence[int]) -> QuerySet[Player, tuple[Any, ...]]:
    """Who sits where; of each what is needed here."""
    who = "game", "seat", "user", "user__opponent", "user__erased_at"
    return Player.objects.filter(game__in=places).order_by().values_list(*who)


def _moments_of(game_ids: Sequence[int]) -> QuerySet[Game, tuple[int, datetime]]:
    games = Game.objects.filter(pk__in=game_ids).order_by()
    return games.values_list("pk", Subquery(_played_in(OuterRef("pk")).values("created_at")[:1]))


def _played_in(game: OuterRef) -> QuerySet[Entry]:
    """The entries of a game by which its people played, the last one first."""
    return Entry.objects.filter(game=game, kind__in=_PLAYED).order_by("-number")
