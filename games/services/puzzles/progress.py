"""Puzzle progress of people, guests or accounts, merged with the progress of their browsers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from games.models import PuzzleProgress, User
from games.queries import puzzle_progress
from games.queries.puzzle_progress import Progress
from games.services.puzzles import selection, statistics


def connect_signals() -> None:
    """Connect the receiver that merges the browser's progress into the account at log-in."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.puzzles.progress")


def get_progress(person: User) -> Progress:
    """Return a person's progress."""
    stored = PuzzleProgress.objects.filter(user=person).values_list("kept", flat=True).first()
    return puzzle_progress.parse(stored)


def advance_progress(before: Progress, number: int, solved: bool, now: datetime, rating: int | None = None) -> Progress:
    """Return the progress after the result of a puzzle, unchanged if it is not the first try.

    ``rating`` is the difficulty of the puzzle, by default the rating from the engine's levels. A daily puzzle does not
    count after its day. When all other puzzles have been seen, they begin again.
    """
    rating = selection.get_puzzle(number).rating if rating is None else rating
    if selection.is_daily(number):
        day = selection.get_counting_day(number, now)
        return before if day is None else puzzle_progress.record_daily(before, day, solved, rating)
    after = puzzle_progress.record_other(before, number, solved, rating)
    has_seen_all = after.seen >= set(selection.list_other_numbers())
    return replace(after, seen=frozenset({number})) if has_seen_all else after


def record_result(person: User, number: int, solved: bool, now: datetime) -> Progress:
    """Record that a person solved or failed a puzzle, and return the progress. Only the first try counts."""

    def decide(before: Progress) -> Progress:
        after = advance_progress(before, number, solved, now, statistics.get_rating(number))
        if after != before:
            statistics.count_try(number, solved, before.strength)
        return after

    return _update(person, decide)


def merge_progress(person: User, device: Progress) -> Progress:
    """Merge a browser's progress into the person's, and return it. The person's own streak wins."""
    if device == Progress():
        return get_progress(person)
    return _update(person, lambda account: puzzle_progress.merge(account, device))


def _update(person: User, change: Callable[[Progress], Progress]) -> Progress:
    with transaction.atomic():
        # Lock the person's row, since the row of the progress may not exist yet.
        User.objects.select_for_update().values_list("pk", flat=True).get(pk=person.pk)
        before = get_progress(person)
        changed = change(before)
        if changed != before:
            PuzzleProgress.objects.update_or_create(user=person, defaults={"kept": puzzle_progress.serialize(changed)})
    return changed


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    if request is not None:
        merge_progress(user, puzzle_progress.read_cookie(request.COOKIES))
