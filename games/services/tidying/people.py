"""People who will not come back: their invitations, their names, and those who asked to be erased."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games import kept
from games.models import Challenge, Device, EndedSession, Game, LoginSession, Player, User
from games.rules.errors import Refusal
from games.services.online import challenges, lobby
from games.services.people import erasing, leaving
from games.services.tidying.portions import delete, each
from games.stories.status import Mode, Status


def invitations() -> Iterator[int]:
    """Invitations that nobody took, and whose creator was not there either, called off in the creator's name."""
    before = timezone.now() - kept.INVITATION
    waiting = Game.objects.filter(mode=Mode.ONLINE, status=Status.WAITING, changed_at__lt=before)
    seen = Player.objects.filter(game=OuterRef("pk"), seen_at__gte=before)
    return each(waiting.filter(~Exists(seen)), _call_off)


def challenges_over() -> Iterator[int]:
    """Challenges that nobody answered in time; what of them was an invitation to anybody stays."""
    late = Challenge.objects.filter(
        at__lt=timezone.now() - kept.CHALLENGE, game__status=Status.WAITING, declined_at=None
    )
    return each(late.filter(game__listed=False).select_related("game", "by"), challenges.over)


def challenges_past() -> Iterator[int]:
    """That there was a challenge, once it cannot be answered any more and its invitation is not waiting."""
    past = Challenge.objects.filter(at__lt=timezone.now() - kept.CHALLENGE)
    return delete(past.exclude(game__status=Status.WAITING, game__listed=False))


def guests() -> Iterator[int]:
    """Guests who were not here for a long time: from now on nobody is them."""
    return each(_gone(timezone.now() - kept.GUEST), _shut)


def closed() -> Iterator[int]:
    """Accounts that moderators closed long ago."""
    return each(User.objects.filter(leaving_at=None, closed_at__lt=timezone.now() - kept.EVIDENCE), _shut)


def erased() -> Iterator[int]:
    """People who left, of whom nothing is kept any more."""
    return each(User.objects.filter(erased_at=None).exclude(leaving_at=None), _erase)


def _gone(before: datetime) -> QuerySet[User]:
    guests = User.objects.filter(is_guest=True, leaving_at=None, closed_at=None, date_joined__lt=before)
    now, mine = timezone.now(), {"user": OuterRef("pk")}
    # Every visit renews its session, at most once a day.
    here_since = (
        LoginSession.objects.filter(user_id=OuterRef("pk"), expire_date__gt=before + kept.SESSION),
        EndedSession.objects.filter(**mine, ended_at__gte=before),
        Player.objects.filter(**mine, seen_at__gte=before),
        Device.objects.filter(**mine, seen_at__gte=before),
    )
    here = Q(last_login__gte=before) | Q(suspended_until__gt=now)
    return guests.exclude(here).filter(*(~Exists(some) for some in here_since))


def _call_off(game: Game) -> bool:
    creator = game.players.filter(seat=0).select_related("user").first()
    if creator is None:
        return False
    try:
        lobby.call_off(game, creator.user)
    except Refusal:
        # Somebody took it a moment ago, or moderators stopped it.
        return False
    return True


def _shut(person: User) -> bool:
    leaving.shut([person])
    return True


def _erase(person: User) -> bool:
    """Whether nothing is left of them; moderators may still need their part of it."""
    while not erasing.erase(person):
        if not erasing.games_left(person):
            return False
    return True
