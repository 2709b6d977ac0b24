"""The page on which an account has its tokens: makes one, sees its secret once, ends those it has."""

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

from games.models.tokens import PLAY, READ
from games.pages.answers import done, post_only, refused, too_many, wants_json, within_limit
from games.pages.online.lobby import person
from games.rules.errors import Refusal
from games.services.people import tokens

SCOPES = {
    READ: gettext_lazy("Read: see what you see, and play nothing"),
    PLAY: gettext_lazy("Play: open and join games as you, marked as a program"),
}
LONGEST_KEY = 18
"""Digits of a number that every database can look for."""


class TokenForm(forms.Form):
    """What one token is for. What is wrong about it the service says."""

    name = forms.CharField(
        label=gettext_lazy("Name, for yourself"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": tokens.LONGEST, "autocomplete": "off", "required": True}),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may do"),
        choices=list(SCOPES.items()),
        initial=READ,
        required=False,
        widget=forms.RadioSelect,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """GET: one's tokens. POST of ``name`` and ``scope``: makes one, and shows its secret in the answer, this once."""
    user = person(request)
    if user is None:
        return redirect_to_login(request.path)
    if request.method != "POST":
        return _page(request)
    if not within_limit(request, "tokens"):
        return too_many(request)
    try:
        made, secret = tokens.make(user, request.POST.get("name", ""), request.POST.get("scope", ""))
    except Refusal as refusal:
        return refused(request, refusal, request.path)
    if wants_json(request):
        return done(request, request.path, id=made.pk, secret=secret)
    return _page(request, made=made, secret=secret)


@post_only
def end(request: HttpRequest) -> HttpResponse:
    """Ends the token with the number ``token``; what opened nothing any more stays so."""
    user = person(request)
    if user is None:
        return redirect_to_login(reverse("tokens"))
    key = request.POST.get("token", "")
    if key.isascii() and key.isdecimal() and len(key) <= LONGEST_KEY:
        tokens.end(user, int(key))
    return done(request, reverse("tokens"), _("Ended. Nothing opens with that token any more."))


def _page(request: HttpRequest, **made: Any) -> HttpResponse:
    user: Any = request.user
    rows = [] if user.is_guest else user.tokens.order_by("-pk")
    shown = [{"token": one, "may": SCOPES[one.scope]} for one in rows]
    return render(request, "people/tokens.html", {"tokens": shown, "form": TokenForm(), "most": tokens.MOST, **made})
