"""Two worlds that a client of the API cannot tell apart get the same bytes."""

from __future__ import annotations

import pytest
from django.test import Client

from games import rate_limits
from games.models import Game, User
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from tests.api.clients import api_client, content_of, post_json
from tests.rules.worlds import Audience
from tests.services.matches.games import play_next, refusal_code, state_of
from tests.services.matches.redeal import deal_anew

pytestmark = pytest.mark.django_db(transaction=True)
PATHS = (
    *("/api/me", "/api/games", "/api/games/{code}", "/api/watch", "/api/leaderboard"),
    *("/api/people/ana", "/api/people/bram", "/api/people/ana/games", "/api/people/bram/games"),
    *("/api/games/{code}/join", "/api/games/{code}/claim", "/api/games/{code}/win"),
)
ACTS = ("join", "claim", "win", "rematch")
"""None of them succeeds in a running game."""


def answers(client: Client, game: Game) -> list[tuple[int, bytes]]:
    """All that anybody can ask about a game and its people, refusals included."""
    got = [client.get(path.format(code=game.code)) for path in PATHS]
    did = [post_json(client, f"/api/games/{game.code}/{act}") for act in ACTS]
    return [(answer.status_code, content_of(answer)) for answer in (*got, *did)]


@pytest.mark.parametrize(
    ("audience", "plies"), [(0, 0), (0, 24), (1, 1), (1, 24), (None, 0), (None, 7), (None, 27), (None, 41)]
)
def test_a_running_game_tells_no_hidden_card(
    audience: Audience, plies: int, ana: User, bram: User, cleo: User, visitor: Client
) -> None:
    game = lobby.create_game(ana, MatchOptions(lead="creator"), program=True)
    lobby.join_game(game, bram, program=True)
    for _ in range(plies):
        play_next(game, choose=lambda cards: cards[0])
    who = {0: (ana,), 1: (bram,), None: (cleo,)}[audience]
    clients = [*map(api_client, who), *([visitor] if audience is None else [])]
    before = [answers(client, game) for client in clients]
    deal_anew(game, audience, keeps_seed=not plies)
    for client, told in zip(clients, before, strict=True):
        for there, here in zip(told, answers(client, game), strict=True):
            assert there == here


def test_a_refused_card_tells_nothing_of_another_hand(ana: User, bram: User) -> None:
    game = lobby.create_game(ana, MatchOptions(lead="creator"), program=True)
    lobby.join_game(game, bram, program=True)
    mine = {str(card) for card in state_of(game).hands[0]}
    refused = {
        refusal_code(play.play_card, game.pk, ana.pk, str(card), 0, f"try-{card}", program=True)
        for card in state_of(game).hands[1]
        if str(card) not in mine
    }
    assert refused == {"not_in_hand"}


def test_a_private_game_changes_no_byte_for_others(ana: User, bram: User, cleo: User, visitor: Client) -> None:
    """Neither while it waits or is played, nor when it is over."""
    clients = [api_client(cleo), visitor]
    paths = [path for path in PATHS if "{code}" not in path]

    def seen() -> list[bytes]:
        rate_limits.reset()
        return [content_of(client.get(path)) for client in clients for path in paths]

    before = seen()
    game = lobby.create_game(ana, MatchOptions(listed=False, watch=False))
    assert seen() == before
    lobby.join_game(game, bram, lobby.invite_token(game))
    assert seen() == before
    play.resign(game, bram)
    assert seen() == before
