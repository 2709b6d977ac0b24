"""Views of an account's API tokens: create one, show its secret once, and revoke one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models.people import PLAY, READ
from games.rules.errors import Refusal
from games.services.accounts import tokens
from games.views.current_user import get_user
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)

SCOPES = {
    READ: gettext_lazy("Read: see what you see, but not play"),
    PLAY: gettext_lazy("Play: create and join games as you, marked as a program"),
}
MAX_KEY_DIGITS = 18
"""Most digits of a primary key, so that it fits the integers of every database."""


class TokenForm(forms.Form):
    """Name and scope of a token. The service validates them."""

    name = forms.CharField(
        label=gettext_lazy("Name (only you see it)"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": tokens.MAX_NAME_LENGTH, "autocomplete": "off", "required": True}),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Permissions"),
        choices=list(SCOPES.items()),
        initial=READ,
        required=False,
        widget=forms.RadioSelect,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the user's tokens, or on POST create one with ``name`` and ``scope`` and show its secret once."""
    user = get_user(request)
    if user is None:
        return redirect_to_login(request.path)
    if request.method != "POST":
        return _render_page(request)
    if not is_within_rate_limit(request, "tokens"):
        return respond_too_many_requests(request)
    try:
        token, secret = tokens.create_token(user, request.POST.get("name", ""), request.POST.get("scope", ""))
    except Refusal as refusal:
        return respond_refused(request, refusal, request.path)
    if wants_json(request):
        return respond_done(request, request.path, id=token.pk, secret=secret)
    return _render_page(request, created=token, secret=secret)


@require_post
def revoke_token(request: HttpRequest) -> HttpResponse:
    """Revoke the token with the primary key ``token``, if it still exists."""
    user = get_user(request)
    if user is None:
        return redirect_to_login(reverse("tokens"))
    key = request.POST.get("token", "")
    if key.isascii() and key.isdecimal() and len(key) <= MAX_KEY_DIGITS:
        tokens.delete_token(user, int(key))
    return respond_done(request, reverse("tokens"), _("Token revoked."))


def _render_page(request: HttpRequest, **created: Any) -> HttpResponse:
    user: Any = request.user
    rows = [] if user.is_guest else user.tokens.order_by("-pk")
    items = [{"token": row, "scope": SCOPES[row.scope]} for row in rows]
    return render(
        request,
        "accounts/tokens.html",
        {"tokens": items, "form": TokenForm(), "max_tokens": tokens.MAX_TOKENS, **created},
    )
