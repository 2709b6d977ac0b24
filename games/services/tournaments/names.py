"""Erasure of names from tournaments. The entrants stay, with their results."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.models import Entrant, Tournament, TournamentAct, User
from games.services.tournaments.changes import change
from games.state.erasure import ERASED_NAME, ErasedPerson


def erase_person(person: User, names: frozenset[str]) -> None:
    """Erase the names of a person from the tournaments that they hosted or entered, and from the log there."""
    erased = ErasedPerson(person.pk, names=names)
    for tournament in Tournament.objects.filter(host=person):
        with change(tournament) as locked:
            locked.name, locked.host = erased.replace_in_text(locked.name), None
            locked.save(update_fields=["name", "host"])
    _erase_reasons(person, names)
    TournamentAct.objects.filter(who=person).update(who=None)
    for entrant in Entrant.objects.filter(user=person):
        erase_entrant(entrant)


def _erase_reasons(person: User, names: frozenset[str]) -> None:
    """Erase the names of a person from the reasons of acts by them, and of all acts where they entered."""
    entries = Entrant.objects.filter(user=person)
    erased = ErasedPerson(person.pk, names=names.union(entries.values_list("name", flat=True)))
    acts = TournamentAct.objects.filter(Q(who=person) | Q(tournament__in=entries.values("tournament")))
    for act in acts.exclude(reason=""):
        TournamentAct.objects.filter(pk=act.pk).update(reason=erased.replace_in_text(act.reason))


def erase_entrant(entrant: Entrant) -> bool:
    """Erase the name of an entrant, who takes part no longer. Return True, since that changes a row."""
    values = {"name": ERASED_NAME, "user": None, "left_at": entrant.left_at or timezone.now()}
    with change(entrant.tournament):
        Entrant.objects.filter(pk=entrant.pk).update(**values)
        for act in TournamentAct.objects.filter(entrant=entrant):
            before, after = _erase_name(act.before), _erase_name(act.after)
            TournamentAct.objects.filter(pk=act.pk).update(before=before, after=after, reason="")
    return True


def _erase_name(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "name": ERASED_NAME} if "name" in data else data
