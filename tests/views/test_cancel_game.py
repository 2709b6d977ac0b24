"""Cancellation of games, by form and by API."""

from __future__ import annotations

import pytest
from django.test import Client

from games import rate_limits
from games.models import Game, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from tests.api.clients import api_client, post_json
from tests.services.matches.games import match_of, play_next

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


def cancel(client: Client, game: Game) -> tuple[int, str]:
    """Return the status of the answer, and its code or address."""
    answer = client.post(f"/m/{game.code}/call-off/", headers=JSON)
    body = answer.json()
    return answer.status_code, body.get("code") or body["url"]


def test_each_answer_about_a_rated_game_is_shown_as_a_message(
    ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    game = lobby.create_game(ana, MatchOptions(lead="creator", rated=True))
    lobby.join_game(game, bram)
    messages = []
    for client, fields in ((bram_client, {}), (ana_client, {"accept": "0"}), (ana_client, {}), (bram_client, {})):
        page = client.post(f"/m/{game.code}/call-off/", fields, follow=True)
        messages += [str(message) for message in page.context["messages"]]
    offered, declined = "You offered to cancel the game.", "You declined. The game continues."
    assert messages == [offered, declined, offered, "Game cancelled. Nobody wins or loses."]


class TestCasual:
    def test_an_ip_address_cancels_ten_games_an_hour(self, ana: User) -> None:
        """A guest who deletes the cookies is another guest at the same address."""
        outcomes = []
        for number in range(12):
            game, client = lobby.create_game(ana, MatchOptions()), Client()
            rate_limits.reset_key("guest", "127.0.0.1")
            assert client.post(f"/m/{game.code}/join/", {"name": f"Gus {number}"}, headers=JSON).status_code == 200
            outcomes.append(cancel(client, game))
        assert outcomes == [(200, "/")] * 10 + [(429, "slow_down")] * 2


def test_a_client_of_the_api_cancels_before_the_first_card_and_offers_it_afterwards(
    ana: User, bram: User, bram_client: Client
) -> None:
    client = api_client(ana)
    games = [Game.objects.get(code=post_json(client, "/api/games").json()["game"]) for _ in range(2)]
    for game in games:
        lobby.join_game(game, bram)
    assert post_json(client, f"/api/games/{games[0].code}/call-off").status_code == 200
    play_next(games[1])
    assert post_json(client, f"/api/games/{games[1].code}/call-off").status_code == 200
    assert [match_of(game).status for game in games] == ["called_off", "playing"]
    assert cancel(bram_client, games[1]) == (200, "/")
