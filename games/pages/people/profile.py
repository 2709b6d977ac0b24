"""The page about somebody's games, and one's own, where one chooses who else sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Result, User
from games.pages.answers import done, problem, too_many, within_limit
from games.pages.online.lobby import person
from games.pages.people.curves import Curve, curve
from games.people import profiles, ratings, results, ties
from games.people.names import MAX_LENGTH
from games.people.results import DAYS, FactionVotes, Wanted
from games.services.online import challenges
from games.services.people import showing
from games.stories.result import Sort
from games.words.choices import OUTCOMES, POOLS, SORTS
from games.words.history import SEEN_BY, lately
from games.words.minds import OPPONENTS
from games.words.table import faction_text


class AudienceForm(forms.Form):
    """Whom one shows one's profile."""

    seen_by = forms.ChoiceField(
        label=gettext_lazy("Who sees this page"), choices=list(SEEN_BY.items()), widget=forms.RadioSelect
    )


class ListForm(forms.Form):
    """What to list; whatever is no choice asks for nothing."""

    sort = forms.ChoiceField(label=gettext_lazy("Games"), choices=[("", gettext_lazy("all")), *SORTS], required=False)
    outcome = forms.ChoiceField(
        label=gettext_lazy("Result"), choices=[("", gettext_lazy("all")), *OUTCOMES], required=False
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("When"),
        choices=[("", gettext_lazy("at any time")), *((days, lately(days)) for days in DAYS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    against = forms.CharField(
        label=gettext_lazy("Opponent's name"),
        required=False,
        max_length=150,
        widget=forms.TextInput(attrs={"maxlength": MAX_LENGTH, "autocomplete": "off", "spellcheck": "false"}),
    )


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """An account's profile; 404 alike where nobody has that name, or its person shows the profile to nobody."""
    reader, found = person(request), profiles.called(name)
    if found is None or not profiles.shown_to(found, reader):
        raise Http404
    return _shown(request, found, reader)


@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """One's own, also a guest's, which nobody else sees. POST: chooses who sees it; refused with ``no_choice``."""
    reader = person(request)
    if reader is None:
        return redirect_to_login(request.path)
    if request.method != "POST":
        return _shown(request, reader, reader)
    form = AudienceForm(request.POST)
    if not form.is_valid() or reader.is_guest:
        return problem(request, "no_choice", _("That cannot be chosen."), request.path, 400)
    showing.show(reader, form.cleaned_data["seen_by"])
    return done(request, request.path, _("Kept."))


def _shown(request: HttpRequest, who: User, reader: User | None) -> HttpResponse:
    if not within_limit(request, "profile"):
        return too_many(request)
    form = ListForm(request.GET)
    form.is_valid()
    seen = results.seen_by(reader, who)
    listed = results.listed_for(reader, seen, who)
    sums = results.sums(seen)
    standings = results.standings(sums)
    context = {
        "who": who,
        "own": who == reader,
        "standings": [(label, standings[Sort(sort)]) for sort, label in SORTS if standings[Sort(sort)].games],
        "streaks": results.streaks(seen),
        "votes": _votes(results.faction_votes(sums)),
        "against": results.against(listed),
        **_ratings(who),
        **_list(request, listed, form),
    }
    if reader is not None and who != reader:
        context["tied"] = _tied(who, reader)
    if who == reader and not who.is_guest:
        context["audience"] = AudienceForm(initial={"seen_by": who.profile_for})
    return render(request, "people/profile.html", context)


def _ratings(who: User) -> dict[str, Any]:
    """What somebody's rating is for each kind of game they played for one; guests have none."""
    if who.is_guest:
        return {}
    rows = {one.pool: one for one in who.ratings.all()}
    told: list[dict[str, Any]] = [
        {"label": label, "shown": ratings.shown(rows[pool]), "games": rows[pool].games, "curve": _curve(who, pool)}
        for pool, label in POOLS
        if pool in rows
    ]
    return {"ratings": told, "unsure": any(not one["shown"].sure for one in told), "rates": True}


def _curve(who: User, pool: str) -> Curve | None:
    """None also in the moment in which moderators took away the only game."""
    rows = ratings.curve(who, pool)
    return curve([*(one.rating_before for one in rows[:1]), *(one.rating for one in rows)])


def _tied(who: User, reader: User) -> dict[str, Any]:
    """What the reader and this person are to each other, and may do."""
    blocked = ties.has(reader, ties.BLOCK, who)
    return {
        "name": profiles.name_of(who),
        "follows": ties.has(reader, ties.FOLLOW, who),
        "friend": ties.are_friends(who, reader),
        "blocked": blocked,
        "here": bool(ties.here_for(reader, [who])),
        "challenge": not blocked and challenges.may(reader, who),
    }


def _list(request: HttpRequest, listed: results.Rows, form: ListForm) -> dict[str, Any]:
    asked = {name: value for name, value in form.cleaned_data.items() if value}
    rows = _chosen(listed, form.cleaned_data)
    found, older = results.page(rows, request.GET.get("before", ""))
    more = urlencode({**asked, "before": found[-1].game.code}) if older else ""
    return {
        "form": form,
        "asked": bool(asked),
        "of": results.standing(rows) if asked else None,
        "lines": list(_lines(found)),
        "more": more,
    }


def _chosen(listed: results.Rows, told: dict[str, Any]) -> results.Rows:
    """The games that are asked for; none where there is nobody of that name."""
    name = (told.get("against") or "").strip()
    level = next((one.level for one in OPPONENTS.values() if one.name.casefold() == name.casefold()), "")
    other = profiles.called(name) if name and not level else None
    if name and not level and other is None:
        return listed.none()
    wanted = Wanted(told.get("sort") or "", told.get("outcome") or "", told.get("days"), other, level)
    return results.asked_for(listed, wanted)


def _lines(found: list[Result]) -> Iterator[dict[str, Any]]:
    for row in found:
        # At a table somebody without an account has the name that was typed there.
        name = "" if row.other else row.game.seat_names[1 - row.seat]
        yield {"row": row, "name": name}


def _votes(found: list[FactionVotes]) -> list[dict[str, Any]]:
    """Each faction with its part in percent; none where no votes were ever given."""
    if not any(one.of for one in found):
        return []
    return [{"votes": one, "name": faction_text(one.faction), "part": _part(one)} for one in found]


def _part(one: FactionVotes) -> int:
    return round(100 * one.won / one.of) if one.of else 0
