"""Subscriptions to notifications: push in this browser, and e-mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.rules.errors import Refusal
from games.services.notifications import emails, push_subscriptions
from games.services.notifications.push_subscriptions import SubscriptionKeys
from games.views.current_user import get_user
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
)


@require_post
def subscribe_push(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser to push by ``endpoint``, ``p256dh`` and ``auth``, while it is logged in.

    Refuse with ``forbidden``, ``no_push`` and 429.
    """
    user, session = get_user(request), request.session.session_key
    if user is None or session is None:
        return _respond_name_needed(request)
    if not is_within_rate_limit(request, "prefer"):
        return respond_too_many_requests(request)
    keys = SubscriptionKeys(*(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
    try:
        push_subscriptions.subscribe(user, session, keys, get_language() or "")
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("preferences"), 400)
    return respond_done(request, reverse("preferences"))


@require_post
def unsubscribe_push(request: HttpRequest) -> HttpResponse:
    """Unsubscribe the browser at ``endpoint``. Refuse with ``forbidden`` and 429."""
    user = get_user(request)
    if user is None:
        return _respond_name_needed(request)
    if not is_within_rate_limit(request, "prefer"):
        return respond_too_many_requests(request)
    push_subscriptions.unsubscribe(user, request.POST.get("endpoint", ""))
    return respond_done(request, reverse("preferences"))


def _respond_name_needed(request: HttpRequest) -> HttpResponse:
    return respond_problem(request, "forbidden", _("Choose a name first."), reverse("guest"), 403)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_email(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe the recipient of an e-mail by the link in it (RFC 8058).

    GET shows a button, because mail programs open links by themselves. POST needs no cookie and no log-in, because mail
    servers send it.
    """
    subscription = emails.read_unsubscribe_token(token)
    if subscription is None:
        raise Http404
    if request.method == "POST":
        emails.unsubscribe(*subscription)
    return render(request, "accounts/email_unsubscribe.html", {"done": request.method == "POST"})
