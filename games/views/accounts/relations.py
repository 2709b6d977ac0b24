"""Friends page, and views that change a relation: follow, block and mute."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.accounts.names import MAX_LENGTH
from games.models import Relation, User
from games.queries import profiles
from games.queries import relations as relation_queries
from games.rules.errors import Refusal
from games.services.accounts import preferences as preference_service
from games.services.social import challenges
from games.services.social import relations as relation_service
from games.texts.accounts import ALLOWED
from games.texts.names import translate_name
from games.views.current_user import get_user
from games.views.matches.access import get_match
from games.views.responses import (
    get_next_url,
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)

MAX_PEOPLE = 200
"""Most people in a list, which shows the latest."""


class PermissionsForm(forms.Form):
    """Audience of the user's presence, and the users who may send challenges."""

    here_for = forms.ChoiceField(
        label=gettext_lazy("Who can see me online"), choices=list(ALLOWED.items()), widget=forms.RadioSelect
    )
    challenged_by = forms.ChoiceField(
        label=gettext_lazy("Who can challenge me"), choices=list(ALLOWED.items()), widget=forms.RadioSelect
    )


class PersonSearchForm(forms.Form):
    """Search for a person by name."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"maxlength": MAX_LENGTH, "autocomplete": "off", "spellcheck": "false"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def friends_page(request: HttpRequest) -> HttpResponse:
    """Show the page, or redirect to the profile of ``name``; on POST store the permissions.

    Refuse an invalid permission with ``no_choice``.
    """
    user = get_user(request)
    if user is None:
        return redirect_to_login(request.path)
    if request.method == "POST":
        return _save_permissions(request, user)
    search_form = PersonSearchForm(request.GET if "name" in request.GET else None)
    if not is_within_rate_limit(request, "profile"):
        return respond_too_many_requests(request)
    if search_form.is_valid():
        person = profiles.find_by_typed_name(search_form.cleaned_data["name"].strip())
        if person is not None and profiles.can_view_profile(person, user):
            return redirect("profile", name=profiles.get_profile_name(person))
        search_form.add_error("name", _("No profile with that name, or it's private."))
    return _render_friends_page(request, user, search_form)


def _save_permissions(request: HttpRequest, user: User) -> HttpResponse:
    form = PermissionsForm(request.POST)
    if not form.is_valid() or user.is_guest:
        return respond_problem(request, "no_choice", _("That option isn't available."), request.path, 400)
    for field, audience in form.cleaned_data.items():
        preference_service.set_audience(user, audience, field)
    return respond_done(request, reverse("friends"), _("Saved."))


def _render_friends_page(request: HttpRequest, user: User, search_form: PersonSearchForm) -> HttpResponse:
    lists = {kind.value: list(relation_queries.list_relations(user, kind)[:MAX_PEOPLE]) for kind in Relation.Kind}
    friends = relation_queries.list_friends(user)
    followed = _list_rows(user, [relation for relation in lists["follow"] if relation.whom.leaving_at is None], friends)
    context: dict[str, Any] = {
        "followed": followed,
        "followers": [
            relation for relation in relation_queries.list_followers(user)[:MAX_PEOPLE] if relation.by_id not in friends
        ],
        "blocked": lists["block"],
        "muted": lists["mute"],
        "challenges": challenges.filter_open(user),
        "search_form": search_form,
        "permissions_form": PermissionsForm(initial={"here_for": user.here_for, "challenged_by": user.challenged_by}),
    }
    return render(request, "accounts/friends.html", context, status=400 if search_form.errors else 200)


def _list_rows(user: User, followed: list[Relation], friends: set[int]) -> list[dict[str, Any]]:
    """Return the rows of the followed users: those online first, then friends."""
    online = relation_queries.list_visible_online(user, [relation.whom for relation in followed])
    rows = [_build_row(relation, relation.whom_id in online, relation.whom_id in friends) for relation in followed]
    return sorted(rows, key=lambda row: (not row["here"], not row["friend"]))


def _build_row(relation: Relation, is_online: bool, is_friend: bool) -> dict[str, Any]:
    other = relation.whom
    shows_profile = other.profile_for == "everybody" or (is_friend and other.profile_for == "friends")
    takes_challenges = other.challenged_by == "everybody" or (is_friend and other.challenged_by == "friends")
    name = profiles.get_profile_name(other)
    return {
        "tie": relation,
        "here": is_online,
        "friend": is_friend,
        "name": name,
        "shows": shows_profile and name,
        "takes": takes_challenges and name,
    }


DONE_TEXTS = {
    "follow": gettext_lazy("You now follow %(name)s."),
    "unfollow": gettext_lazy("You no longer follow %(name)s."),
    "block": gettext_lazy("You blocked %(name)s. They won't know."),
    "unblock": gettext_lazy("You unblocked %(name)s."),
    "mute": gettext_lazy("You muted %(name)s. They won't know."),
    "unmute": gettext_lazy("You unmuted %(name)s."),
}


@require_post
def change_relation_by_name(request: HttpRequest, name: str) -> HttpResponse:
    """Apply the action ``do``, one of ``relations.ACTIONS``, to the user of this name.

    Raise 404 if their profile is hidden and there is no relation to them.
    """
    other, user = profiles.get_by_name(name), get_user(request)
    if other is None or not (
        profiles.can_view_profile(other, user) or (user is not None and _has_relation(user, other))
    ):
        raise Http404
    return _change_relation(request, user, other)


@require_post
def change_relation_with_opponent(request: HttpRequest, code: str) -> HttpResponse:
    """Apply the action ``do`` to the opponent in a game of the user; raise 404 for other games."""
    user = get_user(request)
    game = get_match(code)
    if user is None or not game.players.filter(user=user).exists():
        raise Http404
    return _change_relation(request, user, relation_service.get_opponent(game, user))


@require_post
def change_listed_relation(request: HttpRequest) -> HttpResponse:
    """Apply the action ``do`` to the other user of the relation ``tie`` in the user's own lists."""
    user, number = get_user(request), request.POST.get("tie", "")
    if user is None:
        return _require_login(request)
    relations = relation_queries.list_followers(user) | Relation.objects.filter(by=user).select_related("by")
    is_number = number.isascii() and number.isdigit() and len(number) < 19
    relation = get_object_or_404(relations, pk=int(number)) if is_number else None
    if relation is None:
        raise Http404
    return _change_relation(request, user, relation.whom if relation.by_id == user.pk else relation.by)


def _change_relation(request: HttpRequest, user: User | None, other: User | None) -> HttpResponse:
    if user is None:
        return _require_login(request)
    if not is_within_rate_limit(request, "ties"):
        return respond_too_many_requests(request)
    action, next_url = request.POST.get("do", ""), get_next_url(request, reverse("friends"))
    if action not in relation_service.ACTIONS:
        return respond_problem(request, "invalid", _("Some choices are missing or unknown."), next_url, 400)
    try:
        if other is None:
            raise Refusal("no_such_person")
        relation_service.apply_action(action, user, other)
    except Refusal as refusal:
        return respond_refused(request, refusal, next_url)
    return respond_done(request, next_url, str(DONE_TEXTS[action]) % {"name": translate_name(other.shown)})


def _has_relation(user: User, other: User) -> bool:
    return Relation.objects.filter(by=user, whom=other).exists()


def _require_login(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return respond_problem(request, "forbidden", _("Choose a name first."), status=403)
    return redirect_to_login(reverse("friends"))
