"""Notifications of a user on any page, and the bell, which lists the games that wait for the user's card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import rate_limits
from games.eventlog import bulk_load
from games.eventlog.database_clock import database_clock
from games.messaging import online_users
from games.messaging.presence import PRESENCE_LEASE
from games.models import Challenge, Entry, Game, GameQuerySet, Player, User
from games.models.people import AUDIENCE_NOBODY
from games.queries.tournaments import may_get_board
from games.rules.state import get_other_seat
from games.services.social import challenges
from games.state.game_state import Mode, Status
from games.state.match_state import MatchEventKind, MatchState
from games.texts.accounts import describe_challenge
from games.texts.names import translate_name
from games.texts.notifications import describe_turn, describe_waiting_games
from games.views.current_user import get_user
from games.views.responses import respond_too_many_requests

MAX_WAITING = 20


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """Game that waits for the user's card, and its text in the bell."""

    text: str
    url: str


def list_waiting_games(user: User) -> list[WaitingGame]:
    """Return the games that wait for a user, except frozen ones, the latest first.

    This takes two queries at most.
    """
    games = list(_query_waiting_games(user))
    states = bulk_load.get_states(games)
    return [
        _build_waiting_game(game, match)
        for game in games
        if isinstance(match := states.get(game.pk), MatchState) and not match.frozen
    ]


def build_bell(games: Iterable[WaitingGame]) -> dict[str, Any]:
    """Return the data of the bell, which a script draws."""
    rows = [asdict(game) for game in games]
    return {"label": get_bell_label(len(rows)), "games": rows}


def get_bell_label(count: int) -> str:
    """Return the number of waiting games as a sentence, for screen readers."""
    if not count:
        return _("No games are waiting for you")
    return describe_waiting_games(count)


def _query_waiting_games(user: User) -> GameQuerySet:
    return Game.objects.waiting_for(Player.objects.filter(user=user)).order_by("-changed_at")[:MAX_WAITING]


def _build_waiting_game(game: Game, match: MatchState) -> WaitingGame:
    opponent = match.names[get_other_seat(game.turn or 0)]
    return WaitingGame(describe_turn(translate_name(opponent)), game.address)


REMATCH_NOTICE_WINDOW = timedelta(minutes=15)
"""Time after the end of a game in which its players are notified of a rematch offer."""
MAX_NOTIFICATIONS = 20


@dataclass(frozen=True, slots=True)
class Notification:
    """Notification of a user.

    ``key`` is unique, so that no page shows the notification twice. ``kind`` selects its sound.
    """

    key: str
    kind: str
    text: str
    url: str
    answers: dict[str, str] | None = None
    """Addresses that accept and decline a challenge, its game, and the commitment to its seed."""


@dataclass(frozen=True, slots=True)
class EntryMark:
    """Number and time of a log entry."""

    number: int
    at: datetime


EntryMarks = Mapping[tuple[int, str], EntryMark]
"""Latest entry of each game and kind of event."""


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """Seat in a game whose page its player does not have open."""

    game: Game
    match: MatchState
    me: Player
    other: Player


@require_safe
def list_notifications(request: HttpRequest) -> HttpResponse:
    """Return the notifications and the bell of the requesting user, for the script of every page.

    ``polling`` is ``off`` if no notification can come, and ``slow`` if only a challenge or a board of a club night can.
    Respond with 429 above the rate limit. The number of queries does not depend on that of the games.
    """
    user = get_user(request)
    if user is None:
        return JsonResponse({"notifications": [], "polling": "off"})
    if not rate_limits.hit("notifications", str(user.pk)):
        return respond_too_many_requests(request)
    online_users.mark_online([user.pk])
    games, received = _list_games(user), _list_challenges(user)
    notifications = [asdict(notification) for notification in (*received, *_list_game_notifications(games, user))]
    polling = "fast" if games or received else "slow" if _may_get_game(user) else "off"
    bell = build_bell(list_waiting_games(user) if games else [])
    return JsonResponse({"notifications": notifications, "polling": polling, "bell": bell})


def _may_get_game(user: User) -> bool:
    """Return whether a challenge or a board of a club night may come."""
    may_be_challenged = not user.is_guest and user.challenged_by != AUDIENCE_NOBODY
    return may_be_challenged or may_get_board(user)


def _list_challenges(user: User) -> list[Notification]:
    """Return the notifications of the user's open challenges, the latest first."""
    return (
        []
        if user.is_guest
        else [_build_challenge(challenge) for challenge in challenges.filter_open(user)[:MAX_NOTIFICATIONS]]
    )


def _build_challenge(challenge: Challenge) -> Notification:
    code = challenge.game.code
    answers = {"join": reverse("join", args=[code]), "decline": reverse("decline", args=[code])}
    commitment = {"game": code, "commitment": challenge.game.commitment or ""}
    return Notification(
        f"{code}:challenge",
        "challenge",
        describe_challenge(translate_name(challenge.by.shown)),
        challenge.game.address,
        answers | commitment,
    )


def _list_games(user: User) -> list[Game]:
    seats = Prefetch("players", Player.objects.select_related("process"))
    games = Game.objects.to_resume(user, database_clock.now() - REMATCH_NOTICE_WINDOW).filter(mode=Mode.ONLINE)
    return list(games.select_related("pairing").prefetch_related(seats)[:MAX_NOTIFICATIONS])


def _list_game_notifications(games: Iterable[Game], user: User) -> Iterator[Notification]:
    """Yield at most one notification for each game."""
    seats = list(_list_seats(games, user))
    marks = _query_entry_marks(seats)
    return (notification for seat in seats if (notification := _build_notification(seat, marks)) is not None)


def _list_seats(games: Iterable[Game], user: User) -> Iterator[PlayerSeat]:
    """Yield the seats in games whose page the user does not have open. An open page reports by itself."""
    players_by_game = {game: _get_players(game, user) for game in games}
    away = {
        game: players
        for game, players in players_by_game.items()
        if players is not None and not _is_present(players[0])
    }
    states = bulk_load.get_states(away)
    for game, (me, other) in away.items():
        match = states.get(game.pk)
        if isinstance(match, MatchState):
            yield PlayerSeat(game, match, me, other)


def _get_players(game: Game, user: User) -> tuple[Player, Player] | None:
    """Return the player of the user and that of the opponent, or None while there is no opponent."""
    me = next(player for player in game.players.all() if player.user_id == user.pk)
    other = next((player for player in game.players.all() if player.seat != me.seat), None)
    return None if other is None else (me, other)


def _is_present(me: Player) -> bool:
    last_seen = me.last_seen
    return last_seen is not None and database_clock.now() - last_seen <= PRESENCE_LEASE


def _query_entry_marks(seats: Iterable[PlayerSeat]) -> EntryMarks:
    """Return the last deal and rematch offer of each game whose notification needs them.

    This takes no query if no game needs them.
    """
    game_ids = [seat.game.pk for seat in seats if _is_newly_dealt(seat) or _is_rematch_offered(seat)]
    if not game_ids:
        return {}
    entries = Entry.objects.filter(game__in=game_ids, kind__in=[MatchEventKind.DEALT, MatchEventKind.REMATCH]).order_by(
        "number"
    )
    rows = entries.values_list("game_id", "kind", "number", "created_at")
    return {(game_id, kind): EntryMark(number, at) for game_id, kind, number, at in rows}


def _build_notification(seat: PlayerSeat, marks: EntryMarks) -> Notification | None:
    """Return the notification of a game, or None.

    The key of a turn counts cards, so that another entry of the log does not make the same turn a new one.
    """
    kind, game, match = _get_kind(seat, marks), seat.game, seat.match
    if kind is None:
        return None
    event_kinds = {"start": MatchEventKind.DEALT, "rematch": MatchEventKind.REMATCH}
    since = marks[game.pk, event_kinds[kind]].number if kind in event_kinds else _count_cards(match)
    text = _get_text(kind, translate_name(seat.other.name), game)
    return Notification(f"{game.code}:{kind}:{since}", kind, text, game.address)


def _count_cards(match: MatchState) -> int:
    """Return the number of cards ever played, including those taken back."""
    return len(match.plays) + sum(len(take_back.cards) for take_back in match.aid.taken)


def _get_kind(seat: PlayerSeat, marks: EntryMarks) -> str | None:
    if seat.match.status == Status.FINISHED:
        return "rematch" if _is_rematch_offered(seat) else None
    if seat.match.frozen or seat.match.over or seat.match.state is None:
        return None
    if _is_newly_dealt(seat) and _has_not_seen_deal(seat, marks):
        return "start"
    return "turn" if seat.match.state.to_play == seat.me.seat else None


def _is_rematch_offered(seat: PlayerSeat) -> bool:
    match, mine = seat.match, seat.me.seat
    is_offered = match.status == Status.FINISHED and match.list_visible_requests(mine)[get_other_seat(mine)]
    return is_offered and not (match.asked[mine] or match.declined or match.successor)


def _is_newly_dealt(seat: PlayerSeat) -> bool:
    """Return whether the game has just been dealt and the user is to be notified.

    The player who joined is not notified of the deal, except in a rematch and on a board of a club night.
    """
    is_concerned = seat.me.seat == 0 or seat.game.rematch_of_id is not None or _is_board(seat.game)
    return is_concerned and seat.match.deal is not None and not seat.match.plays and not seat.match.over


def _has_not_seen_deal(seat: PlayerSeat, marks: EntryMarks) -> bool:
    """Return whether the user has not been at the table since the deal."""
    deal = marks.get((seat.game.pk, MatchEventKind.DEALT))
    return deal is not None and (seat.me.last_seen is None or seat.me.last_seen < deal.at)


def _is_board(game: Game) -> bool:
    return hasattr(game, "pairing")


def _get_text(kind: str, name: str, game: Game) -> str:
    if kind == "turn":
        return describe_turn(name)
    text = _("%(name)s offers a rematch.") if kind == "rematch" else _get_start_text(game)
    return text % {"name": name}


def _get_start_text(game: Game) -> str:
    if _is_board(game):
        return _("Your club night game against %(name)s has started.")
    if game.rematch_of_id is not None:
        return _("Your rematch with %(name)s has started.")
    return _("%(name)s joined your game.")
