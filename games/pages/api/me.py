"""Whoever asks, and the games that go on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from games.pages.api.asker import asker
from games.pages.api.games import socket_of
from games.pages.api.refusing import PROBLEMS
from games.pages.api.shapes import Me
from games.pages.online import lines
from games.pages.online.lines import Line
from games.rules.errors import Refusal

router = Router(tags=["me"])


@router.get("/me", response={200: Me, **PROBLEMS}, summary="Yourself")
def me(request: HttpRequest) -> HttpResponse:
    """Your name, what your token may do, and your online games, first those that wait for a card of yours."""
    who = asker(request)
    if who.user is None:
        raise Refusal("token_needed")
    games = [_game(line) for line in lines.running(who.user) if line.me is not None and not line.game.at_table]
    return JsonResponse({"name": who.user.shown, "scope": who.token and who.token.scope, "games": games})


def _game(line: Line) -> dict[str, Any]:
    game, mine = line.game, line.me
    return {
        "game": game.code,
        "url": game.address,
        "socket": socket_of(game.code),
        "status": game.status,
        "waits": line.my_turn,
        "program": mine is not None and mine.program,
    }
