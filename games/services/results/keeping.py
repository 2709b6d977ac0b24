"""The rows of results follow the logs: after each commit that may have decided a game, and all of them at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Entry, Game, Player, Result, User
from games.rules.state import Seat, other
from games.store import gathered, listeners, log
from games.store.listeners import Commit
from games.stories import result
from games.stories.status import Status
from games.stories.story import Story

AT_ONCE = 200
Rows = dict[int, list[Result]]
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
        games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
        decided = [(game, found) for game in games if (found := result.result_of(read(game))) is not None]
        wanted, there = _wanted(decided), _there(games)
        other_rows = [game.pk for game in games if _plain(there[game.pk]) != _plain(wanted[game.pk])]
        if gone := [row.pk for key in other_rows for row in there[key]]:
            Result.objects.filter(pk__in=gone).delete()
        Result.objects.bulk_create(row for key in other_rows for row in wanted[key])
    return len(other_rows)


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


def _there(games: Sequence[Game]) -> Rows:
    found: Rows = defaultdict(list)
    for row in Result.objects.filter(game__in=games).order_by("seat"):
        found[row.game_id].append(row)
    return found


def _wanted(decided: Sequence[tuple[Game, result.Result]]) -> Rows:
    """The rows of the people who are known still; the site's own have none."""
    rows: Rows = defaultdict(list)
    if not decided:
        return rows
    keys = [game.pk for game, _ in decided]
    users, when = _users(keys), moments(keys)
    for game, found in decided:
        seated = users[game.pk]
        for seat, user in sorted(seated.items()):
            if not user.opponent and user.erased_at is None:
                rows[game.pk].append(_row(game, seat, user, seated.get(other(seat)), found, at=when[game.pk]))
    return rows


def _users(game_ids: Sequence[int]) -> Mapping[int, dict[Seat, User]]:
    """Who sits where; of each what is needed here."""
    players = Player.objects.filter(game__in=game_ids).select_related("user")
    found: Mapping[int, dict[Seat, User]] = defaultdict(dict)
    for one in players.only("game", "seat", "user__opponent", "user__erased_at"):
        found[one.game_id][one.seat] = one.user
    return found


def moments(game_ids: Sequence[int]) -> Mapping[int, datetime]:
    """When each game was: the moment of the last entry by which its people played."""
    played = Entry.objects.filter(game=OuterRef("pk"), kind__in=result.PLAYED).order_by("-number")
    games = Game.objects.filter(pk__in=game_ids).order_by()
    return dict(games.values_list("pk", Subquery(played.values("created_at")[:1])))


def _row(game: Game, seat: int, user: User, across: User | None, found: result.Result, **when: Any) -> Result:
    return Result(
        game=game,
        seat=seat,
        user=user,
        other=across,
        sort=found.sort,
        level=across.opponent if across else "",
        outcome=found.of(seat),
        votes=found.votes[seat],
        lost=found.lost(seat),
        public=found.public,
        **when,
    )


def _plain(rows: Sequence[Result]) -> list[list[Any]]:
    return [[getattr(row, name) for name in _COLUMNS] for row in rows]


_COLUMNS = [field.attname for field in Result._meta.concrete_fields if not field.primary_key]
