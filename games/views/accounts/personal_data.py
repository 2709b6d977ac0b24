"""Views of personal data: overview, export, and deletion of the account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from asgiref.sync import sync_to_async
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import User
from games.rules.errors import Refusal
from games.services.accounts import deletion, erasure
from games.services.accounts.data_export import build_archive
from games.views.current_user import get_user
from games.views.reports.senders import get_suspended_person
from games.views.responses import is_within_rate_limit, respond_done, respond_refused, respond_too_many_requests

ERASED_AT_ONCE = 25
"""Games from which the name is erased during the request. The others follow within a day."""


@require_safe
def data_page(request: HttpRequest) -> HttpResponse:
    """Show what users can do with their data. Suspended users may see it too, to export their data."""
    user = _get_data_subject(request)
    if user is None:
        return redirect_to_login(request.path)
    return render(request, "accounts/personal_data.html", {"barred": user.barred})


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Stream all personal data as one ZIP archive."""
    user = _get_data_subject(request)
    if user is None:
        return redirect_to_login(request.path)
    if not is_within_rate_limit(request, "export"):
        return respond_too_many_requests(request)
    headers = {"Content-Disposition": 'attachment; filename="my-data.zip"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(_stream_archive(user), content_type="application/zip", headers=headers)


async def _stream_archive(user: User) -> AsyncIterator[bytes]:
    parts = build_archive(user)
    next_part = sync_to_async(lambda: next(parts, b""))
    while part := await next_part():
        yield part


def _needs_password(request: HttpRequest) -> bool:
    return not getattr(request.user, "is_guest", False)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Show what deleting the account does, or delete it on POST with ``sure=yes``.

    Accounts confirm their password or second factor first. Refuse with ``suspended`` and ``account_closed``.
    """
    user = get_user(request)
    if user is None:
        return redirect_to_login(request.path)
    try:
        response: HttpResponse = _confirm_or_erase(request, user)
    except ReauthenticationRequired:
        if request.method != "POST":
            raise
        # Start again with the page: typing the password must not delete the account by itself.
        return redirect("erase")
    return response


@reauthentication_required(enabled=_needs_password)  # type: ignore[untyped-decorator]
def _confirm_or_erase(request: HttpRequest, user: User) -> HttpResponse:
    if request.method == "POST" and request.POST.get("sure") == "yes":
        return _erase(request, user)
    return render(
        request, "accounts/delete_account.html", {"ends": deletion.preview_ended_games(user), "guest": user.is_guest}
    )


def _erase(request: HttpRequest, user: User) -> HttpResponse:
    users: list[Any] = [user, *user.guests.all()]
    try:
        deletion.delete_account(user)
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("account_message"))
    logout(request)
    for person in users:
        erasure.erase(User.objects.get(pk=person.pk), at_most=ERASED_AT_ONCE)
    return respond_done(
        request,
        reverse("lobby"),
        _("Your data was deleted. Your name will soon be gone from every game."),
    )


def _get_data_subject(request: HttpRequest) -> User | None:
    """Return the requesting user, or the suspended person of this browser, or None.

    A suspended person has proved no more than the password, so one with a second factor is left out.
    """
    suspended = None if request.user.is_authenticated else get_suspended_person(request)
    return get_user(request) if suspended is None or is_mfa_enabled(suspended) else suspended
