"""What the site keeps about somebody: to be looked at, taken along, and erased."""

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
from games.pages.answers import done, refused, too_many, within_limit
from games.pages.online.lobby import person
from games.pages.reports.senders import barred_person
from games.rules.errors import Refusal
from games.services.people import erasing, leaving
from games.services.people.taking import archive

AT_ONCE = 25
"""Games out of which a name is taken while the person waits; the rest follows within a day."""


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What one can do with one's data; also for those who are shut out, who may take it along."""
    who = _who(request)
    if who is None:
        return redirect_to_login(request.path)
    return render(request, "people/data.html", {"barred": who.barred})


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """All of it as one file, sent while it is made."""
    who = _who(request)
    if who is None:
        return redirect_to_login(request.path)
    if not within_limit(request, "export"):
        return too_many(request)
    headers = {"Content-Disposition": 'attachment; filename="my-data.zip"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(_parts(who), content_type="application/zip", headers=headers)


async def _parts(who: User) -> AsyncIterator[bytes]:
    parts = archive(who)
    following = sync_to_async(lambda: next(parts, b""))
    while part := await following():
        yield part


def _needs_password(request: HttpRequest) -> bool:
    return not getattr(request.user, "is_guest", False)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """GET: what leaving for good does. POST with `sure`: does it.

    Accounts prove their password or second factor first. Refused with `suspended` and `account_closed`.
    """
    who = person(request)
    if who is None:
        return redirect_to_login(request.path)
    try:
        answer: HttpResponse = _asked(request, who)
    except ReauthenticationRequired:
        if request.method != "POST":
            raise
        # What is asked here must not happen by itself once the password is typed.
        return redirect("erase")
    return answer


@reauthentication_required(enabled=_needs_password)  # type: ignore[untyped-decorator]
def _asked(request: HttpRequest, who: User) -> HttpResponse:
    if request.method == "POST" and request.POST.get("sure") == "yes":
        return _erase(request, who)
    return render(request, "people/erase.html", {"ends": leaving.ends(who), "guest": who.is_guest})


def _erase(request: HttpRequest, who: User) -> HttpResponse:
    selves: list[Any] = [who, *who.guests.all()]
    try:
        leaving.leave(who)
    except Refusal as refusal:
        return refused(request, refusal, reverse("account_message"))
    logout(request)
    for one in selves:
        erasing.erase(User.objects.get(pk=one.pk), at_most=AT_ONCE)
    return done(
        request,
        reverse("lobby"),
        _("You have left. Your name goes from every game soon, where it is not gone already."),
    )


def _who(request: HttpRequest) -> User | None:
    """Who is shut out proved the password at most, so not with a second factor."""
    barred = None if request.user.is_authenticated else barred_person(request)
    return person(request) if barred is None or is_mfa_enabled(barred) else barred
