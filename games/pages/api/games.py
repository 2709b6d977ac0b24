"""One game: to look at it, to open one, to join one, and what is done at one beside playing cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from ninja import Router

from games.live.online.arrival import require_look, require_welcome
from games.live.online.view import view
from games.models import Game, User
from games.pages.api import limited
from games.pages.api.asker import asker
from games.pages.api.refusing import PROBLEMS
from games.pages.api.shapes import GameShown, Invited, Lobby, Seated, Terms
from games.pages.online import lines
from games.pages.online.lines import Line
from games.people.ratings import Shown
from games.rules.errors import Refusal
from games.rules.record import write
from games.services.online import clocks, lobby, play
from games.services.online.clocks import Choice
from games.store import log
from games.stories.online import Match, Options
from games.stories.status import Mode

router = Router(tags=["games"])
Act = Literal["resign", "call-off", "rematch", "claim", "win", "draw", "more"]
ACTS: Mapping[Act, Callable[[Game, User], object]] = {
    "resign": play.resign,
    "call-off": lobby.call_off,
    "rematch": lobby.rematch,
    "claim": play.claim,
    "win": lambda game, user: clocks.decide(game, user, Choice.WIN),
    "draw": lambda game, user: clocks.decide(game, user, Choice.DRAW),
    "more": lambda game, user: clocks.decide(game, user, Choice.MORE),
}
"""What a program may do at its game over HTTP; the last three where the other's time is out."""


@router.get("/games", response={200: Lobby, **PROBLEMS}, summary="Games that wait for somebody")
def waiting(request: HttpRequest) -> HttpResponse:
    """The open invitations. A program takes those that say so under `programs`."""
    found = lines.invitations(asker(request).user)
    return JsonResponse({"games": [_invitation(line) for line in found if line.other is not None]})


@router.post("/games", response={201: Seated, **PROBLEMS}, summary="Open a game")
def create(request: HttpRequest, terms: Terms) -> HttpResponse:
    """Opens an invitation with the program on seat 0. `clock` is `5+5` (minutes, seconds a card), `3d` or empty."""
    user = asker(request).player()
    limited.count("create", limited.address(request))
    game = lobby.create(user, Options(**terms.model_dump()), program=True)
    return JsonResponse(_seated(game), status=201)


@router.get("/games/{code:code}", response={200: GameShown, **PROBLEMS}, summary="One game")
def game(request: HttpRequest, code: str) -> HttpResponse:
    """The game as you see it: with your own cards where you sit, else as watchers do. `record` has all cards, once the
    game is over."""
    who = asker(request)
    match = clocks.look(log.known_as(Match, _online(code)))
    require_look(match, who.key)
    require_welcome(match, who.user)
    record = write(match.record()) if match.record_open else None
    return JsonResponse({"view": view(match, match.seat_of(who.key)), "record": record})


@router.post("/games/{code:code}/join", response={200: Seated, **PROBLEMS}, summary="Take the free seat")
def join(request: HttpRequest, code: str, invited: Invited | None = None) -> HttpResponse:
    """The cards are dealt in the same moment."""
    user, found = asker(request).player(), _online(code)
    match = log.load_as(Match, found.pk)
    invitation = "" if invited is None else invited.invitation
    if not lobby.is_invited(found, invitation):
        require_look(match, user.pk)
    limited.count("join", limited.address(request))
    lobby.join(found, user, invitation, program=True)
    return JsonResponse(_seated(found))


@router.post("/games/{code:code}/{act}", response={200: Seated, **PROBLEMS}, summary="Do something at one's game")
def do(request: HttpRequest, code: str, act: Act) -> HttpResponse:
    """Resigns, calls a game off before its first card, asks for a rematch or agrees to one, claims the win over who
    stayed away, or says how a game goes on whose other player has no time left. After a rematch that both agreed to,
    the answer is the new game's."""
    user, found = asker(request).player(), _online(code)
    match = clocks.look(log.load_as(Match, found.pk))
    require_look(match, user.pk)
    seat = play.seat_of(match, user.pk)
    if not match.programs[seat]:
        raise Refusal("own_hand")
    ACTS[act](found, user)
    successor = log.load_as(Match, found.pk).successor
    return JsonResponse(_seated(Game.objects.get(code=successor) if act == "rematch" and successor else found))


def _online(code: str) -> Game:
    """Refused as one that the asker may not look at, so that nobody can tell the two apart."""
    found = Game.objects.filter(code=code, mode=Mode.ONLINE).first()
    if found is None:
        raise Refusal("no_such_game")
    return found


def _seated(game: Game) -> dict[str, Any]:
    invitation = None if game.listed else lobby.invite_token(game)
    return {"game": game.code, "url": game.address, "socket": socket_of(game.code), "invitation": invitation}


def socket_of(code: str) -> str:
    """Where a game is played and watched."""
    return f"/ws{reverse('game', args=[code])}"


def _invitation(line: Line) -> dict[str, Any]:
    game, host = line.game, line.other
    who = {} if host is None else {"name": host.name, "guest": host.user.is_guest, "program": host.program}
    return {
        "game": game.code,
        "url": game.address,
        "host": {**who, **_rating(line.rating)},
        "clock": game.clock,
        "rated": game.rated,
        "watch": game.watch,
        "programs": lobby.takes_programs(game),
    }


def _rating(shown: Shown | None) -> dict[str, Any]:
    return {"rating": shown and shown.points, "sure": shown is not None and shown.sure}
