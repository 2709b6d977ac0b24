"""Entrants of a tournament: people who join, leave and return by themselves."""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone

from games.accounts.signup import guest_signed_up
from games.models import Entrant, Tournament, User
from games.queries.shared_deals import list_selves
from games.rules.errors import Refusal
from games.services.tournaments.changes import change, require_unfinished

MAX_ENTRANTS = 64
"""Maximum number of people who take part at the same time."""


def connect_signals() -> None:
    """Connect the receiver that gives the entries of a guest the name of the new account."""
    guest_signed_up.connect(_rename_entries, dispatch_uid="games.services.tournaments.entrants")


def join_tournament(tournament: Tournament, user: User) -> Entrant:
    """Enter a tournament. A person who joins late takes part from the next round, and one who left returns.

    Joining twice is harmless. Raise ``Refusal`` with ``tournament_over``, ``tournament_full``, and with
    ``removed_by_host``.
    """
    with change(tournament) as locked:
        require_unfinished(locked)
        entrant = find_entrant(locked, user)
        if entrant is None:
            return create_entrant(locked, user.shown, user)
        if entrant.removed:
            raise Refusal("removed_by_host")
        if not entrant.is_active:
            restore(locked, entrant)
        return entrant


def require_open(tournament: Tournament) -> None:
    """Raise ``Refusal`` with ``tournament_over`` or ``tournament_full`` if nobody can join a tournament now."""
    require_unfinished(tournament)
    _require_room(tournament)


def leave_tournament(tournament: Tournament, user: User) -> None:
    """Leave a tournament after the current game. Leaving twice is harmless.

    Raise ``Refusal`` with ``tournament_over``, and with ``not_entered`` for a person who never joined.
    """
    with change(tournament) as locked:
        require_unfinished(locked)
        entrant = find_entrant(locked, user)
        if entrant is None:
            raise Refusal("not_entered")
        if entrant.is_active:
            entrant.left_at = timezone.now()
            entrant.save(update_fields=["left_at"])


def find_entrant(tournament: Tournament, user: User | None) -> Entrant | None:
    """Return the entry of a person, also as a guest or an account of the same person, or None."""
    if user is None:
        return None
    return Entrant.objects.filter(tournament=tournament, user__in=list_selves(user)).order_by("number").first()


def create_entrant(tournament: Tournament, name: str, user: User | None = None) -> Entrant:
    """Create an entrant of a locked tournament, from the next round on. Raise ``Refusal`` with ``tournament_full``."""
    _require_room(tournament)
    entrants = Entrant.objects.filter(tournament=tournament)
    number = (entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    next_round = tournament.rounds.count() + 1
    return Entrant.objects.create(tournament=tournament, user=user, name=name, number=number, joined_round=next_round)


def restore(tournament: Tournament, entrant: Entrant) -> None:
    """Let an entrant of a locked tournament take part again. Raise ``Refusal`` with ``tournament_full``."""
    _require_room(tournament)
    entrant.left_at, entrant.removed = None, False
    entrant.save(update_fields=["left_at", "removed"])


def _require_room(tournament: Tournament) -> None:
    if Entrant.objects.filter(tournament=tournament, left_at=None).count() >= MAX_ENTRANTS:
        raise Refusal("tournament_full", limit=MAX_ENTRANTS)


def _rename_entries(sender: object, user: User, old: str, **kwargs: object) -> None:
    """Give the entries of a new account its name, unless the host gave them another one."""
    for entrant in Entrant.objects.filter(user=user, name=old).select_related("tournament"):
        with change(entrant.tournament):
            Entrant.objects.filter(pk=entrant.pk).update(name=user.shown)
