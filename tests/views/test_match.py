"""The page of an online game, its actions by POST, and its record."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Game, User
from games.rules.record import read, replay
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


@pytest.fixture
def secluded(ana: User, bram: User) -> Game:
    """A private game without watchers, being played."""
    game = lobby.create_game(ana, MatchOptions(listed=False, watch=False, lead="creator"))
    lobby.join_game(game, bram, lobby.invite_token(game))
    game.refresh_from_db()
    return game


class TestAudience:
    def test_a_public_game_is_for_all(
        self, game: Game, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        for client in (ana_client, bram_client, cleo_client, visitor):
            page = client.get(f"/m/{game.code}/")
            assert page.status_code == 200
            assert 'id="online"' in page.content.decode()

    def test_a_game_without_watchers_is_for_its_players(
        self, secluded: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        assert ana_client.get(f"/m/{secluded.code}/").status_code == 200
        for client in (cleo_client, visitor):
            answer = client.get(f"/m/{secluded.code}/")
            assert answer.status_code == 403
            assert "closed to spectators" in answer.content.decode()


class TestActions:
    def test_resigning_ends_the_game(self, game: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{game.code}/resign/")
        assert answer["Location"] == f"/m/{game.code}/"
        assert Game.objects.get().winner == 1

    def test_a_rematch_takes_both_players(self, game: Game, ana: User, ana_client: Client, bram_client: Client) -> None:
        play.resign(game, ana)
        bram_client.post(f"/m/{game.code}/rematch/", {"accept": "0"})
        asked = ana_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()
        agreed = bram_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()
        assert asked["url"] == f"/m/{game.code}/"
        assert agreed["url"] == f"/m/{Game.objects.get(rematch_of=game).code}/"


class TestRecord:
    def test_replays_to_the_same_end(self, finished_game: Game, ana_client: Client) -> None:
        answer = ana_client.get(f"/m/{finished_game.code}/record/")
        assert answer["Content-Disposition"] == f'attachment; filename="claim-{finished_game.code}.json"'
        data = json.loads(answer.content)
        assert data["format"] == "claim-record/1"
        assert data["seats"] == ["Ana", "Bram"]
        assert replay(read(data)).ply == 52

    def test_is_closed_while_the_game_runs(self, game: Game, ana_client: Client, cleo_client: Client) -> None:
        for client in (ana_client, cleo_client):
            answer = client.get(f"/m/{game.code}/record/", headers=JSON)
            refusal = {"code": "not_over", "message": "The record shows every card, so it opens when the game is over."}
            assert (answer.status_code, answer.json()) == (409, refusal)

    def test_is_for_those_who_may_watch(
        self, finished_game: Game, secluded: Game, bram: User, cleo_client: Client
    ) -> None:
        play.resign(secluded, bram)
        assert cleo_client.get(f"/m/{finished_game.code}/record/").status_code == 200
        assert cleo_client.get(f"/m/{secluded.code}/record/").status_code == 403
