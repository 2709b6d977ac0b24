"""Challenges: an invitation to one person, who is notified and may accept or decline."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import retention_periods
from games.eventlog import event_store
from games.messaging import broadcast
from games.models import Challenge, Game, User
from games.queries import relations
from games.rules.errors import Refusal
from games.services.matches import cancellation, lobby
from games.state.game_state import Event, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState


def create_challenge(by: User, to: User, options: MatchOptions, ticket: str = "", part: str = "") -> Challenge:
    """Create an invitation of which ``to`` is notified.

    The trap: to a challenger whom ``to`` blocked it looks like a challenge that is not answered. Refused with
    ``accounts_only``, ``not_yourself``, ``you_blocked``, ``no_challenges`` where ``to`` does not take any from ``by``,
    ``already_challenged``, and as ``lobby.create_game``.
    """
    _require_allowed(by, to)
    blocked = relations.has_blocked(to, by)
    with transaction.atomic():
        game = lobby.create_game(by, options, ticket, part)
        challenge = Challenge.objects.create(game=game, by=by, to=to)
        if not blocked:
            data = {"game": game.code, "name": by.shown, "commitment": game.commitment or ""}
            broadcast.notify_account(to.pk, "challenged", **data)
    return challenge


def decline_challenge(game: Game, user: User) -> None:
    """Decline a challenge, and cancel it if it was for ``user`` alone.

    Refused with ``not_waiting`` where none waits.
    """
    challenge = filter_open(user).filter(game=game).first()
    if challenge is None:
        raise Refusal("not_waiting")
    with transaction.atomic():
        Challenge.objects.filter(pk=challenge.pk).update(declined_at=timezone.now())
        if not game.listed:
            event_store.append(MatchState, game.pk, lambda match: _build_declined(match, user))


def filter_open(user: User) -> QuerySet[Challenge]:
    """Return the challenges that wait for the user's answer, latest first; none of people whom the user blocked."""
    since = timezone.now() - retention_periods.CHALLENGE
    received = Challenge.objects.filter(to=user, declined_at=None, at__gt=since, game__status=Status.WAITING)
    return received.exclude(by__in=relations.list_blocked_either_way(user)).select_related("game", "by").order_by("-pk")


def is_meant_for(game: Game, user: User | None) -> bool:
    """Return whether the user may take this invitation without its link."""
    return user is not None and not user.is_guest and filter_open(user).filter(game=game).exists()


def has_received(game: Game, user: User) -> bool:
    """Return whether the user was notified of this challenge, whatever became of it."""
    sent = Challenge.objects.filter(game=game, to=user).select_related("by").first()
    return sent is not None and not relations.has_blocked(user, sent.by)


def can_challenge(by: User, to: User) -> bool:
    """Return whether ``by`` is offered to challenge ``to``; a block by ``to`` makes no difference."""
    return not by.is_guest and not to.is_guest and by != to and relations.is_allowed(to.challenged_by, to, by)


def withdraw_challenge(challenge: Challenge) -> bool:
    """Withdraw an unanswered challenge in its sender's name; return False where the game refuses."""
    if challenge.game.status == Status.WAITING and not challenge.game.listed:
        try:
            cancellation.withdraw_invitation(challenge.game, challenge.by)
        except Refusal:
            # The invitation was taken a moment ago, or moderators stopped it.
            return False
    return True


def _require_allowed(by: User, to: User) -> None:
    if by == to:
        raise Refusal("not_yourself")
    if by.is_guest or to.is_guest:
        raise Refusal("accounts_only")
    if relations.has_blocked(by, to):
        raise Refusal("you_blocked")
    if not can_challenge(by, to):
        raise Refusal("no_challenges")
    if Challenge.objects.filter(by=by, to=to, declined_at=None, game__status=Status.WAITING).exists():
        raise Refusal("already_challenged")


def _build_declined(match: MatchState, user: User) -> Sequence[Event]:
    """Build the event of a cancellation without a seat: the person challenged has none."""
    return [] if match.status != Status.WAITING else [Event(MatchEventKind.CALLED_OFF, None, actor_id=user.pk)]
