"""Profile pages: games, ratings and statistics of a user, and on the user's own page the choice of its audience."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.names import MAX_LENGTH
from games.models import Result, User
from games.queries import profiles, ratings, relations, results
from games.queries.results import DAY_CHOICES, FactionVotes, ResultFilter
from games.services.accounts import preferences
from games.services.social import challenges
from games.state.result import OpponentKind
from games.texts.accounts import SEEN_BY, lately
from games.texts.choices import OUTCOMES, POOLS, SORTS
from games.texts.names import translate_name
from games.texts.opponents import OPPONENTS
from games.texts.table import format_faction
from games.views.current_user import get_user
from games.views.responses import is_within_rate_limit, respond_done, respond_problem, respond_too_many_requests

CHART_WIDTH, CHART_HEIGHT = 300, 90
CHART_MARGIN = 4
"""Space above and below the line, so that it is not clipped."""


@dataclass(frozen=True, slots=True)
class RatingChart:
    """History of a rating: the ``points`` of a polyline in an area of ``width`` by ``height``."""

    points: str
    first: int
    lowest: int
    highest: int
    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT


def build_rating_chart(ratings: Sequence[float]) -> RatingChart | None:
    """Return the chart of consecutive ratings, or None for fewer than two."""
    if len(ratings) < 2:
        return None
    low, high = min(ratings), max(ratings)
    step, span = CHART_WIDTH / (len(ratings) - 1), (high - low) or 1.0
    room = CHART_HEIGHT - 2 * CHART_MARGIN
    points = (f"{i * step:.1f},{CHART_MARGIN + room * (high - rating) / span:.1f}" for i, rating in enumerate(ratings))
    return RatingChart(" ".join(points), round(ratings[0]), round(low), round(high))


class AudienceForm(forms.Form):
    """Audience of the user's profile."""

    seen_by = forms.ChoiceField(
        label=gettext_lazy("Who can see this page"), choices=list(SEEN_BY.items()), widget=forms.RadioSelect
    )


class ListForm(forms.Form):
    """Filters of the list of games. An invalid value is ignored."""

    sort = forms.ChoiceField(label=gettext_lazy("Games"), choices=[("", gettext_lazy("all")), *SORTS], required=False)
    outcome = forms.ChoiceField(
        label=gettext_lazy("Result"), choices=[("", gettext_lazy("all")), *OUTCOMES], required=False
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("When"),
        choices=[("", gettext_lazy("any time")), *((days, lately(days)) for days in DAY_CHOICES)],
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
    """Show the profile of an account.

    Raise 404 both for an unknown name and for a profile that the reader may not see.
    """
    reader, user = get_user(request), profiles.get_by_name(name)
    if user is None or not profiles.can_view_profile(user, reader):
        raise Http404
    return _render_profile(request, user, reader)


@require_http_methods(["GET", "HEAD", "POST"])
def own_page(request: HttpRequest) -> HttpResponse:
    """Show the user's own profile, or on POST set its audience.

    A guest has a page too, which no other user sees. Refuse an invalid audience with ``no_choice``.
    """
    reader = get_user(request)
    if reader is None:
        return redirect_to_login(request.path)
    if request.method != "POST":
        return _render_profile(request, reader, reader)
    form = AudienceForm(request.POST)
    if not form.is_valid() or reader.is_guest:
        return respond_problem(request, "no_choice", _("That option isn't available."), request.path, 400)
    preferences.set_audience(reader, form.cleaned_data["seen_by"])
    return respond_done(request, request.path, _("Saved."))


def _render_profile(request: HttpRequest, user: User, reader: User | None) -> HttpResponse:
    if not is_within_rate_limit(request, "profile"):
        return respond_too_many_requests(request)
    form = ListForm(request.GET)
    form.is_valid()
    visible = results.filter_visible(reader, user)
    listed = results.filter_listed(reader, visible, user)
    counts = results.count_results(visible)
    standings = results.score_by_sort(counts)
    context = {
        "who": user,
        "own": user == reader,
        "standings": [
            (label, standings[OpponentKind(sort)]) for sort, label in SORTS if standings[OpponentKind(sort)].games
        ],
        "streaks": results.get_streaks(visible),
        "votes": _build_votes(results.count_faction_votes(counts)),
        "against": results.list_opponents(listed),
        **_build_ratings(user),
        **_build_history(request, listed, form),
    }
    if reader is not None and user != reader:
        context["tied"] = _build_relation(user, reader)
    if user == reader and not user.is_guest:
        context["audience"] = AudienceForm(initial={"seen_by": user.profile_for})
    return render(request, "accounts/profile.html", context)


def _build_ratings(user: User) -> dict[str, Any]:
    """Return the user's rating in each pool that the user has played in. Guests have none."""
    if user.is_guest:
        return {}
    rows = {row.pool: row for row in user.ratings.all()}
    entries: list[dict[str, Any]] = [
        {
            "label": label,
            "shown": ratings.show_rating(rows[pool]),
            "games": rows[pool].games,
            "curve": _build_chart(user, pool),
        }
        for pool, label in POOLS
        if pool in rows
    ]
    return {"ratings": entries, "unsure": any(not row["shown"].sure for row in entries), "rates": True}


def _build_chart(user: User, pool: str) -> RatingChart | None:
    """Return the chart of a rating, or None for a moment after moderators annulled its only game."""
    rows = ratings.list_rating_history(user, pool)
    return build_rating_chart([*(row.rating_before for row in rows[:1]), *(row.rating for row in rows)])


def _build_relation(user: User, reader: User) -> dict[str, Any]:
    """Return the reader's relation to the user, and the actions that it allows."""
    blocked = relations.has_relation(reader, relations.BLOCK, user)
    return {
        "name": profiles.get_profile_name(user),
        "follows": relations.has_relation(reader, relations.FOLLOW, user),
        "friend": relations.are_friends(user, reader),
        "blocked": blocked,
        "here": bool(relations.list_visible_online(reader, [user])),
        "challenge": not blocked and challenges.can_challenge(reader, user),
    }


def _build_history(request: HttpRequest, listed: results.Rows, form: ListForm) -> dict[str, Any]:
    filters = {name: value for name, value in form.cleaned_data.items() if value}
    rows = _filter_results(listed, form.cleaned_data)
    results_page, older = results.get_page(rows, request.GET.get("before", ""))
    more = urlencode({**filters, "before": results_page[-1].game.code}) if older else ""
    return {
        "form": form,
        "asked": bool(filters),
        "of": results.count_score(rows) if filters else None,
        "lines": list(_list_rows(results_page)),
        "more": more,
    }


def _filter_results(listed: results.Rows, filters: dict[str, Any]) -> results.Rows:
    """Return the results that match the filters, or none for an unknown opponent."""
    name = (filters.get("against") or "").strip()
    level = next((opponent.level for opponent in OPPONENTS.values() if opponent.name.casefold() == name.casefold()), "")
    other = profiles.get_by_name(name) if name and not level else None
    if name and not level and other is None:
        return listed.none()
    result_filter = ResultFilter(
        filters.get("sort") or "", filters.get("outcome") or "", filters.get("days"), other, level
    )
    return results.filter_results(listed, result_filter)


def _list_rows(page_rows: list[Result]) -> Iterator[dict[str, Any]]:
    for row in page_rows:
        # An opponent without an account has the name that was typed at the table.
        name = "" if row.other else translate_name(row.game.seat_names[1 - row.seat])
        yield {"row": row, "name": name}


def _build_votes(factions: list[FactionVotes]) -> list[dict[str, Any]]:
    """Return each faction with its share in percent, or an empty list without any votes."""
    if not any(faction.total for faction in factions):
        return []
    return [
        {"votes": faction, "name": format_faction(faction.faction), "part": _compute_percentage(faction)}
        for faction in factions
    ]


def _compute_percentage(votes: FactionVotes) -> int:
    return round(100 * votes.won / votes.total) if votes.total else 0
