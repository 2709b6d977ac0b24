"""What somebody has done with puzzles is kept with them, guest or account, and goes along from their browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from games.models import PuzzleProgress, User
from games.people import puzzles
from games.people.puzzles import Progress
from games.services.puzzles import choosing, fared


def connect() -> None:
    """Let what somebody solved before they had a name go along when they get one."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.puzzles.keeping")


def of(person: User) -> Progress:
    """What a person has done so far."""
    kept = PuzzleProgress.objects.filter(user=person).values_list("kept", flat=True).first()
    return puzzles.read(kept)


def after(before: Progress, number: int, solved: bool, now: datetime, rating: int | None = None) -> Progress:
    """What somebody has done once a puzzle is decided; the same where it is not their first try.

    ``rating`` is how hard it is, by default as the levels have it. A puzzle of a day that is over counts for nothing.
    Who has seen all others begins with them again.
    """
    rating = choosing.puzzle(number).rating if rating is None else rating
    if choosing.is_daily(number):
        day = choosing.day_of(number, now)
        return before if day is None else puzzles.daily(before, day, solved, rating)
    kept = puzzles.other(before, number, solved, rating)
    everything = kept.seen >= set(choosing.others())
    return replace(kept, seen=frozenset({number})) if everything else kept


def decide(person: User, number: int, solved: bool, now: datetime) -> Progress:
    """Keep that a person solved a puzzle or failed it, and count it, the first time; gives what is kept now."""

    def decided(before: Progress) -> Progress:
        found = after(before, number, solved, now, fared.rating(number))
        if found != before:
            fared.count(number, solved, before.strength)
        return found

    return _keep(person, decided)


def bring(person: User, device: Progress) -> Progress:
    """Keep what a browser did before its person had a name; a streak of the person's own wins."""
    if device == Progress():
        return of(person)
    return _keep(person, lambda account: puzzles.joined(account, device))


def _keep(person: User, change: Callable[[Progress], Progress]) -> Progress:
    with transaction.atomic():
        # The person's row is what two tabs wait for, since that of their puzzles may not be there yet.
        User.objects.select_for_update().values_list("pk", flat=True).get(pk=person.pk)
        before = of(person)
        changed = change(before)
        if changed != before:
            PuzzleProgress.objects.update_or_create(user=person, defaults={"kept": puzzles.written(changed)})
    return changed


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    if request is not None:
        bring(user, puzzles.of_cookies(request.COOKIES))
