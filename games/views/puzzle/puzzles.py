"""Views of puzzles: the daily puzzle, the next one, and attempts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import rate_limits
from games.accounts.preferences import COOKIE_AGE
from games.queries import puzzle_progress
from games.queries.puzzle_progress import Progress
from games.rules.errors import Refusal
from games.services.puzzles import progress, selection, statistics
from games.services.puzzles.attempt import Attempt, play_attempt, show_solution
from games.texts import puzzle as texts
from games.views.current_user import get_user
from games.views.puzzle import presentation
from games.views.puzzle.presentation import serialize_puzzle
from games.views.responses import is_within_rate_limit, respond_refusal_json, respond_refused, respond_too_many_requests


def get_utc_now() -> datetime:
    """Return the time in UTC, which decides the day of a puzzle everywhere."""
    return timezone.now().astimezone(UTC)


def get_progress(request: HttpRequest) -> Progress:
    """Return the progress of the user from the database, or that of a visitor without a name from the cookie."""
    user = get_user(request)
    return puzzle_progress.read_cookie(request.COOKIES) if user is None else progress.get_progress(user)


def build_attempt(request: HttpRequest, number: int) -> Attempt:
    """Return the attempt after the cards sent, or played out if ``show`` asks for the solution."""
    puzzle = selection.get_puzzle(number)
    if request.POST.get("show"):
        return show_solution(puzzle, texts.get_seat_names())
    played = [code for code in request.POST.get("played", "").split(",") if code]
    return play_attempt(puzzle, [*played, *request.POST.getlist("card")], texts.get_seat_names())


class AttemptOutcome:
    """Outcome of an attempt; it is recorded when this object is created.

    ``text`` describes it and is empty while the attempt is undecided. ``progress`` includes it. ``store_progress`` sets
    the cookie of a visitor without a name.
    """

    def __init__(self, request: HttpRequest, number: int, attempt: Attempt) -> None:
        self._request, self._user = request, get_user(request)
        self._before = self.progress = get_progress(request)
        self.text = ""
        if attempt.solved is not None:
            self._record_outcome(number, attempt.solved)

    def store_progress(self, response: HttpResponse) -> HttpResponse:
        """Return the response, with the progress cookie of a visitor without a name."""
        if self._user is None and self.progress != self._before:
            response.set_cookie(
                puzzle_progress.COOKIE,
                puzzle_progress.write_cookie(self.progress),
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response

    def _count_try(self, number: int, solved: bool) -> None:
        """Count the attempt of a visitor without a name in the statistics of the puzzle.

        It counts if the browser had progress before, and once an hour for each puzzle and address, because a visitor
        who deletes the cookies starts again.
        """
        address = rate_limits.get_client_address(self._request)
        if (
            self.progress != self._before
            and self._before.tried
            and rate_limits.hit("puzzle_tried", f"{address} {number}")
        ):
            statistics.count_try(number, solved, self._before.strength)

    def _record_outcome(self, number: int, solved: bool) -> None:
        moment = get_utc_now()
        if self._user is None:
            self.progress = progress.advance_progress(
                self._before, number, solved, moment, statistics.get_rating(number)
            )
            self._count_try(number, solved)
        else:
            self.progress = progress.record_result(self._user, number, solved, moment)
        day = selection.get_counting_day(number, moment) if selection.is_daily(number) else None
        streak = None if day is None else self.progress.get_streak(day)
        self.text = texts.describe_score(solved, self.progress != self._before, streak)


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day."""
    number = selection.get_daily_number(get_utc_now().date())
    return _render_page(request, number, build_attempt(request, number), get_progress(request))


@require_safe
@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to the visitor's next puzzle: an unseen one near their strength."""
    progress = get_progress(request)
    return redirect(
        "puzzle", selection.choose_next_number(progress.strength, progress.seen, statistics.get_rating_shifts())
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle, or on POST an attempt without a script: the earlier cards ``played``, and the new ``card``."""
    _require_open(number)
    if request.method != "POST":
        if selection.is_daily(number):
            return _redirect_to_daily(number)
        return _render_page(request, number, build_attempt(request, number), get_progress(request))
    if not is_within_rate_limit(request, "puzzle"):
        return respond_too_many_requests(request)
    try:
        attempt = build_attempt(request, number)
    except Refusal as refusal:
        return respond_refused(request, refusal, _get_url(number))
    outcome = AttemptOutcome(request, number, attempt)
    return outcome.store_progress(_render_page(request, number, attempt, outcome.progress, outcome.text))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle_state(request: HttpRequest, number: int) -> HttpResponse:
    """Return a puzzle as JSON: at its start, or on POST after the cards ``played``.

    ``played`` has the codes of the cards, separated by commas. Only the first outcome is recorded. Refuse as
    ``services.puzzles.attempt`` does.
    """
    _require_open(number)
    if not is_within_rate_limit(request, "puzzle"):
        return respond_too_many_requests(request)
    try:
        attempt = build_attempt(request, number)
    except Refusal as refusal:
        return respond_refusal_json(refusal)
    outcome = AttemptOutcome(request, number, attempt)
    return outcome.store_progress(JsonResponse(serialize_puzzle(number, attempt, outcome.text)))


def _require_open(number: int) -> None:
    """Raise 404 for a puzzle that does not exist, or that cannot be played today."""
    if not selection.is_open(number, get_utc_now()):
        raise Http404


def _get_url(number: int) -> str:
    return reverse("daily_puzzle") if selection.is_daily(number) else reverse("puzzle", args=[number])


def _redirect_to_daily(number: int) -> HttpResponse:
    if number != selection.get_daily_number(get_utc_now().date()):
        raise Http404
    return redirect("daily_puzzle")


def _render_page(
    request: HttpRequest, number: int, attempt: Attempt, progress: Progress, outcome_text: str = "", status: int = 200
) -> HttpResponse:
    day = selection.get_counting_day(number, get_utc_now()) if selection.is_daily(number) else None
    context: dict[str, Any] = {
        "number": number,
        "day": day,
        "until": None if day is None else selection.get_end(day),
        "address": _get_url(number),
        "difficulty": selection.get_difficulty(statistics.get_rating(number)),
        "fared": statistics.get_tries(number),
        "most": selection.DIFFICULTIES,
        "tricks": attempt.puzzle.tricks,
        "progress": progress,
        "streak": progress.get_streak(get_utc_now().date()),
        "kept": outcome_text,
        **presentation.build_plain_context(attempt),
    }
    return render(request, "puzzle/puzzle.html", context, status=status)
