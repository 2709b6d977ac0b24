"""What a person prefers goes with every page, and with the language in which pages speak to them."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.models import User
from games.people import preferences, puzzles
from games.people.preferences import LANGUAGE, Chosen


def chosen(request: HttpRequest) -> Chosen:
    """What whoever asks has chosen: with their account or guest, or else in this browser."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return preferences.fitting(user.preferences)
    return preferences.of_cookies(request.COOKIES)


def keep_language(response: HttpResponse, language: str) -> None:
    """Pages and sockets of this browser speak this language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def keep_nameless(request: HttpRequest, response: HttpResponse, now: Chosen) -> None:
    """The browser of somebody without a name keeps these choices beside all others."""
    response.set_cookie(
        preferences.COOKIE,
        preferences.to_cookie({**chosen(request), **now}),
        max_age=preferences.COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


class OwnLanguage:
    """Whoever chose a language is spoken to in it on all their devices; after the middleware that knows the person.

    What the browser kept before the person had a name is theirs by then, and goes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _known(request):
            return self._get_response(request)
        language = chosen(request).get(LANGUAGE)
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        if language is not None:
            translation.activate(str(language))
            request.LANGUAGE_CODE = str(language)
        response = self._get_response(request)
        if language not in (None, cookie) and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            keep_language(response, str(language))
        for cookie in (preferences.COOKIE, puzzles.COOKIE):
            if cookie in request.COOKIES:
                response.delete_cookie(cookie)
        return response


def _known(request: HttpRequest) -> bool:
    """Who brings no session is not asked for any."""
    return bool(request.COOKIES.get(settings.SESSION_COOKIE_NAME)) and request.user.is_authenticated
