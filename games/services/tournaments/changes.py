"""Changes of tournaments: one at a time, and counted by the version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from games.models import Tournament, User
from games.queries.shared_deals import list_selves
from games.rules.errors import Refusal
from games.state.tournament.kinds import TournamentPhase


@contextmanager
def change(tournament: Tournament) -> Iterator[Tournament]:
    """Lock a tournament for a change, yield the locked row, and count the change at the end.

    The caller saves the fields that it sets. After an exception nothing is stored, and the version stays.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        yield locked
        locked.version += 1
        locked.save(update_fields=["version"])


@contextmanager
def change_as_host(tournament: Tournament, user: User) -> Iterator[Tournament]:
    """Lock a tournament for a change by its host; see ``change``. Raise ``Refusal`` with ``not_tournament_host``."""
    require_host(tournament, user)
    with change(tournament) as locked:
        yield locked


def is_host(tournament: Tournament, user: User | None) -> bool:
    """Return whether a user is the host, also as a guest or an account of the same person."""
    return user is not None and tournament.host_id is not None and tournament.host_id in list_selves(user)


def require_host(tournament: Tournament, user: User) -> None:
    """Raise ``Refusal`` with ``not_tournament_host`` unless the user is the host."""
    if not is_host(tournament, user):
        raise Refusal("not_tournament_host")


def require_not_muted(host: User) -> None:
    """Raise ``Refusal`` with ``muted``: a muted host names neither tournaments nor entrants."""
    if host.muted:
        raise Refusal("muted")


def require_unfinished(tournament: Tournament) -> None:
    """Raise ``Refusal`` with ``tournament_over`` if the tournament is finished."""
    if tournament.phase == TournamentPhase.FINISHED:
        raise Refusal("tournament_over")
