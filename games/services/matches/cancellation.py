"""Cancellation of online games.

A player cancels alone, within a limit, or by an offer that the opponent accepts.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.eventlog import event_store
from games.models import Game, User
from games.queries import conduct
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.matches.play import require_seat
from games.state.game_state import Event, Status
from games.state.match_state import MatchEventKind, MatchState
from games.state.result import get_rating_pool
from games.texts.formatting import lazy_duration


def withdraw_invitation(game: Game, user: User, instead: str = "") -> MatchState:
    """Cancel an invitation that no player has accepted.

    ``instead`` is the code of a game that is played in its place. Raise ``Refusal`` with ``not_seated``, ``game_over``,
    ``frozen``, and with ``seat_taken`` once the cards are dealt.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        _require_live(match)
        if match.status != Status.WAITING:
            raise Refusal("seat_taken")
        return [Event(MatchEventKind.CALLED_OFF, seat, {"game": instead} if instead else {}, actor_id=user.pk)]

    return event_store.append(MatchState, game.pk, decide)


def cancel_game(game: Game, user: User) -> MatchState:
    """Cancel a game alone if that is allowed; otherwise offer it to the opponent, or accept the opponent's offer.

    Raise ``Refusal`` with ``not_seated``, ``game_over``, ``frozen``, with ``already_begun`` if the opponent is a bot,
    with ``offer_declined`` until the next card, and with ``too_many_cancelled``.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        _require_live(match)
        if is_unilateral(match):
            _require_within_limit(match, user)
            return [Event(MatchEventKind.CALLED_OFF, seat, actor_id=user.pk)]
        return _build_offer(match, seat, user)

    with transaction.atomic():
        _lock(user)
        return event_store.append(MatchState, game.pk, decide)


def decline_cancel(game: Game, user: User) -> MatchState:
    """Decline the opponent's offer to cancel, if there is one.

    Raise ``Refusal`` with ``not_seated``, ``game_over`` or ``frozen``.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat, offer = require_seat(match, user.pk), match.cancel
        _require_live(match)
        if offer is None or offer.by == seat or offer.declined:
            return ()
        return [Event(MatchEventKind.CANCEL_OFFER, seat, {"accept": False}, actor_id=user.pk)]

    return event_store.append(MatchState, game.pk, decide)


def is_unilateral(match: MatchState) -> bool:
    """Return whether a player can cancel the game without the opponent.

    That is so for an invitation, and for a casual game before the first card. In a rated game a player could have the
    cards dealt again until the hand is good.
    """
    if match.status == Status.WAITING:
        return True
    return not match.plays and get_rating_pool(match) is None


def counts_towards_limit(match: MatchState) -> bool:
    """Return whether cancelling the game alone counts towards the limit.

    It counts once the cards are dealt, if both players are people.
    """
    return match.status == Status.PLAYING and match.alone is None and is_unilateral(match)


def can_cancel(match: MatchState, user: User) -> bool:
    """Return whether the player can cancel the game alone now."""
    return is_unilateral(match) and not (counts_towards_limit(match) and _is_at_limit(user))


def _build_offer(match: MatchState, seat: Seat, user: User) -> Sequence[Event]:
    """Build the events that offer to cancel the game, or that accept the opponent's offer."""
    if match.alone is not None:
        raise Refusal("already_begun")
    offer = match.cancel
    if offer is not None and offer.by == seat:
        if offer.declined:
            raise Refusal("offer_declined")
        return ()
    accept = Event(MatchEventKind.CANCEL_OFFER, seat, {"accept": True}, actor_id=user.pk)
    return [accept] if offer is None or offer.declined else [accept, Event(MatchEventKind.CALLED_OFF)]


def _require_live(match: MatchState) -> None:
    if match.over:
        raise Refusal("game_over")
    if match.frozen:
        raise Refusal("frozen")


def _require_within_limit(match: MatchState, user: User) -> None:
    if counts_towards_limit(match) and _is_at_limit(user):
        window = lazy_duration(conduct.CANCEL_WINDOW)
        raise Refusal("too_many_cancelled", limit=conduct.MAX_CANCELLED, time=window)


def _is_at_limit(user: User) -> bool:
    return conduct.count_cancelled(user.pk, timezone.now()) >= conduct.MAX_CANCELLED


def _lock(user: User) -> None:
    """Lock the user's row, so that no other transaction counts the cancelled games before this one ends."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
