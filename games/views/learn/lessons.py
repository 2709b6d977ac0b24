"""Lessons: the overview, the page of a lesson, and its state after each card.

The server stores nothing: the browser keeps the cards that its user has played and sends them with each request.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.realtime.matches.view import build_view
from games.rules.errors import Refusal
from games.state.lessons.attempt import LessonAttempt, is_lesson_over, play_lesson
from games.state.lessons.catalogue import LESSONS
from games.state.lessons.lesson import LEARNER, Lesson
from games.state.match_state import MatchState
from games.texts.lesson import LESSON_TEXTS, build_comment, get_seat_names
from games.views.responses import is_within_rate_limit, respond_refusal_json, respond_too_many_requests

JsonObject = dict[str, Any]
KEYS = tuple(LESSONS)
CONCEPT_LESSONS = {"goblins": "knights", "winning": "following", "phase-two": "dwarves"}
"""Concepts of the rules without a lesson of their own, and the lesson that covers each."""


def serialize_lesson(attempt: LessonAttempt) -> JsonObject:
    """Return an attempt as ``games.schemas.lesson.LessonShown``."""
    return {
        "type": "lesson",
        "lesson": attempt.lesson.key,
        "steps": [_serialize_step(attempt, match) for match in attempt.matches],
        "done": attempt.done,
    }


def _serialize_step(attempt: LessonAttempt, match: MatchState) -> JsonObject:
    comment = build_comment(attempt, match)
    return {"view": _serialize_view(attempt, match), **asdict(comment)}


def _serialize_view(attempt: LessonAttempt, match: MatchState) -> JsonObject:
    """Return the learner's view without a rematch. In a lesson that is over, it is neither seat's turn."""
    view = {**build_view(match, LEARNER), "rematch": None}
    if is_lesson_over(attempt.lesson, match):
        view["board"] = {**view["board"], "turn": None, "legal": [], "reasons": []}
    return view


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show all lessons. A script marks those that were completed in this browser."""
    return render(request, "learn/overview.html", {"lessons": [_build_line(key) for key in KEYS], "first": KEYS[0]})


@require_safe
def page(request: HttpRequest, lesson: str) -> HttpResponse:
    """Show the table of a lesson, or redirect from a concept to the lesson that covers it."""
    if lesson in CONCEPT_LESSONS:
        return redirect("lesson", CONCEPT_LESSONS[lesson])
    index = KEYS.index(_get_lesson(lesson).key)
    before, after = KEYS[index - 1] if index else None, KEYS[index + 1] if index + 1 < len(KEYS) else None
    context = {**_build_line(lesson), "number": index + 1, "count": len(KEYS), "before": before, "after": after}
    return render(request, "learn/lesson.html", context)


@require_safe
@never_cache
def lesson_state(request: HttpRequest, lesson: str) -> HttpResponse:
    """Return a lesson after the cards in ``played``, whose codes are separated by commas.

    Refuse as ``play_lesson`` does.
    """
    if not is_within_rate_limit(request, "learn"):
        return respond_too_many_requests(request)
    played = [code for code in request.GET.get("played", "").split(",") if code]
    try:
        return JsonResponse(serialize_lesson(play_lesson(_get_lesson(lesson), played, get_seat_names())))
    except Refusal as refusal:
        return respond_refusal_json(refusal)


def _get_lesson(key: str) -> Lesson:
    if key not in LESSONS:
        raise Http404
    return LESSONS[key]


def _build_line(key: str) -> dict[str, Any]:
    texts = LESSON_TEXTS[key]
    return {"key": key, "title": texts.title, "about": texts.about}
