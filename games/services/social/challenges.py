"""Challenges: invitations to one person, who is notified and can accept or decline them."""

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
    """Create a game that waits for ``to``, and notify ``to`` of it.

    If ``to`` has blocked the challenger, ``to`` is not notified, and the challenge looks as if it were never answered.
    Raise ``Refusal`` with ``accounts_only``, ``not_yourself``, ``you_blocked``, with ``no_challenges`` if ``to`` takes
    none from ``by``, with ``already_challenged``, and as ``lobby.create_game`` does.
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
    """Decline a challenge, and cancel its game if it was for ``user`` alone.

    Raise ``Refusal`` with ``not_waiting`` if there is no open challenge.
    """
    challenge = filter_open(user).filter(game=game).first()
    if challenge is None:
        raise Refusal("not_waiting")
    with transaction.atomic():
        Challenge.objects.filter(pk=challenge.pk).update(declined_at=timezone.now())
        if not game.listed:
            event_store.append(MatchState, game.pk, lambda match: _build_declined(match, user))


def filter_open(user: User) -> QuerySet[Challenge]:
    """Return the open challenges to the user, latest first, except those from people on either side of a block."""
    since = timezone.now() - retention_periods.CHALLENGE
    received = Challenge.objects.filter(to=user, declined_at=None, at__gt=since, game__status=Status.WAITING)
    return received.exclude(by__in=relations.list_blocked_either_way(user)).select_related("game", "by").order_by("-pk")


def is_meant_for(game: Game, user: User | None) -> bool:
    """Return whether the user is challenged to this game and can join it without its link."""
    return user is not None and not user.is_guest and filter_open(user).filter(game=game).exists()


def has_received(game: Game, user: User) -> bool:
    """Return whether the user was notified of a challenge to this game, whether or not it is still open."""
    sent = Challenge.objects.filter(game=game, to=user).select_related("by").first()
    return sent is not None and not relations.has_blocked(user, sent.by)


def can_challenge(by: User, to: User) -> bool:
    """Return whether the pages offer ``by`` to challenge ``to``. A block by ``to`` is ignored, to keep it secret."""
    return not by.is_guest and not to.is_guest and by != to and relations.is_allowed(to.challenged_by, to, by)


def withdraw_challenge(challenge: Challenge) -> bool:
    """Withdraw an unanswered challenge in its sender's name; return False if the game refuses."""
    if challenge.game.status == Status.WAITING and not challenge.game.listed:
        try:
            cancellation.withdraw_invitation(challenge.game, challenge.by)
        except Refusal:
            # The invitation has just been accepted, or a moderator has frozen the game.
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
    """Build the event by which the challenged person, who has no seat, cancels the game."""
    return [] if match.status != Status.WAITING else [Event(MatchEventKind.CALLED_OFF, None, actor_id=user.pk)]
