"""Operation for the requesting user: name, scope of the token, and current games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from games.api.authentication import get_api_user
from games.api.errors import PROBLEMS
from games.api.games import get_socket_path
from games.api.schemas import Me
from games.rules.errors import Refusal
from games.views.matches import game_lists
from games.views.matches.game_lists import GameListItem

router = Router(tags=["me"])


@router.get("/me", response={200: Me, **PROBLEMS}, summary="Your account and games")
def me(request: HttpRequest) -> HttpResponse:
    """Return your name, the scope of your token, and your online games, first those that wait for your card."""
    api_user = get_api_user(request)
    if api_user.user is None:
        raise Refusal("token_needed")
    games = [
        _serialize_game(item)
        for item in game_lists.list_running_games(api_user.user)
        if item.me is not None and not item.game.at_table
    ]
    return JsonResponse({"name": api_user.user.shown, "scope": api_user.token and api_user.token.scope, "games": games})


def _serialize_game(item: GameListItem) -> dict[str, Any]:
    game, player = item.game, item.me
    return {
        "game": game.code,
        "url": game.address,
        "socket": get_socket_path(game.code),
        "status": game.status,
        "waits": item.is_own_turn,
        "program": player is not None and player.program,
    }
