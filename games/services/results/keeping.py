"""The rows of results follow the logs: after each commit that may have decided a game, and all of them at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Entry, Game, Player, Result
from games.rules.state import other
from games.store import gathered, listeners, log, prepared, rows
from games.store.listeners import Commit
from games.stories import result
from games.stories.status import Status
from games.stories.story import Story

AT_ONCE = 200
Read = Callable[[Game], Story]


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
        games = [game for key in sorted(game_ids) if (game := _locked(key)) is not None]
        return sum([_kept(game.pk, result.result_of(read(game))) for game in games])


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
    games = Game.objects.filter(pk__in=game_ids).order_by()
    return dict(games.values_list("pk", Subquery(_played_in(OuterRef("pk")).values("created_at")[:1])))


def _locked(key: int) -> Game | None:
    found = rows.read(_game, key)
    return Game(**dict(zip(_GAME, found[0], strict=True))) if found else None


def _kept(game_id: int, found: result.Result | None) -> bool:
    """Make the rows of a game what its result says; whether they were something else."""
    wanted = [] if found is None else [dict(zip(_ROW, row, strict=True)) for row in _wanted(game_id, found)]
    there = rows.read(_there, game_id)
    if there == [tuple(row.values()) for row in wanted]:
        return False
    if there:
        Result.objects.filter(game=game_id).delete()
    if wanted:
        prepared.insert(Result, wanted)
    return True


def _wanted(game_id: int, found: result.Result) -> Iterator[tuple[Any, ...]]:
    """The rows of the people who are known still; the site's own have none."""
    people = {seat: (user, opponent, erased_at) for seat, user, opponent, erased_at in rows.read(_people, game_id)}
    (at,) = rows.read(_moment, game_id, *_PLAYED)[0]
    for seat, (user, opponent, erased_at) in sorted(people.items()):
        across, level, _ = people.get(other(seat), (None, "", None))
        if not opponent and erased_at is None:
            what = found.sort, level, found.of(seat), found.votes[seat], found.lost(seat), found.public
            yield (game_id, seat, user, across, *what, at)


_PLAYED = sorted(kind.value for kind in result.PLAYED)
_GAME = "id", "mode", "code", "version"
_ROW = "game", "seat", "user", "other", "sort", "level", "outcome", "votes", "lost", "public", "at"


def _game() -> QuerySet[Game, tuple[Any, ...]]:
    return Game.objects.select_for_update().filter(pk=1).order_by().values_list(*_GAME)


def _there() -> QuerySet[Result, tuple[Any, ...]]:
    return Result.objects.filter(game=1).order_by("seat").values_list(*_ROW)


def _people() -> QuerySet[Player, tuple[Any, ...]]:
    """Who sits where; of each what is needed here."""
    return Player.objects.filter(game=1).order_by().values_list("seat", "user", "user__opponent", "user__erased_at")


def _moment() -> QuerySet[Entry, tuple[Any, ...]]:
    return _played_in(1).values_list("created_at")[:1]


def _played_in(game: OuterRef | int) -> QuerySet[Entry]:
    """The entries of a game by which its people played, the last one first."""
    return Entry.objects.filter(game=game, kind__in=_PLAYED).order_by("-number")
