"""Whom a commit makes the next to play, and which of their browsers are told so."""

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

from games.models import Player, PushSubscription
from games.people.preferences import LANGUAGE, fits
from games.rules.state import other
from games.services.notices.browsers import Keys
from games.services.notices.endpoints import service_of
from games.store.clock import clock
from games.store.presence import LEASE
from games.stories.clock import BY_THE_DAY, NONE
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.status import Status
from games.stories.story import Fact, Story
from games.words.notices import turn_text

DAY = timedelta(days=1)
SOON = timedelta(minutes=10)
"""How long a push service keeps what it cannot hand over, of a game against the clock in real time."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game waits for a card of somebody, after so many entries of its log."""

    game_id: int
    user_id: int
    version: int


@dataclass(frozen=True, slots=True)
class Message:
    """What one browser is told, and how its push service is asked to hand it over."""

    turn: Turn
    browser: int
    service: str
    keys: Keys
    data: str
    topic: str
    """The same for all messages of a game, so that the latest replaces those not handed over yet; says no more."""
    holds: timedelta
    urgent: bool


def turn_of(story: Story, facts: Sequence[Fact]) -> Turn | None:
    """Whose turn these entries made it; None where nobody needs to be told. It costs next to nothing.

    Not whoever played the last card themselves, and nobody in a game against the site, whose answer comes at once.
    """
    if not isinstance(story, Match) or story.awaited is None:
        return None
    news = [fact for fact in facts if fact.kind in (Kind.PLAYED, Kind.DEALT)]
    mine, across = story.sitters[story.awaited], story.sitters[other(story.awaited)]
    if not news or mine is None or across is None or mine.opponent or across.opponent:
        return None
    last = news[-1]
    if last.kind == Kind.PLAYED and last.seat == story.awaited:
        return None
    return Turn(story.game_id, mine.user_id, story.version)


def messages(turns: Sequence[Turn]) -> list[Message]:
    """What to send now, for turns that nobody has taken yet, to people who do not look at their game. Two queries at
    most, and one where nobody of these wants to be told."""
    told = defaultdict[int, list[PushSubscription]](list)
    for one in _browsers({turn.user_id for turn in turns}):
        told[one.user_id].append(one)
    known = {(turn.game_id, turn.user_id): turn for turn in turns if turn.user_id in told}
    pairs = [
        (known[seat.game_id, seat.user_id], seat, one) for seat in _away(known.values()) for one in told[seat.user_id]
    ]
    return [made for pair in pairs if (made := _message(*pair)) is not None]


def _away(turns: Collection[Turn]) -> list[Player]:
    """The seats of these that are awaited, and whose person does not look at the game."""
    mine = {(turn.game_id, turn.user_id) for turn in turns}
    seats = Player.objects.filter(
        game__in={game_id for game_id, _ in mine},
        user__in={user_id for _, user_id in mine},
        game__status=Status.PLAYING,
        game__turn=F("seat"),
    ).select_related("game", "process", "user")
    now = clock.now()
    return [one for one in seats if (one.game_id, one.user_id) in mine and not _here(one, now)]


def _here(seat: Player, now: datetime) -> bool:
    return seat.last_seen is not None and now - seat.last_seen <= LEASE


def _browsers(user_ids: Collection[int]) -> list[PushSubscription]:
    """Those whose session lasts, and whose person may use the site."""
    now = clock.now()
    free = Q(user__suspended_until=None) | Q(user__suspended_until__lte=now)
    alive = Q(session__expire_date__gt=now, session__user_id=F("user_id"))
    return list(
        PushSubscription.objects.filter(
            alive, free, user__in=user_ids, user__is_active=True, user__closed_at=None, user__leaving_at=None
        )
    )


def _message(turn: Turn, seat: Player, one: PushSubscription) -> Message | None:
    service, game = service_of(one.endpoint), seat.game
    if service is None:
        return None
    wanted = seat.user.preferences.get(LANGUAGE)
    language = str(wanted) if fits(LANGUAGE, wanted) else one.language
    with translation.override(language):
        text = turn_text(game.seat_names[other(seat.seat)])
    told = {"title": settings.BRAND, "text": text, "url": game.address, "tag": game.code, "lang": language}
    timed = game.clock != NONE and game.clock not in BY_THE_DAY
    topic = salted_hmac("games.push", game.code, algorithm="sha256").hexdigest()[:32]
    keys = Keys(one.endpoint, one.p256dh, one.auth)
    holds = SOON if timed else DAY
    return Message(turn, one.pk, service, keys, json.dumps(told, ensure_ascii=False), topic, holds, urgent=timed)
