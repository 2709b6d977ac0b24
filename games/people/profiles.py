"""Whose page about their games there is, under which name, and who may see it."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from games.models import Game, User
from games.models.people import EVERYBODY
from games.people import ties


def address(user: User) -> str:
    """Where a person's profile is for everybody; empty where there is none."""
    return reverse("profile", args=[name_of(user)]) if user.profile_for == EVERYBODY and name_of(user) else ""


def address_for(user: User, reader: User | None) -> str:
    """The same for one reader, who may be a friend."""
    return reverse("profile", args=[name_of(user)]) if name_of(user) and shown_to(user, reader) else ""


def of_seats(game: Game) -> list[tuple[str, str]]:
    """The name of each seat of a game and where it leads; nowhere where the seat was given another name than its person
    goes by."""
    users = {one.seat: one.user for one in game.players.select_related("user")}
    found = [(name, users.get(seat)) for seat, name in enumerate(game.seat_names)]
    return [(name, address(user) if user is not None and user.shown == name else "") for name, user in found]


def called(name: str) -> User | None:
    """The account that goes by this name on the site; None for guests, and for whoever has no name of their own now.

    Somebody whom moderators renamed has the new name alone. Where two have the same one, it is theirs who log in by it.
    """
    found = User.objects.filter(Q(username=name) | Q(display_name=name), is_guest=False, opponent="")
    named = [user for user in found if name_of(user) == name]
    return next((user for user in named if user.username == name), named[0] if len(named) == 1 else None)


def sought(name: str) -> User | None:
    """The account that somebody means who types a name, in whatever letters; None where it is nobody's or several's."""
    exact = called(name)
    if exact is not None:
        return exact
    found = User.objects.filter(Q(username__iexact=name) | Q(display_name=name), is_guest=False, opponent="")
    named = [one for one in found if name_of(one) and one.shown.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None


def shown_to(user: User, reader: User | None) -> bool:
    """Whether a reader may see a person's profile."""
    return ties.allows(user.profile_for, user, reader)


def name_of(user: User) -> str:
    """The name in the address. What a renamed person logs in by is nobody's business."""
    if user.is_guest or user.opponent or user.muted or user.leaving_at or user.closed_at:
        return ""
    same = user.shown.casefold() == user.username[:20].casefold()
    return user.username if same else user.shown
