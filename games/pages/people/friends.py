"""The page about the people one knows: who is here, who follows whom, and who may do what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import Tie, User
from games.pages.answers import done, problem, too_many, within_limit
from games.pages.online.lobby import person
from games.people import profiles, ties
from games.people.names import MAX_LENGTH
from games.services.online import challenges
from games.services.people import showing
from games.words.history import ALLOWED

SHOWN = 200
"""People of a list, the latest."""


class AllowForm(forms.Form):
    """What one allows to whom."""

    here_for = forms.ChoiceField(
        label=gettext_lazy("Who sees that I am here"), choices=list(ALLOWED.items()), widget=forms.RadioSelect
    )
    challenged_by = forms.ChoiceField(
        label=gettext_lazy("Who may challenge me"), choices=list(ALLOWED.items()), widget=forms.RadioSelect
    )


class FindForm(forms.Form):
    """Whom to look for."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"maxlength": MAX_LENGTH, "autocomplete": "off", "spellcheck": "false"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """GET: the page; with ``name`` it goes to that person's profile. POST: keeps what one allows, or is refused with
    ``no_choice``."""
    user = person(request)
    if user is None:
        return redirect_to_login(request.path)
    if request.method == "POST":
        return _allow(request, user)
    finding = FindForm(request.GET if "name" in request.GET else None)
    if not within_limit(request, "profile"):
        return too_many(request)
    if finding.is_valid():
        found = profiles.sought(finding.cleaned_data["name"].strip())
        if found is not None and profiles.shown_to(found, user):
            return redirect("profile", name=profiles.name_of(found))
        finding.add_error("name", _("There is nobody of that name whose page you may see."))
    return _page(request, user, finding)


def _allow(request: HttpRequest, user: User) -> HttpResponse:
    form = AllowForm(request.POST)
    if not form.is_valid() or user.is_guest:
        return problem(request, "no_choice", _("That cannot be chosen."), request.path, 400)
    for what, audience in form.cleaned_data.items():
        showing.show(user, audience, what)
    return done(request, reverse("friends"), _("Kept."))


def _page(request: HttpRequest, user: User, finding: FindForm) -> HttpResponse:
    lists = {kind.value: list(ties.of(user, kind)[:SHOWN]) for kind in Tie.Kind}
    friends = ties.friends_of(user)
    followed = _rows(user, [one for one in lists["follow"] if one.whom.leaving_at is None], friends)
    context: dict[str, Any] = {
        "followed": followed,
        "followers": [one for one in ties.followers(user)[:SHOWN] if one.by_id not in friends],
        "blocked": lists["block"],
        "muted": lists["mute"],
        "challenges": challenges.standing(user),
        "finding": finding,
        "allowing": AllowForm(initial={"here_for": user.here_for, "challenged_by": user.challenged_by}),
    }
    return render(request, "people/friends.html", context, status=400 if finding.errors else 200)


def _rows(user: User, followed: list[Tie], friends: set[int]) -> list[dict[str, Any]]:
    """Whom one follows: those who are here first, then friends."""
    here = ties.here_for(user, [one.whom for one in followed])
    rows = [_row(one, one.whom_id in here, one.whom_id in friends) for one in followed]
    return sorted(rows, key=lambda row: (not row["here"], not row["friend"]))


def _row(one: Tie, here: bool, friend: bool) -> dict[str, Any]:
    whom = one.whom
    shows = whom.profile_for == "everybody" or (friend and whom.profile_for == "friends")
    takes = whom.challenged_by == "everybody" or (friend and whom.challenged_by == "friends")
    name = profiles.name_of(whom)
    return {"tie": one, "here": here, "friend": friend, "name": name, "shows": shows and name, "takes": takes and name}
