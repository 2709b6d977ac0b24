"""People whom the moderators warned read it on the next page that they open, and say so, before anything else."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from games.models import User
from games.pages.answers import wants_json
from games.pages.people.barred import BY_THEMSELVES, STILL_OPEN
from games.rules.errors import Refusal
from games.words.refusals import sentence

BESIDE = (*STILL_OPEN, "/account/logout/", *BY_THEMSELVES)
"""Addresses that stay as they are; a person would not read the message in what a page fetches by itself."""
BEGINNINGS = ("/new/", "/play/", "/t/new/")
"""Where programs begin something; a game that goes on is never held up by a warning."""


class WarnedPeople:
    """Leads who was warned to the message. No form of an open page is refused, so that nothing is lost by it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return (_told(request) if _warned(request) else None) or self._get_response(request)


def _warned(request: HttpRequest) -> bool:
    """Whether a warning waits; who brings no session is not asked for any."""
    if not request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        return False
    return isinstance(request.user, User) and request.user.warned_at is not None


def _told(request: HttpRequest) -> HttpResponse | None:
    if wants_json(request):
        begins = request.method == "POST" and request.path in BEGINNINGS
        answer = {"code": "warned", "message": sentence(Refusal("warned"))}
        return JsonResponse(answer, status=403) if begins else None
    if request.method not in ("GET", "HEAD") or request.path.startswith(BESIDE) or not request.accepts("text/html"):
        return None
    return redirect(f"{reverse('account_message')}?{urlencode({'next': request.get_full_path()})}")
