"""Ratings, kept in line with the logs of rated games.

They are updated after each commit that may decide a game, and can be rebuilt at any time. A player who gives games away
to the same opponent again and again is reported to the moderators.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.eventlog import event_store
from games.eventlog.signals import Commit, committed
from games.models import Chore, Game, Rated, Rating, Report, User
from games.models.moderation import Category
from games.services.ratings import calculation
from games.services.ratings.calculation import FIRST_POSITION, GamePosition
from games.services.ratings.results import Read, get_played_at, iterate_keys
from games.services.reports.reports import build_snapshot
from games.state import result
from games.state.game_state import GameState
from games.state.match_state import MatchState
from games.state.result import Outcome, RatingPool
from games.texts.moderation import GAMES_GIVEN_AWAY

REPORT_THRESHOLD = 3
"""Number of rated games within ``REPORT_WINDOW``, resigned by the same player against the same opponent in their first
half, that lead to a report."""
REPORT_WINDOW = timedelta(days=30)
"""Time for which given-away games count."""


def report_given_away_games(seat: Rated) -> None:
    """Report a game that was resigned early, if there are enough games like it between the same players.

    It is called for both seats after the game has its ratings, and does nothing for the winner. Games from before a
    moderator's last decision about them do not count.
    """
    if seat.early and seat.outcome == Outcome.LOST:
        won = Rated.objects.get(game=seat.game_id, outcome=Outcome.WON)
        source = f"site:{seat.user_id}:{won.user_id}"
        if _count_given_away(seat, won.user_id, source) >= REPORT_THRESHOLD:
            _create_report(seat, source)


def _count_given_away(seat: Rated, winner: int, source: str) -> int:
    """Return the number of such games since the last decision of a moderator, or 0 while a report is undecided."""
    games = Rated.objects.filter(user=winner, pool=seat.pool, early=True, outcome=Outcome.WON).values("game")
    lost = Rated.objects.filter(user=seat.user_id, outcome=Outcome.LOST, game__in=games, at__gt=seat.at - REPORT_WINDOW)
    last = Report.objects.filter(source=source).order_by("-pk").first()
    if last is None:
        return lost.count()
    return 0 if last.decided_at is None else lost.filter(at__gt=last.decided_at).count()


def _create_report(seat: Rated, source: str) -> None:
    report = Report(
        game=seat.game,
        person=User(pk=seat.user_id),
        seat=seat.seat,
        source=source,
        target=f"person:{seat.user_id}",
        category=Category.CHEATING,
        text=GAMES_GIVEN_AWAY,
        snapshot=build_snapshot(seat.game),
    )
    # Another process may have just reported the same two players.
    with suppress(IntegrityError), transaction.atomic():
        report.save()


# Synchronization with the logs.

RATINGS_CHORE = "ratings"
RESULT_FIELDS = ("seat", "user_id", "pool", "at", "outcome", "early")
"""Columns that the log determines; the other columns are calculated."""
Rows = dict[int, list[Rated]]


def connect_signals() -> None:
    """Connect the receiver that updates ratings after each commit to online games."""
    committed.connect(update_after_commit, sender=MatchState, dispatch_uid="ratings")


def update_after_commit(commits: Sequence[Commit], **_: object) -> None:
    """Update ratings after commits that decided, changed or reopened games; ignore all others."""
    if games := [commit.state.game_id for commit in commits if _can_change(commit)]:
        sync_ratings(games)


def sync_game_ratings(game_id: int) -> bool:
    """Bring the ratings in line with the log of a game, and return whether they changed."""
    return sync_ratings([game_id]) == 1


def sync_ratings(game_ids: Sequence[int], read: Read = event_store.get_current_state) -> int:
    """Bring the ratings in line with the logs of several games, in one transaction; return the number of games changed.

    The rows of the games are locked first, then all ratings, so that the last caller has read the newest logs.
    """
    with transaction.atomic():
        games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
        current, wanted = _load_rows(games), _build_rows({game: read(game) for game in games})
        changed = [
            game.pk for game in games if _get_result_values(current[game.pk]) != _get_result_values(wanted[game.pk])
        ]
        if changed:
            lock_ratings()
            _replace_seats(
                [row for key in changed for row in current[key]], [row for key in changed for row in wanted[key]]
            )
    return len(changed)


def rebuild_ratings() -> Iterator[int]:
    """Rebuild all ratings from the logs, a transaction for each pool, and yield the number of its changed seats."""
    rated = Game.objects.filter(rated=True) | Game.objects.filter(pk__in=Rated.objects.values("game"))
    for key in iterate_keys(rated):
        sync_ratings([key], event_store.read_uncached)
    for pool in RatingPool:
        with transaction.atomic():
            lock_ratings()
            users = {*Rated.objects.filter(pool=pool).values_list("user", flat=True).distinct()}
            users |= {*Rating.objects.filter(pool=pool).values_list("user", flat=True)}
            yield calculation.recalculate_from(pool, FIRST_POSITION, users)


def lock_ratings() -> None:
    """Lock all ratings until this transaction ends, since a change to one game affects the games after it."""
    Chore.objects.get_or_create(name=RATINGS_CHORE, defaults={"begun_at": timezone.now()})
    Chore.objects.select_for_update().get(name=RATINGS_CHORE)


def _can_change(commit: Commit) -> bool:
    state: Any = commit.state
    return bool(state.options.rated) and result.can_change_result(state, commit.events)


def _replace_seats(old: Iterable[Rated], new: Iterable[Rated]) -> None:
    """Replace the old seats by the new ones, and recalculate all that follows."""
    old, new = list(old), list(new)
    Rated.objects.filter(pk__in=[seat.pk for seat in old]).delete()
    Rated.objects.bulk_create(new)
    positions: dict[str, list[tuple[GamePosition, int]]] = defaultdict(list)
    for seat in (*old, *new):
        positions[seat.pool].append(((seat.at, seat.game_id), seat.user_id))
    for pool, entries in sorted(positions.items()):
        calculation.recalculate_from(pool, min(position for position, _ in entries), {user for _, user in entries})
    for seat in new:
        report_given_away_games(seat)


def _load_rows(games: Iterable[Game]) -> Rows:
    rows: Rows = defaultdict(list)
    for row in Rated.objects.filter(game__in=list(games)).order_by("seat"):
        rows[row.game_id].append(row)
    return rows


def _build_rows(states: Mapping[Game, GameState]) -> Rows:
    """Build the rows of the games that are rated, from their states."""
    rows: Rows = defaultdict(list)
    decided = {
        game: (state, rated_result)
        for game, state in states.items()
        if (rated_result := _get_rated_result(state)) is not None
    }
    played_at = get_played_at([game.pk for game in decided]) if decided else {}
    for game, (state, rated_result) in decided.items():
        rows[game.pk] = list(_build_seats(game, state, rated_result, at=played_at[game.pk]))
    return rows


def _get_rated_result(state: GameState) -> result.Result | None:
    rated_result = result.build_result(state)
    return rated_result if rated_result is not None and rated_result.pool is not None else None


def _build_seats(game: Game, state: Any, rated_result: result.Result, **times: Any) -> Iterator[Rated]:
    for seat in (0, 1):
        values = {"pool": rated_result.pool, "outcome": rated_result.of(seat), "early": rated_result.early}
        yield Rated(game=game, seat=seat, user_id=state.occupants[seat].user_id, **values, **times)


def _get_result_values(rows: Sequence[Rated]) -> list[list[Any]]:
    return [[getattr(row, name) for name in RESULT_FIELDS] for row in rows]
