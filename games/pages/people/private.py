"""Pages with somebody's name on them: kept by no cache, and account pages only for accounts."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from games.pages.people.barred import BY_THEMSELVES

_FOR_ACCOUNTS = ("account_change_password", "account_set_password", "account_email")
_PREFIX_FOR_ACCOUNTS = "mfa_"
_NOT_FOR_ACCOUNTS_ALONE = ("mfa_authenticate", "mfa_login_webauthn")


class PersonalPages:
    """Every page of the site carries the visitor's name in its header, so all of them are `no-store`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        _prolong(request)
        if response.get("Content-Type", "").startswith(("text/html", "application/json")):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """A guest has no password to change and nothing to secure yet: they are sent to sign up first."""
        match = request.resolver_match
        if match is None or not _for_accounts(match.url_name or "") or not getattr(request.user, "is_guest", False):
            return None
        messages.info(request, _("Guests have no password. Sign up first; your games stay with you."))
        return redirect("account_signup")


def _prolong(request: HttpRequest) -> None:
    """Start a session's time anew once a day: it is the only key to a guest's games, and says when they were here."""
    if request.path.startswith(BY_THEMSELVES):
        # Its answer may come after that of a login, whose cookie must stay.
        return
    session, today = request.session, timezone.now().toordinal()
    looked_at = getattr(request, "_cached_user", None) is not None
    if looked_at and SESSION_KEY in session and today - session.get("prolonged", 0) >= 1:
        session["prolonged"] = today


def _for_accounts(name: str) -> bool:
    return name in _FOR_ACCOUNTS or (name.startswith(_PREFIX_FOR_ACCOUNTS) and name not in _NOT_FOR_ACCOUNTS_ALONE)
