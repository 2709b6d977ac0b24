"""Playing without an account: a name, and a row that an account can grow out of later."""

import secrets

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.models import User
from games.pages.answers import done, problem, refused, safe_next, slow_down, wants_json, within_limit
from games.pages.online.forms import NameForm
from games.pages.people.held import require_free
from games.rules.errors import Refusal


def guest(request: HttpRequest) -> HttpResponse:
    """GET: the form for a name. POST: sits the visitor down under it and goes to `next`.

    Somebody who has a name already keeps it. Refused with 429 after too many guests from one address.
    """
    target = safe_next(request, reverse("lobby"))
    if request.user.is_authenticated:
        return done(request, target) if request.method == "POST" else redirect(target)
    if request.method != "POST":
        return render(request, "people/guest.html", {"form": NameForm(), "next": target})
    form = NameForm(request.POST)
    if not form.is_valid():
        return invalid_name(request, form, target)
    try:
        become_guest(request, form.cleaned_data["name"])
    except Refusal as refusal:
        return refused(request, refusal, target)
    return done(request, target)


def become_guest(request: HttpRequest, name: str) -> User:
    """A new guest called `name` (cleaned before), logged in for this session.

    Refused with `slow_down` after too many guests from one address, and with `held` where somebody was shut out.
    """
    require_free(request)
    if not within_limit(request, "guest"):
        raise slow_down()
    user = User(username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def invalid_name(request: HttpRequest, form: NameForm, target: str) -> HttpResponse:
    """The form again with what is wrong, or the same for a program."""
    if wants_json(request):
        code = form.errors.as_data()["name"][0].code or "invalid"
        return problem(request, code, str(form.errors["name"][0]), target, status=400)
    return render(request, "people/guest.html", {"form": form, "next": target}, status=400)
