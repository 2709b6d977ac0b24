"""Operations for games: list invitations, create, read and join games, and act at them besides playing cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from ninja import Router

from games.api import throttling
from games.api.authentication import get_api_user
from games.api.errors import PROBLEMS
from games.api.schemas import GameShown, Invited, Lobby, Seated, Terms
from games.eventlog import event_store
from games.models import Game, User
from games.queries.ratings import ShownRating
from games.realtime.matches.admission import require_can_view, require_not_blocked
from games.realtime.matches.view import build_view
from games.rules.errors import Refusal
from games.rules.record import write
from games.services.bots import bot_games
from games.services.matches import cancellation, clocks, lobby, play
from games.services.matches.clocks import TimeoutChoice
from games.state.game_state import Mode
from games.state.match_state import MatchOptions, MatchState
from games.views.matches import game_lists
from games.views.matches.game_lists import GameListItem

router = Router(tags=["games"])
Action = Literal["resign", "call-off", "rematch", "claim", "win", "draw", "more"]
ACTIONS: Mapping[Action, Callable[[Game, User], object]] = {
    "resign": play.resign,
    "call-off": cancellation.cancel_game,
    "rematch": lobby.answer_rematch,
    "claim": play.claim_win,
    "win": lambda game, user: clocks.decide_timeout(game, user, TimeoutChoice.WIN),
    "draw": lambda game, user: clocks.decide_timeout(game, user, TimeoutChoice.DRAW),
    "more": lambda game, user: clocks.decide_timeout(game, user, TimeoutChoice.MORE),
}
"""Actions of a program at its game. The last three need an opponent who is out of time."""


@router.get("/games", response={200: Lobby, **PROBLEMS}, summary="Open invitations")
def waiting(request: HttpRequest) -> HttpResponse:
    """List the open invitations. A program may join those with `programs`."""
    invitations = game_lists.list_invitations(get_api_user(request).user)
    return JsonResponse({"games": [_serialize_invitation(item) for item in invitations if item.other is not None]})


@router.post("/games", response={201: Seated, **PROBLEMS}, summary="Create a game")
def create(request: HttpRequest, terms: Terms) -> HttpResponse:
    """Create an invitation with your program on seat 0, or start a game against the bot `opponent`.

    `clock` is `5+5` (minutes, and seconds a card), `3d` (days a card) or empty.
    """
    user = get_api_user(request).player()
    throttling.count_request("create", throttling.get_client_address(request))
    options = MatchOptions(**terms.model_dump(exclude={"opponent"}))
    if terms.opponent:
        game = bot_games.create_program_game(user, terms.opponent, options)
    else:
        game = lobby.create_game(user, options, program=True)
    return JsonResponse(_serialize_seated(game), status=201)


@router.get("/games/{code:code}", response={200: GameShown, **PROBLEMS}, summary="Get a game")
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Return the game as you see it: with your own cards if you have a seat, else as spectators see it.

    `record` has all cards, once the game is over.
    """
    api_user = get_api_user(request)
    match = clocks.end_if_expired(event_store.get_state(MatchState, _get_match(code)))
    require_can_view(match, api_user.key)
    require_not_blocked(match, api_user.user)
    record = write(match.record()) if match.record_open else None
    return JsonResponse({"view": build_view(match, match.seat_of(api_user.key)), "record": record})


@router.post("/games/{code:code}/join", response={200: Seated, **PROBLEMS}, summary="Join a game")
def join(request: HttpRequest, code: str, invited: Invited | None = None) -> HttpResponse:
    """Take the free seat. The cards are dealt at once."""
    user, game = get_api_user(request).player(), _get_match(code)
    match = event_store.load_state_of_kind(MatchState, game.pk)
    invitation = "" if invited is None else invited.invitation
    if not lobby.is_invited(game, invitation):
        require_can_view(match, user.pk)
    throttling.count_request("join", throttling.get_client_address(request))
    lobby.join_game(game, user, invitation, program=True)
    return JsonResponse(_serialize_seated(game))


@router.post("/games/{code:code}/{act}", response={200: Seated, **PROBLEMS}, summary="Act in your game")
def do(request: HttpRequest, code: str, act: Action) -> HttpResponse:
    """Resign, cancel, offer or accept a rematch, claim the win, or decide a game whose opponent is out of time.

    Before the first card, `call-off` cancels the game at once; afterwards it offers that, or accepts the opponent's
    offer. You may claim the win from an opponent who stays away. Once both players agreed to a rematch, the response
    names the new game.
    """
    user, game = get_api_user(request).player(), _get_match(code)
    match = clocks.end_if_expired(event_store.load_state_of_kind(MatchState, game.pk))
    require_can_view(match, user.pk)
    seat = play.require_seat(match, user.pk)
    if not match.programs[seat]:
        raise Refusal("own_hand")
    if act == "rematch" and match.alone == seat:
        bot_games.require_program_capacity(user)
    if act == "call-off" and cancellation.counts_towards_limit(match):
        throttling.count_request("call_off", throttling.get_client_address(request))
    ACTIONS[act](game, user)
    successor = event_store.load_state_of_kind(MatchState, game.pk).successor
    return JsonResponse(_serialize_seated(Game.objects.get(code=successor) if act == "rematch" and successor else game))


def _get_match(code: str) -> Game:
    """Return the match; refuse an unknown code like a hidden match, so that clients cannot tell the two apart."""
    game = Game.objects.filter(code=code, mode=Mode.ONLINE).first()
    if game is None:
        raise Refusal("no_such_game")
    return game


def _serialize_seated(game: Game) -> dict[str, Any]:
    invitation = None if game.listed else lobby.invite_token(game)
    return {"game": game.code, "url": game.address, "socket": get_socket_path(game.code), "invitation": invitation}


def get_socket_path(code: str) -> str:
    """Return the path of the game's WebSocket."""
    return f"/ws{reverse('game', args=[code])}"


def _serialize_invitation(item: GameListItem) -> dict[str, Any]:
    game, host = item.game, item.other
    host_fields = {} if host is None else {"name": host.name, "guest": host.user.is_guest, "program": host.program}
    return {
        "game": game.code,
        "url": game.address,
        "host": {**host_fields, **_serialize_rating(item.rating)},
        "clock": game.clock,
        "rated": game.rated,
        "watch": game.watch,
        "programs": lobby.accepts_programs(game),
    }


def _serialize_rating(rating: ShownRating | None) -> dict[str, Any]:
    return {"rating": rating and rating.points, "sure": rating is not None and rating.sure}
