"""People whose account is shut: every page leads them to the message that says why, and nothing else works."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games.models import User
from games.pages.answers import wants_json
from games.pages.people.held import hold
from games.pages.reports.senders import BARRED, barred_person
from games.rules.errors import Refusal
from games.services.people import barring
from games.words.refusals import sentence

STILL_OPEN = ("/account/message/", "/appeal/", "/i18n/", "/account/login/", "/rules/", "/privacy/")

BY_THEMSELVES = ("/signals/", "/lobby/", "/watch/tables/", "/worker.js", "/manifest.webmanifest", "/offline/")
"""What browsers and open pages ask for with nobody looking, so that nobody is told by it."""


class BarredPeople:
    """Shuts out whoever is suspended or closed, whatever session they still hold.

    A browser whose session moderation ended is told once by a redirect of a page; it may look around as a visitor after
    that, but not play under another name as long as it lasts.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if not key:
            return self._get_response(request)
        who = _shut_out(request, key)
        if who is not None and request.path.startswith(BY_THEMSELVES):
            # Answered as a visitor; the page that tells finds the session as it is.
            request.user = AnonymousUser()
            return self._get_response(request)
        return (_marked(request) if who is None else _mark(request, who)) or self._get_response(request)


def _shut_out(request: HttpRequest, key: str) -> User | None:
    """Whoever is shut out and was not told in this session."""
    user = request.user
    if user.is_authenticated:
        return user if isinstance(user, User) and user.barred else None
    return barring.ended_for(key) if request.session.session_key is None else None


def _marked(request: HttpRequest) -> HttpResponse | None:
    """Whoever logged in, or has no session, is not asked for the mark."""
    named = request.user.is_authenticated or request.session.session_key is None
    return None if named else _watch(request)


def _mark(request: HttpRequest, user: User) -> HttpResponse | None:
    """Remember who it is in a session that opens nothing, and lead to the message."""
    logout(request)
    request.session[BARRED] = user.pk
    answer = _watch(request, first=True)
    if answer is not None and user.barred:
        hold(request, answer, user)
    return answer


def _watch(request: HttpRequest, first: bool = False) -> HttpResponse | None:
    if request.path.startswith(STILL_OPEN) or not (first or request.method == "POST"):
        return None
    who = barred_person(request)
    code = None if who is None else barring.code_of(who)
    if code is None:
        return redirect("account_message") if first and not wants_json(request) else None
    if wants_json(request):
        return JsonResponse({"code": code, "message": sentence(Refusal(code))}, status=403)
    return redirect("account_message")
