"""Learning by playing: the list of lessons, the page of one, and what its page asks for after every card.

Nothing is stored here. The browser keeps which cards its person has played and says so each time.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import metrics
from games.pages.answers import too_many, within_limit
from games.pages.learn.shown import shown
from games.rules.errors import Refusal
from games.stories.lessons.attempt import attempt
from games.stories.lessons.course import LESSONS
from games.stories.lessons.lesson import Lesson
from games.words.lessons.about import ABOUT
from games.words.lessons.saying import names
from games.words.refusals import sentence

KEYS = tuple(LESSONS)
ALSO = {"goblins": "knights", "winning": "following", "phase-two": "dwarves"}
"""Concepts of the rules that have no lesson of their own, and the one that shows them."""


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """All lessons; the script of the page marks those that were done in this browser."""
    return render(request, "learn/overview.html", {"lessons": [_line(key) for key in KEYS], "first": KEYS[0]})


@require_safe
def page(request: HttpRequest, lesson: str) -> HttpResponse:
    """The table of one lesson; a concept that another one shows leads there."""
    if lesson in ALSO:
        return redirect("lesson", ALSO[lesson])
    at = KEYS.index(_known(lesson).key)
    before, after = KEYS[at - 1] if at else None, KEYS[at + 1] if at + 1 < len(KEYS) else None
    about = {**_line(lesson), "number": at + 1, "count": len(KEYS), "before": before, "after": after}
    return render(request, "learn/lesson.html", about)


@require_safe
@never_cache
def at(request: HttpRequest, lesson: str) -> HttpResponse:
    """How a lesson stands after the cards in ``played``, codes with commas between; refused as `attempt` refuses."""
    if not within_limit(request, "learn"):
        return too_many(request)
    played = [code for code in request.GET.get("played", "").split(",") if code]
    try:
        return JsonResponse(shown(attempt(_known(lesson), played, names())))
    except Refusal as refusal:
        metrics.refused(refusal.code)
        return JsonResponse({"code": refusal.code, "message": sentence(refusal)}, status=409)


def _known(key: str) -> Lesson:
    if key not in LESSONS:
        raise Http404
    return LESSONS[key]


def _line(key: str) -> dict[str, Any]:
    about = ABOUT[key]
    return {"key": key, "title": about.title, "about": about.about}
