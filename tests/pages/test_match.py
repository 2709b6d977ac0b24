"""A game's address once both have sat down, and what can be asked of it by POST."""

import json
import re

import pytest
from django.test import Client

from games.models import Game, User
from games.rules.cards import DECK
from games.rules.record import read, replay
from games.services.online import lobby, play
from games.stories.online import Options
from tests.services.plays import play_at_once, play_out

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
POSTS = ["join", "call-off", "resign", "claim", "rematch"]


@pytest.fixture
def secluded(ana: User, bram: User) -> Game:
    """A private game without watchers, being played."""
    game = lobby.create(ana, Options(listed=False, watch=False, lead="creator"))
    lobby.join(game, bram, lobby.invite_token(game))
    game.refresh_from_db()
    return game


@pytest.fixture
def finished(game: Game) -> Game:
    play_at_once(game)
    game.refresh_from_db()
    return game


class TestWhoSeesTheTable:
    def test_players_and_where_allowed_everybody(
        self, game: Game, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        for client in (ana_client, bram_client, cleo_client, visitor):
            page = client.get(f"/m/{game.code}/")
            assert page.status_code == 200
            assert 'id="online"' in page.content.decode()

    def test_only_players_where_watching_is_not_allowed(
        self, secluded: Game, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        assert ana_client.get(f"/m/{secluded.code}/").status_code == 200
        for client in (cleo_client, visitor):
            answer = client.get(f"/m/{secluded.code}/")
            assert answer.status_code == 403
            assert "play without watchers" in answer.content.decode()

    def test_its_page_tells_what_the_deck_is_and_no_card_of_the_game(self, game: Game, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{game.code}/").content.decode()
        assert re.findall(r"\b[GKUDP][0-9]\b", page) == [str(card) for card in DECK]

    def test_an_unknown_code_is_a_404(self, visitor: Client) -> None:
        assert visitor.get("/m/ABCDEFGH/").status_code == 404
        assert visitor.get("/m/ABCDEFGH/", headers=JSON).json()["code"] == "not_found"


class TestGetChangesNothing:
    @pytest.mark.parametrize("name", POSTS)
    def test_the_address_says_that_it_needs_a_button(self, game: Game, ana_client: Client, name: str) -> None:
        version = Game.objects.get().version
        answer = ana_client.get(f"/m/{game.code}/{name}/")
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert Game.objects.get().version == version

    @pytest.mark.parametrize("name", POSTS)
    def test_a_post_from_elsewhere_is_refused_with_advice(self, game: Game, ana: User, name: str) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.post(f"/m/{game.code}/{name}/")
        assert answer.status_code == 403
        assert "load the page again" in answer.content.decode()
        assert client.post(f"/m/{game.code}/{name}/", headers=JSON).json()["code"] == "csrf"


class TestActs:
    @pytest.mark.parametrize("name", ["resign", "claim", "rematch"])
    def test_are_for_the_players_alone(self, game: Game, cleo_client: Client, visitor: Client, name: str) -> None:
        for client in (cleo_client, visitor):
            answer = client.post(f"/m/{game.code}/{name}/", headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert Game.objects.get().status == "playing"

    def test_resigning_ends_the_game(self, game: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{game.code}/resign/")
        assert answer["Location"] == f"/m/{game.code}/"
        assert Game.objects.get().winner == 1

    def test_what_was_done_is_said(self, game: Game, ana_client: Client) -> None:
        page = ana_client.post(f"/m/{game.code}/resign/", follow=True)
        assert [str(message) for message in page.context["messages"]] == ["You resigned."]

    def test_resigning_twice_is_refused(self, game: Game, ana_client: Client) -> None:
        assert ana_client.post(f"/m/{game.code}/resign/", headers=JSON).json()["ok"]
        answer = ana_client.post(f"/m/{game.code}/resign/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "game_over")

    def test_claiming_too_early_is_refused_with_a_sentence(self, game: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{game.code}/claim/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_away")
        page = ana_client.post(f"/m/{game.code}/claim/", follow=True)
        assert answer.json()["message"] in page.content.decode()

    def test_calling_off_before_the_first_card(self, game: Game, bram_client: Client) -> None:
        assert bram_client.post(f"/m/{game.code}/call-off/")["Location"] == "/"
        assert Game.objects.get().status == "called_off"

    def test_calling_off_after_it_is_refused(self, game: Game, ana_client: Client) -> None:
        play_out(game, 1)
        answer = ana_client.post(f"/m/{game.code}/call-off/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "already_begun")

    def test_a_rematch_takes_both(self, game: Game, ana: User, ana_client: Client, bram_client: Client) -> None:
        play.resign(game, ana)
        asked = ana_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()
        agreed = bram_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()
        assert asked["url"] == f"/m/{game.code}/"
        assert agreed["url"] == f"/m/{Game.objects.get(rematch_of=game).code}/"

    def test_a_rematch_can_be_declined(self, game: Game, ana: User, ana_client: Client, bram_client: Client) -> None:
        play.resign(game, ana)
        ana_client.post(f"/m/{game.code}/rematch/")
        bram_client.post(f"/m/{game.code}/rematch/", {"accept": "0"})
        assert Game.objects.count() == 1


class TestRecord:
    def test_replays_to_the_same_end(self, finished: Game, ana_client: Client) -> None:
        answer = ana_client.get(f"/m/{finished.code}/record/")
        assert answer["Content-Disposition"] == f'attachment; filename="claim-{finished.code}.json"'
        data = json.loads(answer.content)
        assert data["format"] == "claim-record/1"
        assert data["seats"] == ["Ana", "Bram"]
        assert replay(read(data)).ply == 52

    def test_is_closed_while_the_game_runs(self, game: Game, ana_client: Client, cleo_client: Client) -> None:
        for client in (ana_client, cleo_client):
            answer = client.get(f"/m/{game.code}/record/", headers=JSON)
            told = {"code": "not_over", "message": "The record is open when the game is over: it tells every card."}
            assert (answer.status_code, answer.json()) == (409, told)

    def test_is_for_those_who_may_watch(self, finished: Game, secluded: Game, bram: User, cleo_client: Client) -> None:
        play.resign(secluded, bram)
        assert cleo_client.get(f"/m/{finished.code}/record/").status_code == 200
        assert cleo_client.get(f"/m/{secluded.code}/record/").status_code == 403

    def test_there_is_none_of_an_invitation(self, invitation: Game, ana_client: Client) -> None:
        assert ana_client.get(f"/m/{invitation.code}/record/").status_code == 404
