"""Results, kept in line with the logs of games.

They are updated after each commit that may decide a game, and can be rebuilt at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from games.eventlog import event_store
from games.eventlog.signals import Commit, committed
from games.models import Entry, Game, Player, Result
from games.rules.state import get_other_seat
from games.state import result
from games.state.game_state import GameState, Status

BATCH_SIZE = 200
Read = Callable[[Game], GameState]
Rows = defaultdict[int, list[tuple[Any, ...]]]
"""Rows by the key of their game."""
SeatUsers = defaultdict[int, dict[int, tuple[Any, ...]]]
"""Columns of the users, by the key of the game and the seat."""


def connect_signals() -> None:
    """Connect the receiver that updates results after each commit."""
    committed.connect(update_after_commit, dispatch_uid="results")


def update_after_commit(commits: Sequence[Commit], **_: object) -> None:
    """Update results after commits that decided, changed or reopened games; ignore all others."""
    if games := [commit.state.game_id for commit in commits if result.can_change_result(commit.state, commit.events)]:
        sync_results(games)


def sync_game_results(game_id: int) -> bool:
    """Bring the results in line with the log of a game, and return whether they changed."""
    return sync_results([game_id]) == 1


def sync_results(game_ids: Sequence[int], read: Read = event_store.get_current_state) -> int:
    """Bring the results in line with the logs of several games, in one transaction; return the number of games changed.

    The rows of the games are locked first, all in the same order, so that the last caller has read the newest logs.
    """
    with transaction.atomic():
        games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
        results = {game.pk: result.build_result(read(game)) for game in games}
        current, wanted = (
            _load_rows(list(results)),
            _build_rows({key: value for key, value in results.items() if value is not None}),
        )
        changed = [key for key in results if current[key] != wanted[key]]
        if outdated := [key for key in changed if current[key]]:
            Result.objects.filter(game__in=outdated).delete()
        Result.objects.bulk_create(_to_result(row) for key in changed for row in wanted[key])
    return len(changed)


def rebuild_results() -> Iterator[bool]:
    """Rebuild all results from the logs, a transaction for each game, and yield whether its results changed."""
    decided = Game.objects.filter(status=Status.FINISHED) | Game.objects.filter(
        pk__in=Result.objects.exclude(game__status=Status.FINISHED).values("game")
    )
    yield from (sync_results([key], event_store.read_uncached) == 1 for key in iterate_keys(decided))


def iterate_keys(games: QuerySet[Game]) -> Iterator[int]:
    """Yield the keys of many games in order, in batches."""
    last = 0
    while batch := list(games.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        yield from batch
        last = batch[-1]


def get_played_at(game_ids: Sequence[int]) -> Mapping[int, datetime]:
    """Return the time of each game: that of the last entry by one of its players."""
    return dict(_query_played_at(game_ids))


def _load_rows(games: Sequence[int]) -> Rows:
    """Return the stored rows of these games."""
    rows: Rows = defaultdict(list)
    for row in Result.objects.filter(game__in=games).order_by("game", "seat").values_list(*_ROW_FIELDS):
        rows[row[0]].append(row)
    return rows


def _build_rows(results: Mapping[int, result.Result]) -> Rows:
    """Build the rows that these games should have. Bots and erased people have none."""
    games = list(results)
    people: SeatUsers = defaultdict(dict)
    columns = "game", "seat", "user", "user__opponent", "user__erased_at"
    for key, seat, *user in Player.objects.filter(game__in=games).order_by().values_list(*columns):
        people[key][seat] = tuple(user)
    played_at = dict(_query_played_at(games))
    wanted: Rows = defaultdict(list)
    for key, game_result in results.items():
        wanted[key] = [(key, *row, played_at[key]) for row in _build_seat_rows(game_result, people[key])]
    return wanted


def _build_seat_rows(game_result: result.Result, people: Mapping[int, tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the columns of a game's rows, without its key and time."""
    for seat, (user, opponent, erased_at) in sorted(people.items()):
        other, level, _ = people.get(get_other_seat(seat), (None, "", None))
        if not opponent and erased_at is None:
            values = (
                game_result.sort,
                level,
                game_result.of(seat),
                game_result.votes[seat],
                game_result.lost(seat),
                game_result.public,
            )
            yield (seat, user, other, *values)


_PLAY_KINDS = sorted(kind.value for kind in result.UNDECIDING_KINDS)
_ROW_FIELDS = "game", "seat", "user", "other", "sort", "level", "outcome", "votes", "lost", "public", "at"


def _to_result(row: tuple[Any, ...]) -> Result:
    game, seat, user, other, *values = row
    return Result(
        game_id=game, seat=seat, user_id=user, other_id=other, **dict(zip(_ROW_FIELDS[4:], values, strict=True))
    )


def _query_played_at(game_ids: Sequence[int]) -> QuerySet[Game, tuple[int, datetime]]:
    games = Game.objects.filter(pk__in=game_ids).order_by()
    return games.values_list("pk", Subquery(_filter_play_entries(OuterRef("pk")).values("created_at")[:1]))


def _filter_play_entries(game: OuterRef) -> QuerySet[Entry]:
    """Return the entries by the players of a game, last first."""
    return Entry.objects.filter(game=game, kind__in=_PLAY_KINDS).order_by("-number")
