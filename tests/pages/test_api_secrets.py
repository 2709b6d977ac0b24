"""Two worlds that somebody cannot tell apart: whatever the API answers them is the same to the last byte."""

from __future__ import annotations

from itertools import product

import pytest
from django.test import Client

from games import limits
from games.models import Game, User
from games.services.online import lobby, play
from games.services.people import showing
from games.stories.online import Options
from tests.pages.asking import body, program, send
from tests.rules.worlds import Audience
from tests.services.other_worlds import deal_anew
from tests.services.plays import play_next, refusal_code, state_of

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
    did = [send(client, f"/api/games/{game.code}/{act}") for act in ACTS]
    return [(answer.status_code, body(answer)) for answer in (*got, *did)]


@pytest.mark.parametrize(
    ("audience", "plies"), [*product((0, 1, None), (0, 1, 7, 24)), *product((None,), (26, 27, 41))]
)
def test_of_a_running_game(audience: Audience, plies: int, ana: User, bram: User, cleo: User, visitor: Client) -> None:
    game = lobby.create(ana, Options(lead="creator"), program=True)
    lobby.join(game, bram, program=True)
    for _ in range(plies):
        play_next(game, choose=lambda cards: cards[0])
    who = {0: (ana,), 1: (bram,), None: (cleo,)}[audience]
    clients = [*map(program, who), *([visitor] if audience is None else [])]
    before = [answers(client, game) for client in clients]
    deal_anew(game, audience, keeps_seed=not plies)
    for client, told in zip(clients, before, strict=True):
        for there, here in zip(told, answers(client, game), strict=True):
            assert there == here


def test_a_card_that_is_refused_tells_a_program_nothing_of_another_hand(ana: User, bram: User) -> None:
    game = lobby.create(ana, Options(lead="creator"), program=True)
    lobby.join(game, bram, program=True)
    mine = {str(card) for card in state_of(game).hands[0]}
    refused = {
        refusal_code(play.play, game.pk, ana.pk, str(card), 0, f"try-{card}", program=True)
        for card in state_of(game).hands[1]
        if str(card) not in mine
    }
    assert refused == {"not_in_hand"}


def test_a_private_game_changes_no_byte_for_others(ana: User, bram: User, cleo: User, visitor: Client) -> None:
    """Neither while it waits or is played, nor when it is over."""
    clients = [program(cleo), program(cleo, "read"), visitor]
    paths = [path for path in PATHS if "{code}" not in path]

    def seen() -> list[bytes]:
        limits.reset()
        return [body(client.get(path)) for client in clients for path in paths]

    before = seen()
    game = lobby.create(ana, Options(listed=False, watch=False))
    assert seen() == before
    lobby.join(game, bram, lobby.invite_token(game))
    assert seen() == before
    play.resign(game, bram)
    assert seen() == before


def test_who_shows_their_games_to_nobody_is_nobody_to_a_program(ana: User, bram: User, visitor: Client) -> None:
    showing.show(ana, "nobody")
    clients = [program(bram), visitor]
    for path in ("/api/people/{}", "/api/people/{}/games"):
        for client in clients:
            assert body(client.get(path.format("ana"))) == body(client.get(path.format("nobody-at-all")))
