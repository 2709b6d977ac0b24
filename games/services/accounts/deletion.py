"""Deletion of accounts. An account is closed and its games are ended at once; its names are erased later."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import retention_periods
from games.accounts.names import reserve_names
from games.eventlog import event_store
from games.messaging import broadcast
from games.messaging.broadcast import build_person_tag
from games.models import Act, Appeal, Game, LoginSession, Player, Report, Token, User
from games.models.moderation import QueueStatus
from games.rules.errors import Refusal
from games.services.accounts import suspensions
from games.services.matches import cancellation, play
from games.state.erasure import ERASED_NAME
from games.state.game_state import Mode, Status
from games.state.match_state import MatchState


def list_names(person: User) -> frozenset[str]:
    """Return the stored names that a person has or had, including the names recorded at the deletion."""
    names = {person.username, person.username[:20], person.display_name, *person.names_left}
    for past in User.history.filter(id=person.pk).values_list("username", "display_name"):
        names.update(past)
    for data in Act.objects.filter(person=person).values_list("data", flat=True):
        names.update(str(data.get(when, {}).get("display_name", "")) for when in ("was", "now"))
    names.update(Player.objects.filter(user=person).values_list("name", flat=True))
    return frozenset(names - {"", ERASED_NAME})


UNDECIDED = (QueueStatus.OPEN, QueueStatus.CLAIMED)


def delete_account(user: User) -> None:
    """Delete an account and the guests of the same person. Afterwards no browser can log in as them.

    Open invitations and casual games without a card are cancelled, all other games resigned. The names are erased later
    by ``games.services.accounts.erasure``. Deleting an account twice is harmless. Raise ``Refusal`` with ``suspended``
    or ``account_closed``, so that deletion is no way out of a suspension.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        code = suspensions.get_refusal_code(person)
        if code is not None:
            raise Refusal(code)
        selves = [person, *person.guests.all()]
        close_accounts(selves)
    for person in selves:
        end_games(person)


def close_accounts(people: Iterable[User]) -> None:
    """Close accounts for good.

    Their passwords, addresses, sessions, tokens and permissions are deleted, and after commit their sockets are closed.
    """
    now = timezone.now()
    with transaction.atomic():
        for person in people:
            if person.leaving_at is None:
                User.objects.filter(pk=person.pk).update(leaving_at=now, names_left=sorted(list_names(person)))
                _close_account(person)


def end_games(person: User) -> None:
    """Cancel or resign a person's running online games.

    Games that moderators froze stay as they are, and tables go on among the people who sit there.
    """
    for game in _filter_running(person):
        with suppress(Refusal):
            _end_game(game, person)


@dataclass(frozen=True, slots=True)
class EndedGames:
    """Games that a deletion ends: cancelled without a winner, or resigned to the opponent."""

    cancelled: list[Game]
    resigned: list[Game]


def preview_ended_games(person: User) -> EndedGames:
    """Return the games that ``end_games`` would end now."""
    ended = EndedGames([], [])
    for game in _filter_running(person):
        match = event_store.load_state_of_kind(MatchState, game.pk)
        if not match.frozen:
            can_cancel = cancellation.can_cancel(match, person)
            (ended.cancelled if can_cancel else ended.resigned).append(game)
    return ended


def has_open_case(person: User) -> bool:
    """Return whether a recent case about the person is open, for which moderators may still need the names."""
    if person.leaving_at is not None and person.leaving_at < timezone.now() - retention_periods.OPEN_CASE:
        return False
    reports = Report.objects.filter(person=person, status__in=UNDECIDED)
    return reports.exists() or Appeal.objects.filter(person=person, status__in=UNDECIDED).exists()


def _filter_running(person: User) -> QuerySet[Game]:
    return Game.objects.filter(
        mode=Mode.ONLINE, players__user=person, status__in=[Status.WAITING, Status.PLAYING]
    ).order_by("pk")


def _close_account(person: User) -> None:
    if not person.is_guest:
        names = (person.username, person.display_name)
        reserve_names(names, timezone.now() + retention_periods.NAME, staff=person.is_staff or person.is_superuser)
    User.objects.filter(pk=person.pk).update(
        password=make_password(None), email="", is_active=False, is_staff=False, is_superuser=False
    )
    person.groups.clear()
    person.user_permissions.clear()
    EmailAddress.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    LoginSession.objects.filter(user_id=person.pk).delete()
    Token.objects.filter(user=person).delete()
    for queue in (Report, Appeal):
        claimed = queue._default_manager.filter(claimed_by=person, status=QueueStatus.CLAIMED)
        claimed.update(status=QueueStatus.OPEN, claimed_by=None, claimed_at=None)
    tag = build_person_tag(person.pk)
    transaction.on_commit(lambda: broadcast.close_sockets(tag, "session_ended"))


def _end_game(game: Game, person: User) -> None:
    """Cancel or resign a game. Raise ``Refusal`` if it has just ended, or is frozen."""
    match = event_store.load_state_of_kind(MatchState, game.pk)
    # If a card was played or a rated game was joined meanwhile, cancelling only makes an offer, so resign as well.
    if not (cancellation.can_cancel(match, person) and cancellation.cancel_game(game, person).over):
        play.resign(game, person)
