"""An answer to a puzzle: how it stands then, and what is kept of it, with the person or in a browser."""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games import limits
from games.pages.online.lobby import person
from games.people import puzzles
from games.people.preferences import COOKIE_AGE
from games.people.puzzles import Progress
from games.services.puzzles import choosing, fared, keeping
from games.services.puzzles.attempt import Attempt, answer, attempt
from games.words import puzzle as words


def now() -> datetime:
    """A day begins and ends for everybody at once: by UTC."""
    return timezone.now().astimezone(UTC)


def progress_of(request: HttpRequest) -> Progress:
    """What whoever asks has done so far."""
    who = person(request)
    return puzzles.of_cookies(request.COOKIES) if who is None else keeping.of(who)


def tried(request: HttpRequest, number: int) -> Attempt:
    """The puzzle after the cards that were sent, or played out where ``show`` asks for the answer."""
    puzzle = choosing.puzzle(number)
    if request.POST.get("show"):
        return answer(puzzle, words.names())
    played = [code for code in request.POST.get("played", "").split(",") if code]
    return attempt(puzzle, [*played, *request.POST.getlist("card")], words.names())


class Outcome:
    """What a try came to: ``kept`` in words, and the progress after it, which ``keep`` writes into a browser."""

    def __init__(self, request: HttpRequest, number: int, found: Attempt) -> None:
        self._request, self._who = request, person(request)
        self._before = self.progress = progress_of(request)
        self.kept = ""
        if found.solved is not None:
            self._decide(number, found.solved)

    def keep(self, response: HttpResponse) -> HttpResponse:
        """The same answer, with what a browser without a name keeps."""
        if self._who is None and self.progress != self._before:
            response.set_cookie(
                puzzles.COOKIE,
                puzzles.to_cookie(self.progress),
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response

    def _count(self, number: int, solved: bool) -> None:
        """Count a browser without a name among those who tried: one that kept something before, once an hour for each
        puzzle and address, since whoever forgets cookies begins anew."""
        address = limits.client_address(self._request)
        if self.progress != self._before and self._before.tried and limits.hit("puzzle_tried", f"{address} {number}"):
            fared.count(number, solved, self._before.strength)

    def _decide(self, number: int, solved: bool) -> None:
        moment = now()
        if self._who is None:
            self.progress = keeping.after(self._before, number, solved, moment, fared.rating(number))
            self._count(number, solved)
        else:
            self.progress = keeping.decide(self._who, number, solved, moment)
        day = choosing.day_of(number, moment) if choosing.is_daily(number) else None
        streak = None if day is None else self.progress.on(day)
        self.kept = words.kept_text(solved, self.progress != self._before, streak)
