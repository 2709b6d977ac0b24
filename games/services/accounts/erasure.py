"""Erasure of a deleted account's names from games and evidence.

No page, export or record has the names afterwards. The games stay, with nameless seats, and so do the acts of
moderators with their reasons.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Exists, OuterRef, ProtectedError, Q, QuerySet
from django.utils import timezone

from games.eventlog import event_store, redaction
from games.models import Act, Appeal, Device, Entry, Game, Player, Proposal, Report, SharedDeal, User
from games.services.accounts.deletion import end_games, has_open_case, list_names
from games.services.tournaments import names as tournament_names
from games.state.erasure import ERASED_KIND, ERASED_NAME, ErasedPerson
from games.state.game_state import GameState
from games.state.moderation import MODERATED_KIND, ActKind

HAS_EVIDENCE = Q(reports__isnull=False) | Q(acts__isnull=False) | Q(proposals__isnull=False)
"""Condition for games with reports, acts or proposals."""


def anonymize_game(game: Game, erased: ErasedPerson) -> None:
    """Remove the names from the reports, acts and proposals about a game."""
    for reports in (Report.objects.filter(game=game), Report.history.filter(game=game)):
        _anonymize_reports(reports, erased)
    _anonymize_acts(Q(game=game), erased)
    for proposal in Proposal.objects.filter(game=game):
        _rewrite(
            Proposal.objects.filter(pk=proposal.pk), proposal, _anonymize_texts(proposal, erased, "reason", "message")
        )


def anonymize_person(person: User, names: frozenset[str]) -> None:
    """Remove the names from the reports, acts and appeals about a person."""
    erased = ErasedPerson(person.pk, names=names)
    for reports in (Report.objects.filter(person=person), Report.history.filter(person=person)):
        _anonymize_reports(reports, erased)
    _anonymize_acts(Q(person=person), erased)
    for appeals in (Appeal.objects, Appeal.history):
        own: Any = appeals.filter(Q(person=person) | Q(act__person=person))
        for appeal in own:
            _rewrite(
                own.model._base_manager.filter(pk=appeal.pk), appeal, _anonymize_texts(appeal, erased, "text", "note")
            )


def _anonymize_reports(reports: QuerySet[Any], erased: ErasedPerson) -> None:
    for report in reports:
        snapshot = {**report.snapshot, "names": erased.replace_names(report.snapshot.get("names", ()))}
        if "said" in snapshot:
            snapshot["said"] = [_anonymize_message(message, erased) for message in snapshot["said"]]
        values = {**_anonymize_texts(report, erased, "text", "note"), "snapshot": snapshot}
        _rewrite(reports.model._base_manager.filter(pk=report.pk), report, values)


def _anonymize_message(message: dict[str, Any], erased: ErasedPerson) -> dict[str, Any]:
    return {**message, "text": erased.replace_in_text(message["text"])} if "text" in message else message


def _anonymize_acts(condition: Q, erased: ErasedPerson) -> None:
    """Remove the names from acts, by the only update that acts ever get."""
    for act in Act.objects.filter(condition):
        values = {**_anonymize_texts(act, erased, "reason", "message"), "data": _anonymize_data(act.data, erased)}
        _rewrite(models.QuerySet(Act).filter(pk=act.pk), act, values)


def _anonymize_data(data: dict[str, Any], erased: ErasedPerson) -> dict[str, Any]:
    """Return the data of an act without the names of a seat, or of a person before and after the act."""
    if "name" in data:
        is_own = data["user"] == erased.user if "user" in data else data.get("seat") in erased.seats
        data = {**data, "name": ERASED_NAME if is_own or data["name"] in erased.names else data["name"]}
    for when in ("was", "now"):
        if data.get(when, {}).get("display_name") in erased.names:
            data = {**data, when: {**data[when], "display_name": ERASED_NAME}}
    return data


def _anonymize_texts(row: Any, erased: ErasedPerson, *fields: str) -> dict[str, str]:
    return {field: erased.replace_in_text(getattr(row, field)) for field in fields}


def _rewrite(rows: QuerySet[Any], row: Any, values: dict[str, Any]) -> None:
    """Update a row if its values differ."""
    if any(getattr(row, field) != value for field, value in values.items()):
        rows.update(**values)


BATCH_SIZE = 100
"""Maximum number of games in one run. The next run goes on with the rest."""


def erase(person: User, at_most: int = BATCH_SIZE) -> bool:
    """Erase a deleted person, in at most ``at_most`` games, and return whether nothing is left to erase.

    Each game takes one transaction, and games come first. Evidence is kept while ``deletion.has_open_case``. It can be
    interrupted and run again.
    """
    end_games(person)
    if person.erased_at is not None:
        return True
    names = list_names(person)
    games = list(_filter_games_to_erase(person)[: at_most + 1])
    for game in games[:at_most]:
        _erase_in_game(game, person, names)
    if len(games) > at_most or has_open_case(person):
        return False
    for game in Game.objects.filter(_is_erased(person)).filter(HAS_EVIDENCE).distinct():
        with transaction.atomic():
            anonymize_game(game, build_erased_person(event_store.load_state(game.pk), person, names))
    with transaction.atomic():
        _erase_rows(person, names)
    return True


def has_games_left(person: User) -> bool:
    """Return whether the name of a deleted person is still in a game."""
    return _filter_games_to_erase(person).exists()


def _erase_in_game(game: Game, person: User, names: frozenset[str]) -> None:
    redaction.erase_names(game, lambda state: build_erased_person(state, person, names))
    Player.objects.filter(game=game, user=person).update(name=ERASED_NAME)


def build_erased_person(state: GameState, person: User, names: frozenset[str]) -> ErasedPerson:
    """Return the seats, devices and names in a game that belong only to the person."""
    players = Player.objects.filter(game=state.game_id)
    seats = frozenset(players.filter(user=person).values_list("seat", flat=True))
    others = {state.names[seat] for seat in players.exclude(user=person).values_list("seat", flat=True)}
    devices = Device.objects.filter(game=state.game_id, user=person).values_list("pk", flat=True)
    return ErasedPerson(person.pk, seats, frozenset(devices), names - others)


def _filter_games_to_erase(person: User) -> QuerySet[Game]:
    """Return the games in which a person took part and has not been erased yet."""
    played = Player.objects.filter(user=person).values("game")
    visited = Device.objects.filter(user=person).values("game")
    acted = Entry.objects.filter(actor=person).exclude(kind=MODERATED_KIND).values("game")
    given = Act.objects.filter(what=ActKind.GIVE_BACK, data__user=person.pk).values("game")
    conditions = (models.Q(pk__in=games) for games in (played, visited, acted, given))
    return Game.objects.exclude(_is_erased(person)).filter(models.Q(*conditions, _connector=models.Q.OR)).order_by("pk")


def _is_erased(person: User) -> Exists:
    return Exists(Entry.objects.filter(game=OuterRef("pk"), kind=ERASED_KIND, data__user=person.pk))


def _erase_rows(person: User, names: frozenset[str]) -> None:
    anonymize_person(person, names)
    log_entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk)
    )
    log_entries.update(object_repr=ERASED_NAME)
    Device.objects.filter(user=person).update(user=None)
    SharedDeal.objects.filter(creator=person).update(creator=None)
    tournament_names.erase_person(person, names)
    for relation in User._meta.related_objects:
        if relation.on_delete is models.CASCADE:
            relation.related_model._base_manager.filter(**{relation.field.name: person}).delete()
    User.objects.filter(pk=person.pk).update(
        username=f"gone-{secrets.token_hex(8)}",
        display_name="",
        first_name="",
        last_name="",
        moderation_message="",
        names_left=[],
        preferences={},
        last_login=None,
        erased_at=timezone.now(),
    )
    _delete_unless_needed(person)
    User.history.filter(id=person.pk).delete()


def _delete_unless_needed(person: User) -> None:
    """Delete the user's row too, unless a log or an act refers to it."""
    if Entry.objects.filter(actor=person).exists():
        return
    try:
        with transaction.atomic():
            User.objects.get(pk=person.pk).delete()
    except ProtectedError:
        return
