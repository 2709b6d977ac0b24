"""Cancellation of games, and claims of a win from an absent opponent."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import rate_limits
from games.eventlog import event_store
from games.messaging import presence
from games.models import Entry, Game, Player, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from tests.api.clients import api_client, post_json
from tests.services.matches.games import match_of, play_next

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


def post(client: Client, game: Game, name: str, **fields: str) -> tuple[int, str]:
    """The status of an answer, and its code or where it leads."""
    answer = client.post(f"/m/{game.code}/{name}/", fields, headers=JSON)
    told = answer.json()
    return answer.status_code, told.get("code") or told["url"]


@pytest.fixture
def rated(ana: User, bram: User) -> Game:
    """One that was just dealt, Ana to lead."""
    game = lobby.create_game(ana, MatchOptions(lead="creator", rated=True))
    lobby.join_game(game, bram)
    return game


class TestRated:
    def test_each_answer_is_shown_as_a_message(self, rated: Game, ana_client: Client, bram_client: Client) -> None:
        said = []
        for client, fields in ((bram_client, {}), (ana_client, {"accept": "0"}), (ana_client, {}), (bram_client, {})):
            page = client.post(f"/m/{rated.code}/call-off/", fields, follow=True)
            said += [str(message) for message in page.context["messages"]]
        offered, declined = "You offered to cancel the game.", "You declined. The game goes on."
        assert said == [offered, declined, offered, "The game is cancelled. Nobody wins or loses."]


class TestCasual:
    def test_an_ip_address_cancels_ten_games_an_hour(self, ana: User) -> None:
        """Who deletes the cookies of a guest is another guest, at the same address."""
        outcomes = []
        for number in range(12):
            game, client = lobby.create_game(ana, MatchOptions()), Client()
            rate_limits.reset_key("guest", "127.0.0.1")
            assert client.post(f"/m/{game.code}/join/", {"name": f"Gus {number}"}, headers=JSON).status_code == 200
            outcomes.append(post(client, game, "call-off"))
        assert outcomes == [(200, "/")] * 10 + [(429, "slow_down")] * 2


class TestProgram:
    def test_a_client_of_the_api_cancels_before_the_first_card_and_offers_it_afterwards(
        self, ana: User, bram: User, bram_client: Client
    ) -> None:
        client = api_client(ana)
        games = [Game.objects.get(code=post_json(client, "/api/games").json()["game"]) for _ in range(2)]
        for game in games:
            lobby.join_game(game, bram)
        assert post_json(client, f"/api/games/{games[0].code}/call-off").status_code == 200
        play_next(games[1])
        assert post_json(client, f"/api/games/{games[1].code}/call-off").status_code == 200
        assert [match_of(game).status for game in games] == ["called_off", "playing"]
        assert post(bram_client, games[1], "call-off") == (200, "/")


def away(game: Game, seat: int, minutes: int = 60) -> None:
    """A seat was left so long ago; at the other somebody has been sitting since, and nobody has played."""
    now = timezone.now()
    then = now - timedelta(minutes=minutes)
    Player.objects.filter(game=game).update(here_since=then, seen_at=now)
    Player.objects.filter(game=game, seat=seat).update(seen_at=then)
    Entry.objects.filter(game=game).update(created_at=then)
    event_store.state_cache.clear()


class TestClaim:
    @pytest.fixture(autouse=True)
    def up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The site has been up for long."""
        monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(days=1))

    def test_is_refused_on_your_own_turn(self, game: Game, ana_client: Client) -> None:
        """Ana leads, and says nothing until Bram has gone to bed."""
        away(game, seat=1)
        assert post(ana_client, game, "claim") == (409, "your_turn")
        assert match_of(game).status == "playing"

    def test_wins_from_an_absent_opponent_who_is_to_play(self, game: Game, ana_client: Client) -> None:
        play_next(game)
        away(game, seat=1)
        assert post(ana_client, game, "claim") == (200, f"/m/{game.code}/")
        assert match_of(game).winner == 0
