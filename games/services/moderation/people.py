"""Acts on people: renames, warnings, mutes, suspensions and the like; and moderators' notes on people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import UTC, datetime
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.accounts.text_cleaning import clean_text
from games.eventlog import event_store
from games.messaging import broadcast
from games.models import Act, Game, PersonNote, Player, User
from games.rules.errors import Refusal
from games.services.accounts import suspensions
from games.services.moderation.actions import create_act
from games.services.moderation.games import validate_name
from games.services.moderation.permissions import (
    Justification,
    Moderator,
    clean_justification,
    require_impartial_to_person,
    require_permission,
)
from games.services.seat_rows import sync_rows
from games.state.game_state import Event, GameState, Status
from games.state.moderation import MODERATED_KIND, ActKind, get_permission

MAX_RENAMED_GAMES = 200
"""Number of finished games, newest first, in which a person's new name replaces the old one, besides all running games.
"""
MESSAGE_FIELD = "moderation_message"
WARNING_FIELD = "warned_at"
DATETIME_FIELDS = ("muted_until", "suspended_until", "closed_at", WARNING_FIELD)
_VOLATILE_FIELDS = {MESSAGE_FIELD, WARNING_FIELD}
"""Fields that a later act or the person may change without preventing the undo of an act."""


def rename_person(moderator: Moderator, person: User, name: str, justification: Justification) -> Act:
    """Rename a person, also in the person's games.

    Raise ``Refusal`` as ``_act_on_person`` does, and with ``bad_name``.
    """
    clean_name = validate_name(name, person)
    with transaction.atomic():
        act, person = _act_on_person(moderator, ActKind.RENAME, person, justification, {"display_name": clean_name})
        for game in _list_games(person):
            _rename_in_game(moderator, act, game, person, clean_name)
    return act


def warn_person(moderator: Moderator, person: User, justification: Justification) -> Act:
    """Show the message on the person's pages until the person acknowledges it.

    Raise ``Refusal`` as ``_act_on_person`` does, and with ``message_needed``.
    """
    return _act_on_account(moderator, ActKind.WARN, person, justification, {WARNING_FIELD: timezone.now()})


def acknowledge_warning(person: User) -> None:
    """Clear the warning of a person who has read it."""
    person.warned_at = None
    person.save(update_fields=[WARNING_FIELD])


def mute_person(moderator: Moderator, person: User, until: datetime | None, justification: Justification) -> Act:
    """Bar a person from chats, reports and names of their own until ``until``, or for good if it is None.

    Raise ``Refusal`` as ``_act_on_person`` does, and with ``bad_date`` or ``message_needed``.
    """
    _require_future(until)
    return _act_on_account(
        moderator, ActKind.MUTE, person, justification, {"muted_until": until, "muted_for_good": until is None}
    )


def suspend_person(moderator: Moderator, person: User, until: datetime | None, justification: Justification) -> Act:
    """Suspend a person until ``until``, and end all sessions. If it is None, call ``close_account`` instead.

    Raise ``Refusal`` as ``mute_person`` does.
    """
    if until is None:
        return close_account(moderator, person, justification)
    _require_future(until)
    return _act_on_account(moderator, ActKind.SUSPEND, person, justification, {"suspended_until": until})


def close_account(moderator: Moderator, person: User, justification: Justification) -> Act:
    """Close a person's account for good, and end all sessions.

    Raise ``Refusal`` as ``_act_on_person`` does, with ``message_needed``, and with ``already_so`` for a closed account.
    """
    if User.objects.filter(pk=person.pk).exclude(closed_at=None).exists():
        raise Refusal("already_so")
    return _act_on_account(moderator, ActKind.CLOSE, person, justification, {"closed_at": timezone.now()})


def end_sessions(moderator: Moderator, person: User, justification: Justification) -> Act:
    """Log a person out everywhere. The person can log in again, and a guest goes on in the same browser.

    Raise ``Refusal`` with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here`` or ``reason_needed``.
    """
    require_permission(moderator, get_permission(ActKind.END_SESSIONS))
    require_impartial_to_person(moderator, person)
    justification = clean_justification(justification)
    with transaction.atomic():
        act = create_act(moderator, ActKind.END_SESSIONS, justification, person=person)
        suspensions.end_sessions(person)
    return act


@dataclass(frozen=True, slots=True)
class ResetLink:
    """A link that resets a password, as a path on this site. It is shown once and not stored."""

    act: Act
    path: str = dataclass_field(repr=False)


def create_reset_link(moderator: Moderator, person: User, justification: Justification) -> ResetLink:
    """Create a link by which a person can choose a new password.

    It works once, for ``PASSWORD_RESET_TIMEOUT`` seconds, and no longer after a log-in. The act records the reason, but
    never the link. Raise ``Refusal`` with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here``,
    ``reason_needed``, and with ``no_such_person`` for guests, bots and closed accounts.
    """
    require_permission(moderator, get_permission(ActKind.RESET_LINK))
    require_impartial_to_person(moderator, person)
    justification = clean_justification(justification)
    if person.is_guest or person.opponent or person.closed_at is not None:
        raise Refusal("no_such_person")
    act = create_act(moderator, ActKind.RESET_LINK, justification, person=person)
    parts = {"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)}
    return ResetLink(act, reverse("account_reset_password_from_key", kwargs=parts))


def restore_person(moderator: Moderator, act: Act, undo: Act, justification: Justification) -> None:
    """Restore a person's fields to their values before ``act``. Raise ``Refusal`` with ``changed_since``."""
    person = _lock_person(act.person_id or 0)
    was, now = act.data["was"], act.data["now"]
    unchanged = {field for field, value in now.items() if _serialize(getattr(person, field)) == value}
    if set(now) - unchanged - _VOLATILE_FIELDS:
        raise Refusal("changed_since")
    _save(moderator, person, {field: _parse_value(field, was[field]) for field in unchanged}, justification)
    if act.what == ActKind.RENAME:
        games = Game.objects.filter(players__user=person, entries__kind=MODERATED_KIND, entries__data__act=act.pk)
        for game in games.distinct():
            _undo_in_game(moderator, act, undo, game, person)


def _act_on_account(
    moderator: Moderator, kind: ActKind, person: User, justification: Justification, fields: Mapping[str, Any]
) -> Act:
    message = clean_justification(justification, message_needed=True).message
    with transaction.atomic():
        act, person = _act_on_person(moderator, kind, person, justification, {**fields, MESSAGE_FIELD: message})
        if person.barred:
            suspensions.end_barred_sessions(person)
        elif person.muted:
            broadcast.notify_person(person.pk, "muted")
    return act


def _act_on_person(
    moderator: Moderator, kind: ActKind, person: User, justification: Justification, fields: Mapping[str, Any]
) -> tuple[Act, User]:
    """Set fields of a person, and create an act that records their old and new values.

    Raise ``Refusal`` with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here``, ``reason_needed``,
    ``no_such_person`` or ``already_so``.
    """
    require_permission(moderator, get_permission(kind))
    require_impartial_to_person(moderator, person)
    justification = clean_justification(justification)
    person = _lock_person(person.pk)
    was = {field: getattr(person, field) for field in fields}
    if all(was[field] == value for field, value in fields.items() if field != MESSAGE_FIELD):
        raise Refusal("already_so")
    data = {"was": _serialize_all(was), "now": _serialize_all(fields)}
    act = create_act(moderator, kind, justification, person=person, data=data)
    _save(moderator, person, fields, justification)
    return act, person


def _lock_person(pk: int) -> User:
    person = User.objects.select_for_update().filter(pk=pk, opponent="").first()
    if person is None:
        raise Refusal("no_such_person")
    return person


def _save(moderator: Moderator, person: User, fields: Mapping[str, Any], justification: Justification) -> None:
    for field, value in fields.items():
        setattr(person, field, value)
    row: Any = person
    row._history_user, row._change_reason = moderator.user, justification.reason[:100]
    person.save(update_fields=list(fields))


def _list_games(person: User) -> list[Game]:
    games = Game.objects.filter(players__user=person)
    running = games.filter(status__in=[Status.WAITING, Status.PLAYING])
    return [*running, *games.filter(status=Status.FINISHED).order_by("-changed_at")[:MAX_RENAMED_GAMES]]


def _rename_in_game(moderator: Moderator, act: Act, game: Game, person: User, name: str) -> None:
    """Log the new name in one game, unless the person has another name there."""
    seat = Player.objects.get(game=game, user=person).seat
    old = act.data["was"]["display_name"] or person.username[:20]

    def decide(state: GameState) -> Sequence[Event]:
        if state.names[seat] == name or not state.has_name(seat, old):
            return ()
        return [_build_judged(moderator, act, seat, {"what": ActKind.RENAME.value, "seat": seat, "name": name})]

    sync_rows(game, event_store.append_to_any(game, decide))


def _undo_in_game(moderator: Moderator, act: Act, undo: Act, game: Game, person: User) -> None:
    seat = Player.objects.get(game=game, user=person).seat

    def decide(state: GameState) -> Sequence[Event]:
        if not any(verdict.act == act.pk and verdict.holds(state) for verdict in state.verdicts):
            return ()
        return [_build_judged(moderator, undo, seat, {"what": ActKind.UNDO.value, "undoes": act.pk})]

    sync_rows(game, event_store.append_to_any(game, decide))


def _build_judged(moderator: Moderator, act: Act, seat: int, data: Mapping[str, Any]) -> Event:
    """Build the event of an act on a person, which concerns only one seat of the game."""
    return Event(
        MODERATED_KIND, data={"act": act.pk, "why": act.message, "only": seat, **data}, actor_id=moderator.user.pk
    )


def _require_future(until: datetime | None) -> None:
    if until is not None and until <= timezone.now():
        raise Refusal("bad_date")


def _serialize(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def _serialize_all(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {field: _serialize(value) for field, value in fields.items()}


def _parse_value(field: str, value: Any) -> Any:
    return parse_datetime(value) if field in DATETIME_FIELDS and value else value


# Notes on people, which only moderators read.

WRITE_NOTE, READ_NOTES = "games.write_personnote", "games.view_personnote"


def write_note(moderator: Moderator, person: User, text: str) -> PersonNote:
    """Write a note on a person. Raise ``Refusal`` with ``not_permitted``, ``own_account`` or ``text_needed``."""
    require_permission(moderator, WRITE_NOTE)
    if person.pk in moderator.selves:
        raise Refusal("own_account")
    text = clean_text(text)
    if not text:
        raise Refusal("text_needed")
    return PersonNote.objects.create(person=person, by=moderator.user, text=text)


def list_notes(moderator: Moderator, people: list[User]) -> QuerySet[PersonNote]:
    """Return the notes on these people that the moderator may read, newest first, without notes on the moderator."""
    if not moderator.user.has_perm(READ_NOTES):
        return PersonNote.objects.none()
    return PersonNote.objects.filter(person__in=people).exclude(person__in=moderator.selves).select_related("by")
