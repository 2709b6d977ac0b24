"""Acts on people: their name, their voice, their account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import UTC, datetime
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.models import Act, Game, Player, User
from games.rules.errors import Refusal
from games.services.moderation.games import allowed_name
from games.services.moderation.judges import Judge, Why, cleaned, require_impartial_to, require_permission
from games.services.moderation.record import keep_rows, record
from games.services.people import barring
from games.store import log, personal
from games.stories.act_kinds import ActKind, permission_of
from games.stories.status import Status
from games.stories.story import Fact, Story
from games.stories.verdicts import JUDGED

FINISHED_RENAMED = 200
"""Finished games, the newest, in which a person's new name replaces the old one; all running ones besides."""
MESSAGE = "moderation_message"
WARNED = "warned_at"
MOMENTS = ("muted_until", "suspended_until", "closed_at", WARNED)
_MAY_HAVE_CHANGED = {MESSAGE, WARNED}
"""What a later act replaces, or the person ends by reading, without keeping an act from being undone."""


def rename(by: Judge, person: User, name: str, why: Why) -> Act:
    """Another name for a person, here and in their games. Refused as ``on_person``, and with ``bad_name``."""
    wanted = allowed_name(name, person)
    with transaction.atomic():
        act, person = _on_person(by, ActKind.RENAME, person, why, {"display_name": wanted})
        for game in _games_of(person):
            _rename_in(by, act, game, person, wanted)
    return act


def warn(by: Judge, person: User, why: Why) -> Act:
    """Show the message on the person's next page until they say that they read it. Refused as ``mute``."""
    return _on_account(by, ActKind.WARN, person, why, {WARNED: timezone.now()})


def acknowledge(person: User) -> None:
    """The person read the warning."""
    person.warned_at = None
    person.save(update_fields=[WARNED])


def mute(by: Judge, person: User, until: datetime | None, why: Why) -> Act:
    """No reports and no name of their own until then, or with None for good.

    Refused as ``on_person``, ``bad_date``, ``message_needed``.
    """
    _require_future(until)
    return _on_account(by, ActKind.MUTE, person, why, {"muted_until": until, "muted_for_good": until is None})


def suspend(by: Judge, person: User, until: datetime | None, why: Why) -> Act:
    """Log a person out everywhere and keep them out until then. With None, for good, it is ``close`` in everything.

    Refused as ``mute``.
    """
    if until is None:
        return close(by, person, why)
    _require_future(until)
    return _on_account(by, ActKind.SUSPEND, person, why, {"suspended_until": until})


def close(by: Judge, person: User, why: Why) -> Act:
    """Log a person out everywhere and for good. Refused as ``mute``; ``already_so`` for a closed account."""
    if User.objects.filter(pk=person.pk).exclude(closed_at=None).exists():
        raise Refusal("already_so")
    return _on_account(by, ActKind.CLOSE, person, why, {"closed_at": timezone.now()})


def end_sessions(by: Judge, person: User, why: Why) -> Act:
    """Log a person out everywhere, now; they may log in again, and a guest goes on in the same browser.

    Refused with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here`` and ``reason_needed``.
    """
    require_permission(by, permission_of(ActKind.END_SESSIONS))
    require_impartial_to(by, person)
    why = cleaned(why)
    with transaction.atomic():
        act = record(by, ActKind.END_SESSIONS, why, person=person)
        barring.end_sessions(person)
    return act


@dataclass(frozen=True, slots=True)
class Linked:
    """The address on this site, without its host, where a new password is chosen. It is shown once and kept nowhere."""

    act: Act
    path: str = dataclass_field(repr=False)


def reset_link(by: Judge, person: User, why: Why) -> Linked:
    """A link by which a person who forgot the password chooses another one.

    It works once, for ``PASSWORD_RESET_TIMEOUT`` seconds, and no more after a log-in. The record keeps that and why it
    was made, never the link. Refused with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here``,
    ``reason_needed`` and, for guests and closed accounts, ``no_such_person``.
    """
    require_permission(by, permission_of(ActKind.RESET_LINK))
    require_impartial_to(by, person)
    why = cleaned(why)
    if person.is_guest or person.opponent or person.closed_at is not None:
        raise Refusal("no_such_person")
    act = record(by, ActKind.RESET_LINK, why, person=person)
    parts = {"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)}
    return Linked(act, reverse("account_reset_password_from_key", kwargs=parts))


def set_back(by: Judge, act: Act, undo: Act, why: Why) -> None:
    """Set a person's fields back to what they were before ``act``. Refused with ``changed_since``."""
    person = _locked(act.person_id or 0)
    was, now = act.data["was"], act.data["now"]
    kept = {field for field, value in now.items() if _plain(getattr(person, field)) == value}
    if set(now) - kept - _MAY_HAVE_CHANGED:
        raise Refusal("changed_since")
    _save(by, person, {field: _value(field, was[field]) for field in kept}, why)
    if act.what == ActKind.RENAME:
        told = Game.objects.filter(players__user=person, entries__kind=JUDGED, entries__data__act=act.pk)
        for game in told.distinct():
            _undo_in(by, act, undo, game, person)


def _on_account(by: Judge, kind: ActKind, person: User, why: Why, fields: Mapping[str, Any]) -> Act:
    message = cleaned(why, message_needed=True).message
    with transaction.atomic():
        act, person = _on_person(by, kind, person, why, {**fields, MESSAGE: message})
        if person.barred:
            barring.shut_out(person)
        elif person.muted:
            personal.tell(person.pk, "muted")
    return act


def _on_person(by: Judge, kind: ActKind, person: User, why: Why, fields: Mapping[str, Any]) -> tuple[Act, User]:
    """Set fields of a person, with the record of what they were.

    Refused with ``not_permitted``, ``own_account``, ``above_you``, ``plays_here``, ``reason_needed``, ``already_so``.
    """
    require_permission(by, permission_of(kind))
    require_impartial_to(by, person)
    why = cleaned(why)
    person = _locked(person.pk)
    was = {field: getattr(person, field) for field in fields}
    if all(was[field] == value for field, value in fields.items() if field != MESSAGE):
        raise Refusal("already_so")
    data = {"was": _plain_all(was), "now": _plain_all(fields)}
    act = record(by, kind, why, person=person, data=data)
    _save(by, person, fields, why)
    return act, person


def _locked(pk: int) -> User:
    found = User.objects.select_for_update().filter(pk=pk, opponent="").first()
    if found is None:
        raise Refusal("no_such_person")
    return found


def _save(by: Judge, person: User, fields: Mapping[str, Any], why: Why) -> None:
    for field, value in fields.items():
        setattr(person, field, value)
    row: Any = person
    row._history_user, row._change_reason = by.user, why.reason[:100]
    person.save(update_fields=list(fields))


def _games_of(person: User) -> list[Game]:
    mine = Game.objects.filter(players__user=person)
    running = mine.filter(status__in=[Status.WAITING, Status.PLAYING])
    return [*running, *mine.filter(status=Status.FINISHED).order_by("-changed_at")[:FINISHED_RENAMED]]


def _rename_in(by: Judge, act: Act, game: Game, person: User, name: str) -> None:
    """Tell of the new name in one game, where the person goes by another."""
    seat = Player.objects.get(game=game, user=person).seat
    old = act.data["was"]["display_name"] or person.username[:20]

    def decide(story: Story) -> Sequence[Fact]:
        if story.names[seat] == name or not story.goes_by(seat, old):
            return ()
        return [_told(by, act, seat, {"what": ActKind.RENAME.value, "seat": seat, "name": name})]

    keep_rows(game, log.append_to(game, decide))


def _undo_in(by: Judge, act: Act, undo: Act, game: Game, person: User) -> None:
    seat = Player.objects.get(game=game, user=person).seat

    def decide(story: Story) -> Sequence[Fact]:
        if not any(one.act == act.pk and one.holds(story) for one in story.verdicts):
            return ()
        return [_told(by, undo, seat, {"what": ActKind.UNDO.value, "undoes": act.pk})]

    keep_rows(game, log.append_to(game, decide))


def _told(by: Judge, act: Act, seat: int, data: Mapping[str, Any]) -> Fact:
    """An entry that concerns one seat only."""
    return Fact(JUDGED, data={"act": act.pk, "why": act.message, "only": seat, **data}, actor_id=by.user.pk)


def _require_future(until: datetime | None) -> None:
    if until is not None and until <= timezone.now():
        raise Refusal("bad_date")


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def _plain_all(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {field: _plain(value) for field, value in fields.items()}


def _value(field: str, value: Any) -> Any:
    return parse_datetime(value) if field in MOMENTS and value else value
