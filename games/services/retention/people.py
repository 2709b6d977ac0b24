"""Retention of people's data: sessions, tokens, invitations, names, and accounts to be erased."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games import retention_periods
from games.models import (
    Challenge,
    Cooldown,
    Device,
    EndedSession,
    Game,
    LoginSession,
    Player,
    PushSubscription,
    TakenName,
    Token,
    User,
)
from games.rules.errors import Refusal
from games.services.accounts import deletion, erasure
from games.services.matches import cancellation
from games.services.retention.batches import apply_to_each, delete_in_batches
from games.services.social import challenges
from games.state.game_state import Mode, Status


def delete_sessions() -> Iterator[int]:
    """Delete expired sessions."""
    return delete_in_batches(LoginSession.objects.filter(expire_date__lt=timezone.now()))


def delete_ended_sessions() -> Iterator[int]:
    """Delete the digests of sessions that moderators ended, once their cookies have expired."""
    return delete_in_batches(EndedSession.objects.filter(ended_at__lt=timezone.now() - retention_periods.SESSION))


def delete_cooldowns() -> Iterator[int]:
    """Delete expired cooldowns of browsers and addresses."""
    return delete_in_batches(Cooldown.objects.filter(until__lt=timezone.now()))


def delete_tokens() -> Iterator[int]:
    """Delete tokens that have not been used for a long time."""
    used = Token.objects.annotate(last=Coalesce("used_at", "made_at"))
    return delete_in_batches(used.filter(last__lt=timezone.now() - retention_periods.TOKEN))


def release_names() -> Iterator[int]:
    """Release the names of deleted accounts, so that others can take them."""
    return delete_in_batches(TakenName.objects.filter(until__lt=timezone.now()))


def delete_push_subscriptions() -> Iterator[int]:
    """Delete push subscriptions that have not been used for a long time."""
    return delete_in_batches(PushSubscription.objects.filter(used_at__lt=timezone.now() - retention_periods.PUSH))


def withdraw_invitations() -> Iterator[int]:
    """Withdraw invitations that no player has accepted and whose creators are absent, in the creators' names."""
    before = timezone.now() - retention_periods.INVITATION
    waiting = Game.objects.filter(mode=Mode.ONLINE, status=Status.WAITING, changed_at__lt=before)
    seen = Player.objects.filter(game=OuterRef("pk"), seen_at__gte=before)
    return apply_to_each(waiting.filter(~Exists(seen)), _withdraw_invitation)


def end_challenges() -> Iterator[int]:
    """Withdraw challenges that were not answered in time, unless they are public invitations as well."""
    late = Challenge.objects.filter(
        at__lt=timezone.now() - retention_periods.CHALLENGE, game__status=Status.WAITING, declined_at=None
    )
    return apply_to_each(late.filter(game__listed=False).select_related("game", "by"), challenges.withdraw_challenge)


def delete_challenges() -> Iterator[int]:
    """Delete expired challenges, except those whose unlisted invitation is still waiting."""
    past = Challenge.objects.filter(at__lt=timezone.now() - retention_periods.CHALLENGE)
    return delete_in_batches(past.exclude(game__status=Status.WAITING, game__listed=False))


def close_guests() -> Iterator[int]:
    """Close guests who have been absent for so long that no browser is logged in as them any more."""
    return apply_to_each(_filter_absent_guests(timezone.now() - retention_periods.GUEST), _close_person)


def close_closed_accounts() -> Iterator[int]:
    """Close for good the accounts that moderators closed long ago, so that they are erased."""
    return apply_to_each(
        User.objects.filter(leaving_at=None, closed_at__lt=timezone.now() - retention_periods.EVIDENCE), _close_person
    )


def erase_people() -> Iterator[int]:
    """Erase people whose accounts are deleted."""
    return apply_to_each(User.objects.filter(erased_at=None).exclude(leaving_at=None), _erase_person)


def _filter_absent_guests(before: datetime) -> QuerySet[User]:
    guests = User.objects.filter(is_guest=True, leaving_at=None, closed_at=None, date_joined__lt=before)
    now, own = timezone.now(), {"user": OuterRef("pk")}
    # Every visit renews its session, at most once a day.
    traces = (
        LoginSession.objects.filter(user_id=OuterRef("pk"), expire_date__gt=before + retention_periods.SESSION),
        EndedSession.objects.filter(**own, ended_at__gte=before),
        Player.objects.filter(**own, seen_at__gte=before),
        Device.objects.filter(**own, seen_at__gte=before),
    )
    recent = Q(last_login__gte=before) | Q(suspended_until__gt=now)
    return guests.exclude(recent).filter(*(~Exists(trace) for trace in traces))


def _withdraw_invitation(game: Game) -> bool:
    creator = game.players.filter(seat=0).select_related("user").first()
    if creator is None:
        return False
    try:
        cancellation.withdraw_invitation(game, creator.user)
    except Refusal:
        # The invitation has just been accepted, or a moderator has frozen the game.
        return False
    return True


def _close_person(person: User) -> bool:
    deletion.close_accounts([person])
    return True


def _erase_person(person: User) -> bool:
    """Erase a person; return False if moderators still need the evidence."""
    while not erasure.erase(person):
        if not erasure.has_games_left(person):
            return False
    return True
