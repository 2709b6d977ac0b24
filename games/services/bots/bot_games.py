"""Games against bots: the bots' accounts, new games, and games continued from a position."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games.eventlog import event_store
from games.models import Game, GameQuerySet, Player, User
from games.rules.errors import Refusal
from games.rules.record import list_codes, list_plays
from games.rules.state import Seat, get_other_seat
from games.services.matches import lobby, seed_tickets
from games.state.clock import NO_CLOCK
from games.state.game_state import Event, GameState, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.replay import Replay, ReplayRefusal, build_replay
from games.texts.opponents import OPPONENTS


def get_bot(level: str) -> User:
    """Return the account of the bot of a level, and create it if needed.

    A bot cannot log in: it has no password and is not active. No person can take its user name, which has a slash.
    Raise ``Refusal`` with ``no_such_level``.
    """
    if level not in OPPONENTS:
        raise Refusal("no_such_level")
    name = _get_username(level)
    values = {"display_name": OPPONENTS[level].name, "opponent": level, "is_active": False}
    bot = User.objects.filter(username=name).first()
    return bot or User.objects.get_or_create(username=name, defaults={**values, "password": make_password(None)})[0]


def list_bot_usernames() -> list[str]:
    """Return the user names of all bots, including bots without a row yet."""
    return [_get_username(level) for level in OPPONENTS]


def _get_username(level: str) -> str:
    return f"site/{level}"


BOT_GAME_OPTIONS = MatchOptions(listed=False)
"""Unlisted, so that no other player takes the seat."""


MAX_PROGRAM_GAMES = 3
"""Maximum number of running games against bots for the programs of one person, so that people need not wait for the
engine."""


def create_game(user: User, level: str, ticket: str = "", part: str = "") -> Game:
    """Create and deal a game of ``user`` against a bot.

    Raise ``Refusal`` as ``lobby.create_game`` does, and with ``no_such_level``.
    """
    return _join_bot(get_bot(level), lobby.create_game(user, BOT_GAME_OPTIONS, ticket, part))


def create_program_game(user: User, level: str, options: MatchOptions) -> Game:
    """Create and deal a game against a bot for a program of ``user``; no other player can join it.

    Raise ``Refusal`` as ``create_game`` does, and with ``too_many_against_site`` while ``MAX_PROGRAM_GAMES`` are
    running.
    """
    require_program_capacity(user)
    return _join_bot(get_bot(level), lobby.create_game(user, replace(options, listed=False), program=True))


def require_program_capacity(user: User) -> None:
    """Raise ``Refusal`` with ``too_many_against_site`` if the user's programs play ``MAX_PROGRAM_GAMES`` already."""
    running = Player.objects.filter(user=user, program=True, game__status=Status.PLAYING)
    if running.filter(game__players__user__opponent__gt="").count() >= MAX_PROGRAM_GAMES:
        raise Refusal("too_many_against_site", limit=MAX_PROGRAM_GAMES)


def _join_bot(bot: User, game: Game) -> Game:
    lobby.join_game(game, bot, lobby.invite_token(game))
    return game


def seat_bot(game: Game, user: User, level: str) -> MatchState:
    """Seat a bot in the game that ``user`` created.

    The bot gives no part of the seed, since the site would choose that part knowing the other one. Raise ``Refusal``
    with ``not_seated`` for other users, with ``no_such_level``, and as ``lobby.join_game`` does.
    """
    if not game.players.filter(seat=0, user=user).exists():
        raise Refusal("not_seated")
    return lobby.join_game(game, get_bot(level), lobby.invite_token(game))


# Games continued from a position of a finished game.

INCOMPLETE = {ReplayRefusal.NOT_LOGGED, ReplayRefusal.IMPOSSIBLE}
"""Refusals of a replay because some cards are not known."""


def continue_game(source: Game, user: User, step: int, seat: Seat, level: str) -> Game:
    """Create a game of ``user`` on ``seat`` against a bot, from the position after ``step`` cards of ``source``.

    The new game is separate, only for the user and the bot, and never rated, since the user has seen all cards. The
    caller checks that the user may see them. Raise ``Refusal`` with ``no_such_level``, and as ``check_position`` does.
    """
    return _create_continuation(
        source, check_position(source, step), step, {seat: user, get_other_seat(seat): get_bot(level)}, user
    )


def check_position(source: Game, step: int) -> Replay:
    """Return the replay of the match or table to continue.

    Raise ``Refusal`` with ``deal_open`` while others may still play its shared deal, with ``not_over`` while its cards
    are not open, with ``not_all_logged`` if the log of a table does
    not know every card, and with ``nothing_left`` if no card is left to play after ``step`` cards.
    """
    if source.shared_deal is not None and source.shared_deal.closed_at is None:
        raise Refusal("deal_open")
    replay = build_replay(event_store.load_state(source.pk))
    if isinstance(replay, ReplayRefusal):
        raise Refusal("not_all_logged" if replay in INCOMPLETE else "not_over")
    if not 0 <= step <= replay.last or replay.states[step].finished:
        raise Refusal("nothing_left")
    return replay


def _create_continuation(source: Game, replay: Replay, step: int, users: dict[Seat, User], user: User) -> Game:
    options = replace(replay.options, listed=False, clock=NO_CLOCK, best_of=0)
    with transaction.atomic():
        game = Game.objects.create(code=lobby.generate_code(), origin=source, **asdict(options))
        Player.objects.bulk_create(
            Player(game=game, seat=seat, user=occupant, name=occupant.shown) for seat, occupant in users.items()
        )
        joined = [lobby.build_joined(seat, users[seat]) for seat in (0, 1)]
        event_store.append_first(game, [_build_opened(options, user), *joined, _build_dealt(source, replay, step)])
    return game


def _build_opened(options: MatchOptions, user: User) -> Event:
    return Event(MatchEventKind.OPENED, 0, asdict(options), actor_id=user.pk)


def _build_dealt(source: Game, replay: Replay, step: int) -> Event:
    """Build the event of the source's deal, with the cards played so far and a new seed for the rematch."""
    deal = replay.states[0]
    cards = {"hands": [list_codes(hand) for hand in deal.hands], "deck": list_codes(deal.deck), "leader": deal.leader}
    plays = list_codes(list_plays(replay.states[step]))
    origin = {"plays": plays, "from": {"game": source.code, "step": step}}
    return Event(MatchEventKind.DEALT, data={**cards, **origin, "next": seed_tickets.generate_seed()})


# Games that wait for a bot.

MAX_WAITING = 200
"""Maximum number of games in one list, longest waiting first."""


def list_waiting_games(since: timedelta) -> list[GameState]:
    """Return the states of games that have waited for a bot for at least ``since``.

    They come from the database, so that a turn that the scheduler has lost is found too.
    """
    waiting = filter_bot_turns().filter(changed_at__lte=timezone.now() - since).order_by("changed_at")
    return [event_store.load_state(pk) for pk in waiting.values_list("pk", flat=True)[:MAX_WAITING]]


def filter_bot_turns() -> GameQuerySet:
    """Return the games in which a bot has the turn."""
    return Game.objects.waiting_for(Player.objects.filter(user__username__in=list_bot_usernames()))
