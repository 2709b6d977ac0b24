"""Preferences of a request, their cookies, and the middleware that applies the user's language."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.accounts import preferences
from games.accounts.preferences import LANGUAGE, Preferences
from games.models import User
from games.queries import puzzle_progress


def get_preferences(request: HttpRequest) -> Preferences:
    """Return the preferences of the user, or those in the cookie of a visitor without a name."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return preferences.filter_valid(user.preferences)
    return preferences.read_cookie(request.COOKIES)


def get_preference(request: HttpRequest, name: str) -> preferences.Choice:
    """Return one preference, or its default if it was never chosen."""
    return preferences.with_defaults(get_preferences(request))[name]


def set_language_cookie(response: HttpResponse, language: str) -> None:
    """Set the language of this browser's pages and sockets."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def set_preferences_cookie(request: HttpRequest, response: HttpResponse, changes: Preferences) -> None:
    """Store these preferences besides the others in the cookie of a visitor without a name."""
    response.set_cookie(
        preferences.COOKIE,
        preferences.write_cookie({**get_preferences(request), **changes}),
        max_age=preferences.COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


class PreferredLanguageMiddleware:
    """Middleware that applies a user's language on all their devices.

    It comes after the authentication middleware. The browser's own preferences became the user's when the user got a
    name, so their cookies are deleted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate the user's language, and update the cookies."""
        if not _is_logged_in(request):
            return self._get_response(request)
        language = get_preferences(request).get(LANGUAGE)
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        if language is not None:
            translation.activate(str(language))
            request.LANGUAGE_CODE = str(language)
        response = self._get_response(request)
        if language not in (None, cookie) and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            set_language_cookie(response, str(language))
        for name in (preferences.COOKIE, puzzle_progress.COOKIE):
            if name in request.COOKIES:
                response.delete_cookie(name)
        return response


def _is_logged_in(request: HttpRequest) -> bool:
    """Return whether the visitor is logged in, without reading a session if there is no cookie."""
    return bool(request.COOKIES.get(settings.SESSION_COOKIE_NAME)) and request.user.is_authenticated
