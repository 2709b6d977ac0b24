"""The admin opens only for staff who have a second factor and used it in this session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
"""What counts as a second factor; recovery codes alone do not."""
_SET_UP = "second_factor_set_up_by"


class SecondFactor:
    """Sends staff without one to set it up, and those who did not use theirs yet to do so.

    The setting STAFF_SECOND_FACTOR turns this off for a site on a local network.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if not settings.STAFF_SECOND_FACTOR or match is None or "admin" not in match.app_names:
            return None
        if match.url_name in ("logout", "jsi18n") or not (request.user.is_authenticated and request.user.is_staff):
            return None
        if not is_mfa_enabled(request.user, types=FACTORS):
            messages.info(request, _("Moderators need a second factor: set up an app or a passkey, then come back."))
            return redirect("mfa_index")
        if not used_it(request):
            return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
        return None


def used_it(request: HttpRequest) -> bool:
    """Whether this very session proved the second factor: a session that only knows the password is not enough."""
    methods = {record["method"] for record in get_authentication_records(request, request.user)}
    return "mfa" in methods or request.session.get(_SET_UP) == request.user.pk


def connect() -> None:
    """Setting a factor up proves it."""
    authenticator_added.connect(_added, dispatch_uid="games.pages.people.staff")


def _added(sender: object, request: HttpRequest, user: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    if authenticator.type in FACTORS:
        request.session[_SET_UP] = user.pk
