"""The cookie of a browser's session goes with a log-out alone, and not with what an open page asks for by itself."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse


class Sessions(SessionMiddleware):
    """Django's, which also takes the cookie off whoever brings one of a session that is no more.

    A page that is open asks with the cookie that it has. Where its answer comes after that of a login or a sign-up,
    which gave the browser another one, it would take that one along, and with it a guest's only key to their games.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer: HttpResponse = super().process_response(request, response)
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not getattr(request, "left", False):
            del answer.cookies[settings.SESSION_COOKIE_NAME]
        return answer


def connect() -> None:
    """Make log-outs take the cookie along."""
    user_logged_out.connect(_left, dispatch_uid="games.pages.people.session_cookie")


def _left(sender: object, request: Any, **kwargs: Any) -> None:
    if request is not None:
        request.left = True
