"""Profiles: their names and URLs, and who may see them."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from games.models import Game, User
from games.models.people import AUDIENCE_EVERYBODY
from games.queries import relations


def get_profile_url(user: User) -> str:
    """Return the URL of a public profile, empty where the person has none."""
    name = get_profile_name(user)
    return reverse("profile", args=[name]) if name and user.profile_for == AUDIENCE_EVERYBODY else ""


def list_seat_links(game: Game) -> list[tuple[str, str]]:
    """Return the name and the profile URL of each seat; no URL where the seat has another name than its person."""
    users = {player.seat: player.user for player in game.players.select_related("user")}
    seats = [(name, users.get(seat)) for seat, name in enumerate(game.seat_names)]
    return [(name, get_profile_url(user) if user is not None and user.shown == name else "") for name, user in seats]


def get_by_name(name: str) -> User | None:
    """Return the account with this profile name; None for guests, and for accounts without a profile name.

    A person renamed by moderators is found by the new name only. Of two accounts with a name, the one with that user
    name wins.
    """
    accounts = User.objects.filter(Q(username=name) | Q(display_name=name), is_guest=False, opponent="")
    named = [user for user in accounts if get_profile_name(user) == name]
    return next((user for user in named if user.username == name), named[0] if len(named) == 1 else None)


def find_by_typed_name(name: str) -> User | None:
    """Return the account for a typed name, in any case; None for an unknown or ambiguous name."""
    exact = get_by_name(name)
    if exact is not None:
        return exact
    accounts = User.objects.filter(Q(username__iexact=name) | Q(display_name=name), is_guest=False, opponent="")
    named = [user for user in accounts if get_profile_name(user) and user.shown.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None


def can_view_profile(user: User, reader: User | None) -> bool:
    """Return whether a reader may see a person's profile."""
    return relations.is_allowed(user.profile_for, user, reader)


def get_profile_name(user: User) -> str:
    """Return the name in the URL of a profile, empty where there is none.

    The user name that a renamed person logs in with stays private.
    """
    if user.is_guest or user.opponent or user.muted or user.leaving_at or user.closed_at:
        return ""
    is_username_shown = user.shown.casefold() == user.username[:20].casefold()
    return user.username if is_username_shown else user.shown
