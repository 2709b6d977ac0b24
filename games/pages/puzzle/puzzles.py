"""Puzzles: that of the day, all others by their number, and what their page asks for after every card."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import metrics
from games.pages.answers import refused, too_many, within_limit
from games.pages.puzzle import plainly
from games.pages.puzzle.answering import Outcome, now, progress_of, tried
from games.pages.puzzle.shown import shown
from games.people.puzzles import Progress
from games.rules.errors import Refusal
from games.services.puzzles import choosing, fared
from games.services.puzzles.attempt import Attempt
from games.words.refusals import sentence


@require_safe
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day."""
    number = choosing.number_on(now().date())
    return _page(request, number, tried(request, number), progress_of(request))


@require_safe
@never_cache
def following(request: HttpRequest) -> HttpResponse:
    """Leads to the next one for whoever asks: near their own success, and not one that they had."""
    mine = progress_of(request)
    return redirect("puzzle", choosing.next_number(mine.strength, mine.seen, fared.moves()))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest, number: int) -> HttpResponse:
    """The table of a puzzle; a POST is an answer without a script: the cards ``played`` before, and ``card``."""
    _check(number)
    if request.method != "POST":
        if choosing.is_daily(number):
            return _to_its_day(number)
        return _page(request, number, tried(request, number), progress_of(request))
    if not within_limit(request, "puzzle"):
        return too_many(request)
    try:
        found = tried(request, number)
    except Refusal as refusal:
        return refused(request, refusal, _address(number))
    outcome = Outcome(request, number, found)
    return outcome.keep(_page(request, number, found, outcome.progress, outcome.kept))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def at(request: HttpRequest, number: int) -> HttpResponse:
    """How a puzzle stands: to begin with, or by a POST after the cards ``played``, codes with commas between.

    What decides it is kept, the first time. Refused as ``services.puzzles.attempt`` refuses.
    """
    _check(number)
    if not within_limit(request, "puzzle"):
        return too_many(request)
    try:
        found = tried(request, number)
    except Refusal as refusal:
        metrics.refused(refusal.code)
        return JsonResponse({"code": refusal.code, "message": sentence(refusal)}, status=409)
    outcome = Outcome(request, number, found)
    return outcome.keep(JsonResponse(shown(number, found, outcome.kept)))


def _check(number: int) -> None:
    """What is not there looks like one whose day is still to come."""
    if not choosing.open_now(number, now()):
        raise Http404


def _address(number: int) -> str:
    return reverse("daily_puzzle") if choosing.is_daily(number) else reverse("puzzle", args=[number])


def _to_its_day(number: int) -> HttpResponse:
    if number != choosing.number_on(now().date()):
        raise Http404
    return redirect("daily_puzzle")


def _page(
    request: HttpRequest, number: int, found: Attempt, progress: Progress, kept: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "number": number,
        "day": choosing.day_of(number, now()) if choosing.is_daily(number) else None,
        "address": _address(number),
        "difficulty": choosing.difficulty(fared.rating(number)),
        "fared": fared.tries(number),
        "most": choosing.DIFFICULTIES,
        "tricks": found.puzzle.tricks,
        "progress": progress,
        "streak": progress.on(now().date()),
        "kept": kept,
        **plainly.told(found),
    }
    return render(request, "puzzle/puzzle.html", context, status=status)
