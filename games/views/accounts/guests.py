"""Guests: players without an account, who can keep their name and games when they sign up."""

import secrets

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.models import User
from games.rules.errors import Refusal
from games.views.accounts.cooldown import require_no_cooldown
from games.views.matches.forms import NameForm
from games.views.responses import (
    get_next_url,
    is_within_rate_limit,
    rate_limit_refusal,
    respond_done,
    respond_problem,
    respond_refused,
    wants_json,
)


@require_http_methods(["GET", "HEAD", "POST"])
def guest_page(request: HttpRequest) -> HttpResponse:
    """Show the form, or on POST create a guest and redirect to ``next``.

    A visitor with a name keeps it. Respond with 429 after too many guests from one address.
    """
    target = get_next_url(request, reverse("lobby"))
    if request.user.is_authenticated:
        return respond_done(request, target) if request.method == "POST" else redirect(target)
    if request.method != "POST":
        return render(request, "accounts/guest.html", {"form": NameForm(), "next": target})
    form = NameForm(request.POST)
    if not form.is_valid():
        return respond_invalid_name(request, form, target)
    try:
        create_guest(request, form.cleaned_data["name"])
    except Refusal as refusal:
        return respond_refused(request, refusal, target)
    return respond_done(request, target)


def create_guest(request: HttpRequest, name: str, scope: str = "guest") -> User:
    """Create a guest with a cleaned ``name``, and log it in for this session; ``scope`` is that of the rate limit.

    Raise ``Refusal`` with ``slow_down`` after too many guests from one address, and with ``held`` during a cooldown.
    """
    require_no_cooldown(request)
    if not is_within_rate_limit(request, scope):
        raise rate_limit_refusal()
    user = User(username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def respond_invalid_name(request: HttpRequest, form: NameForm, target: str) -> HttpResponse:
    """Show the form with its error, or return the error as JSON."""
    if wants_json(request):
        code = form.errors.as_data()["name"][0].code or "invalid"
        return respond_problem(request, code, str(form.errors["name"][0]), target, status=400)
    return render(request, "accounts/guest.html", {"form": form, "next": target}, status=400)
