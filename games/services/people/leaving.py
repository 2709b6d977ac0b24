"""Leaving for good: the account is shut at once and its games end; what it was called goes as soon as may be."""

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

from games import kept
from games.models import Appeal, Game, LoginSession, Report, Token, User
from games.models.moderation import Desk
from games.people import taken
from games.rules.errors import Refusal
from games.services.online import lobby, play
from games.services.people import barring
from games.services.people.called import names_of
from games.store import broadcast, log
from games.store.tags import person_tag
from games.stories.online import Match
from games.stories.status import Mode, Status

WAITING = (Desk.OPEN, Desk.CLAIMED)


def leave(user: User) -> None:
    """A person leaves, with the guests that they were in the same browsers: nobody can log in as them any more.

    Their open invitations and games without a card are called off, the others resigned. Their names are erased by
    ``games.services.people.erasing``. Refused with ``suspended`` and ``account_closed``: nobody leaves a suspension
    behind. Doing it twice is harmless.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        code = barring.code_of(person)
        if code is not None:
            raise Refusal(code)
        selves = [person, *person.guests.all()]
        shut(selves)
    for one in selves:
        end_games(one)


def shut(people: Iterable[User]) -> None:
    """Let nobody be these people from now on: no password, address, session, token, socket or permission."""
    now = timezone.now()
    with transaction.atomic():
        for person in people:
            if person.leaving_at is None:
                User.objects.filter(pk=person.pk).update(leaving_at=now, names_left=sorted(names_of(person)))
                _shut(person)


def end_games(person: User) -> None:
    """Call off or resign what a person still plays. Games that moderators stopped stay as they are, and tables with
    the real deck go on among those who sit there."""
    for game in _running(person):
        with suppress(Refusal):
            _end(game, person)


@dataclass(frozen=True, slots=True)
class Ends:
    """The games of a person that leaving ends: called off without a winner, or won by the opponent."""

    called_off: list[Game]
    resigned: list[Game]


def ends(person: User) -> Ends:
    """What ``end_games`` would do now."""
    found = Ends([], [])
    for game in _running(person):
        story = log.load_as(Match, game.pk)
        if not story.frozen:
            (found.resigned if story.plays else found.called_off).append(game)
    return found


def waits(person: User) -> bool:
    """Whether moderators may still need what this person was called: a case about them is open, not for too long."""
    if person.leaving_at is not None and person.leaving_at < timezone.now() - kept.CASE:
        return False
    about = Report.objects.filter(person=person, status__in=WAITING)
    return about.exists() or Appeal.objects.filter(person=person, status__in=WAITING).exists()


def _running(person: User) -> QuerySet[Game]:
    return Game.objects.filter(
        mode=Mode.ONLINE, players__user=person, status__in=[Status.WAITING, Status.PLAYING]
    ).order_by("pk")


def _shut(person: User) -> None:
    if not person.is_guest:
        names = (person.username, person.display_name)
        taken.take(names, timezone.now() + kept.NAME, staff=person.is_staff or person.is_superuser)
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
        held = queue._default_manager.filter(claimed_by=person, status=Desk.CLAIMED)
        held.update(status=Desk.OPEN, claimed_by=None, claimed_at=None)
    tag = person_tag(person.pk)
    transaction.on_commit(lambda: broadcast.end(tag, "session_ended"))


def _end(game: Game, person: User) -> None:
    """Refused where the game ended a moment ago, or may not be touched."""
    try:
        lobby.call_off(game, person)
    except Refusal as refusal:
        if refusal.code != "already_begun":
            raise
        play.resign(game, person)
