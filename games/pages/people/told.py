"""A browser says whether it wants to be told when it is its person's turn."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.pages.answers import done, post_only, problem, refused, too_many, within_limit
from games.pages.online.lobby import person
from games.rules.errors import Refusal
from games.services.notices import browsers
from games.services.notices.browsers import Keys


@post_only
def tell(request: HttpRequest) -> HttpResponse:
    """Tell this browser, as long as it is logged in: ``endpoint``, ``p256dh`` and ``auth`` of its subscription.

    Refused with ``forbidden``, ``no_push`` and 429.
    """
    who, session = person(request), request.session.session_key
    if who is None or session is None:
        return _nobody(request)
    if not within_limit(request, "prefer"):
        return too_many(request)
    keys = Keys(*(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
    try:
        browsers.tell(who, session, keys, get_language() or "")
    except Refusal as refusal:
        return refused(request, refusal, reverse("preferences"), 400)
    return done(request, reverse("preferences"))


@post_only
def hush(request: HttpRequest) -> HttpResponse:
    """Tell the browser at ``endpoint`` no more. Refused with ``forbidden`` and 429."""
    who = person(request)
    if who is None:
        return _nobody(request)
    if not within_limit(request, "prefer"):
        return too_many(request)
    browsers.hush(who, request.POST.get("endpoint", ""))
    return done(request, reverse("preferences"))


def _nobody(request: HttpRequest) -> HttpResponse:
    return problem(request, "forbidden", _("Choose a name first."), reverse("guest"), 403)
