"""Middleware of accounts: suspensions, warnings, session cookies, private pages, second factor of staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.models import User
from games.rules.errors import Refusal
from games.services.accounts import suspensions
from games.texts.refusals import get_refusal_sentence
from games.views.accounts.cooldown import set_cooldown_cookie
from games.views.passkeys import can_use_passkeys
from games.views.reports.senders import SUSPENDED_SESSION_KEY, get_suspended_person
from games.views.responses import wants_json

ALLOWED_WHEN_SUSPENDED = ("/account/message/", "/appeal/", "/i18n/", "/account/login/", "/rules/", "/privacy/")

BACKGROUND_PATHS = (
    "/notifications/",
    "/lobby/",
    "/watch/tables/",
    "/n/live/",
    "/worker.js",
    "/manifest.webmanifest",
    "/offline/",
)
"""Paths that browsers and open pages request by themselves, so a message there would not be read."""


class SuspensionMiddleware:
    """Middleware that locks out suspended and closed accounts, even if they still have a session.

    A browser whose session was ended by moderators is redirected to the message once. After that it may browse as a
    visitor, but not play under another name during the suspension.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Redirect a suspended user to the message, or pass the request on."""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if not key:
            return self._get_response(request)
        user = _get_suspended_user(request, key)
        if user is not None and request.path.startswith(BACKGROUND_PATHS):
            # Treat the request as a visitor's, and leave the session unchanged for the page with the message.
            request.user = AnonymousUser()
            return self._get_response(request)
        return (_check_marked_session(request) if user is None else _mark_session(request, user)) or self._get_response(
            request
        )


def _get_suspended_user(request: HttpRequest, key: str) -> User | None:
    """Return the suspended user of a session that has not been redirected yet, or None."""
    user = request.user
    if user.is_authenticated:
        return user if isinstance(user, User) and user.barred else None
    return suspensions.get_user_of_ended_session(key) if request.session.session_key is None else None


def _check_marked_session(request: HttpRequest) -> HttpResponse | None:
    """Redirect a marked session where it may not continue.

    Logged-in users and browsers without a session pass.
    """
    is_unmarked = request.user.is_authenticated or request.session.session_key is None
    return None if is_unmarked else _redirect_to_message(request)


def _mark_session(request: HttpRequest, user: User) -> HttpResponse | None:
    """Replace the session with one that only names the user, and redirect to the message."""
    logout(request)
    request.session[SUSPENDED_SESSION_KEY] = user.pk
    response = _redirect_to_message(request, first=True)
    if response is not None and user.barred:
        set_cooldown_cookie(request, response, user)
    return response


def _redirect_to_message(request: HttpRequest, first: bool = False) -> HttpResponse | None:
    if request.path.startswith(ALLOWED_WHEN_SUSPENDED) or not (first or request.method == "POST"):
        return None
    user = get_suspended_person(request)
    code = None if user is None else suspensions.get_refusal_code(user)
    if code is None:
        return redirect("account_message") if first and not wants_json(request) else None
    if wants_json(request):
        return JsonResponse({"code": code, "message": get_refusal_sentence(Refusal(code))}, status=403)
    return redirect("account_message")


# Warnings. A warned user has to acknowledge the message before opening another page.

ALLOWED_WHEN_WARNED = (*ALLOWED_WHEN_SUSPENDED, "/account/logout/", *BACKGROUND_PATHS)
"""Paths that a warned user may open, and background paths, where the message would not be read."""
GAME_START_PATHS = ("/new/", "/play/", "/t/new/")
"""Paths where programs start a game. A warning never interrupts a running game."""


class WarningMiddleware:
    """Middleware that redirects a warned user to the message.

    Forms of open pages pass, so that no input is lost.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Redirect a warned user, or pass the request on."""
        return (_show_warning(request) if _has_warning(request) else None) or self._get_response(request)


def _has_warning(request: HttpRequest) -> bool:
    """Return whether a warning is pending, without reading a session if there is no cookie."""
    if not request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        return False
    return isinstance(request.user, User) and request.user.warned_at is not None


def _show_warning(request: HttpRequest) -> HttpResponse | None:
    if wants_json(request):
        is_start = request.method == "POST" and request.path in GAME_START_PATHS
        content = {"code": "warned", "message": get_refusal_sentence(Refusal("warned"))}
        return JsonResponse(content, status=403) if is_start else None
    if (
        request.method not in ("GET", "HEAD")
        or request.path.startswith(ALLOWED_WHEN_WARNED)
        or not request.accepts("text/html")
    ):
        return None
    return redirect(f"{reverse('account_message')}?{urlencode({'next': request.get_full_path()})}")


# Session cookie


class CookieKeepingSessionMiddleware(SessionMiddleware):
    """Session middleware that deletes the session cookie only at log-out.

    Django's also deletes the cookie of a session that no longer exists. An open page may send such a cookie while the
    user logs in or signs up. If the response to that request comes last, it would delete the new cookie, which is a
    guest's only key to their games.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the response, deleting the session cookie only after a log-out."""
        session_response: HttpResponse = super().process_response(request, response)
        cookie = session_response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not getattr(request, "logged_out", False):
            del session_response.cookies[settings.SESSION_COOKIE_NAME]
        return session_response


def connect_logout_signal() -> None:
    """Connect the receiver that marks a request as a log-out, which may delete the cookie."""
    user_logged_out.connect(_mark_logout, dispatch_uid="games.views.accounts.middleware")


def _mark_logout(sender: object, request: Any, **kwargs: Any) -> None:
    if request is not None:
        request.logged_out = True


# Private pages

_ACCOUNT_URL_NAMES = ("account_change_password", "account_set_password", "account_email")
_EMAIL_URL_NAMES = (
    *("account_email", "account_confirm_email"),
    *("account_email_verification_sent", "account_reset_password_done"),
)
"""URL names of pages that ask for an e-mail address, or say that an e-mail was sent."""
_ACCOUNT_URL_PREFIX = "mfa_"
_PUBLIC_MFA_URL_NAMES = ("mfa_authenticate", "mfa_login_webauthn")


class PrivatePageMiddleware:
    """Middleware that marks pages ``no-store``, and keeps account pages for accounts.

    Every page has the visitor's name in its header, so no cache may store it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Extend the session, and forbid caches to store the response."""
        response = self._get_response(request)
        _extend_session(request)
        if response.get("Content-Type", "").startswith(("text/html", "application/json")):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Redirect guests from account pages to sign-up.

        A guest has no password to change and nothing to secure yet. Raise 404 for e-mail pages without a mail server.
        """
        match = request.resolver_match
        name = "" if match is None else match.url_name or ""
        if _needs_account(name) and getattr(request.user, "is_guest", False):
            messages.info(request, _("Guests have no password. Sign up first; you'll keep your games."))
            return redirect("account_signup")
        if name in _EMAIL_URL_NAMES and not settings.EMAIL_CONFIGURED:
            raise Http404
        return None


def _extend_session(request: HttpRequest) -> None:
    """Extend a session once a day. It is a guest's only key to their games, and dates the last visit."""
    if request.path.startswith(BACKGROUND_PATHS):
        # The response may come after that of a log-in, and must not replace its cookie.
        return
    session, today = request.session, timezone.now().toordinal()
    has_loaded_user = getattr(request, "_cached_user", None) is not None
    if has_loaded_user and SESSION_KEY in session and today - session.get("prolonged", 0) >= 1:
        session["prolonged"] = today


def _needs_account(name: str) -> bool:
    return name in _ACCOUNT_URL_NAMES or (name.startswith(_ACCOUNT_URL_PREFIX) and name not in _PUBLIC_MFA_URL_NAMES)


# Second factor of staff

FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
"""Types of authenticators that count as a second factor. Recovery codes alone do not."""
_SESSION_KEY = "second_factor_set_up_by"


class StaffSecondFactorMiddleware:
    """Middleware that opens the admin only to staff who used a second factor in this session.

    Other staff are redirected to set one up, or to use theirs. The setting STAFF_SECOND_FACTOR turns this off for a
    site on a local network.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Redirect staff on admin pages to their second factor."""
        match = request.resolver_match
        if not settings.STAFF_SECOND_FACTOR or match is None or "admin" not in match.app_names:
            return None
        if match.url_name in ("logout", "jsi18n") or not (request.user.is_authenticated and request.user.is_staff):
            return None
        if not is_mfa_enabled(request.user, types=FACTORS):
            if can_use_passkeys(request):
                wanted = _("Moderators need two-factor authentication: set up an authenticator app or a passkey first.")
                page = "mfa_index"
            else:
                wanted = _("Moderators need two-factor authentication: set up an authenticator app first.")
                page = "mfa_activate_totp"
            messages.info(request, wanted)
            return redirect(page)
        if not has_used_second_factor(request):
            return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
        return None


def has_used_second_factor(request: HttpRequest) -> bool:
    """Return whether this session used the second factor. The password alone is not enough."""
    methods = {record["method"] for record in get_authentication_records(request, request.user)}
    return "mfa" in methods or request.session.get(_SESSION_KEY) == request.user.pk


def connect_authenticator_signal() -> None:
    """Connect the receiver that counts a second factor as used in the session that set it up."""
    authenticator_added.connect(_mark_second_factor, dispatch_uid="games.views.accounts.middleware")


def _mark_second_factor(
    sender: object, request: HttpRequest, user: Any, authenticator: Authenticator, **kwargs: Any
) -> None:
    if authenticator.type in FACTORS:
        request.session[_SESSION_KEY] = user.pk
