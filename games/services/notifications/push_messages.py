"""Push messages: the person to notify after a commit, and the message for each of the person's browsers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q
from django.utils import translation
from django.utils.crypto import salted_hmac

from games.eventlog.database_clock import database_clock
from games.messaging.presence import PRESENCE_LEASE
from games.models import Player, PushSubscription
from games.rules.state import get_other_seat
from games.services.accounts.preferences import get_language
from games.services.notifications.push_subscriptions import SubscriptionKeys, get_push_service
from games.state.clock import DAILY, NO_CLOCK
from games.state.game_state import Event, GameState, Status
from games.state.match_state import MatchEventKind, MatchState
from games.texts.names import translate_name
from games.texts.notifications import describe_turn

DAILY_TTL = timedelta(days=1)
REAL_TIME_TTL = timedelta(minutes=10)
"""Times for which a push service keeps an undelivered message about a daily game, and about one in real time."""


@dataclass(frozen=True, slots=True)
class AwaitedTurn:
    """The turn of a person in a game, at a version of its log."""

    game_id: int
    user_id: int
    version: int


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A message to one browser, with the delivery options for its push service."""

    turn: AwaitedTurn
    subscription_id: int
    service: str
    keys: SubscriptionKeys
    data: str
    topic: str
    """The same for all messages about a game, so that the latest replaces undelivered ones. It reveals nothing else."""
    ttl: timedelta
    urgent: bool


def find_awaited_turn(match: GameState, events: Sequence[Event]) -> AwaitedTurn | None:
    """Return the turn that these events began, or None if no person is to be notified.

    The player of the last card is not notified, nor is a person in a game against a bot, which answers at once. It
    makes no query.
    """
    if not isinstance(match, MatchState) or match.awaited is None:
        return None
    turn_events = [event for event in events if event.kind in (MatchEventKind.PLAYED, MatchEventKind.DEALT)]
    player, opponent = match.occupants[match.awaited], match.occupants[get_other_seat(match.awaited)]
    if not turn_events or player is None or opponent is None or player.opponent or opponent.opponent:
        return None
    last = turn_events[-1]
    if last.kind == MatchEventKind.PLAYED and last.seat == match.awaited:
        return None
    return AwaitedTurn(match.game_id, player.user_id, match.version)


def build_messages(turns: Sequence[AwaitedTurn]) -> list[PushMessage]:
    """Build the messages for turns that are still awaited, to people who do not have the game open.

    It takes at most two queries, or one if none of these people has a subscription.
    """
    subscriptions = defaultdict[int, list[PushSubscription]](list)
    for subscription in _list_subscriptions({turn.user_id for turn in turns}):
        subscriptions[subscription.user_id].append(subscription)
    turns_by_seat = {(turn.game_id, turn.user_id): turn for turn in turns if turn.user_id in subscriptions}
    pairs = [
        (turns_by_seat[seat.game_id, seat.user_id], seat, subscription)
        for seat in _filter_away(turns_by_seat.values())
        for subscription in subscriptions[seat.user_id]
    ]
    return [message for pair in pairs if (message := _build_message(*pair)) is not None]


def _filter_away(turns: Collection[AwaitedTurn]) -> list[Player]:
    """Return the seats of the turns that are still awaited, if the person does not have the game open."""
    awaited = {(turn.game_id, turn.user_id) for turn in turns}
    seats = Player.objects.filter(
        game__in={game_id for game_id, _ in awaited},
        user__in={user_id for _, user_id in awaited},
        game__status=Status.PLAYING,
        game__turn=F("seat"),
    ).select_related("game", "process", "user")
    now = database_clock.now()
    return [seat for seat in seats if (seat.game_id, seat.user_id) in awaited and not _is_online(seat, now)]


def _is_online(seat: Player, now: datetime) -> bool:
    return seat.last_seen is not None and now - seat.last_seen <= PRESENCE_LEASE


def _list_subscriptions(user_ids: Collection[int]) -> list[PushSubscription]:
    """Return the subscriptions of these people that have a live session, if the person may use the site."""
    now = database_clock.now()
    free = Q(user__suspended_until=None) | Q(user__suspended_until__lte=now)
    alive = Q(session__expire_date__gt=now, session__user_id=F("user_id"))
    return list(
        PushSubscription.objects.filter(
            alive, free, user__in=user_ids, user__is_active=True, user__closed_at=None, user__leaving_at=None
        )
    )


def _build_message(turn: AwaitedTurn, seat: Player, subscription: PushSubscription) -> PushMessage | None:
    service, game = get_push_service(subscription.endpoint), seat.game
    if service is None:
        return None
    language = get_language(seat.user, subscription.language)
    with translation.override(language):
        text = describe_turn(translate_name(game.seat_names[get_other_seat(seat.seat)]))
    data = {"title": settings.BRAND, "text": text, "url": game.address, "tag": game.code, "lang": language}
    is_real_time = game.clock != NO_CLOCK and game.clock not in DAILY
    topic = salted_hmac("games.push", game.code, algorithm="sha256").hexdigest()[:32]
    keys = SubscriptionKeys(subscription.endpoint, subscription.p256dh, subscription.auth)
    ttl = REAL_TIME_TTL if is_real_time else DAILY_TTL
    return PushMessage(
        turn, subscription.pk, service, keys, json.dumps(data, ensure_ascii=False), topic, ttl, urgent=is_real_time
    )
