"""Ratings: rated games, their end, leaderboards, profiles and the data export."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Rating, User
from games.services.matches import lobby
from games.state.result import RatingPool
from tests.people import guest
from tests.queries.test_leaderboards import stand
from tests.services.ratings.test_ratings import RATED, won
from tests.views.profiles import exported_data, main_text

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
CHOICES = {"who": "open", "lead": "random", "watch": "on"}


def changes(client: Client, game: Game) -> Any:
    return client.get(f"/m/{game.code}/ratings/", headers=JSON).json()["lines"]


@pytest.fixture
def offered(ana: User) -> Game:
    """Ana's open invitation to a rated game."""
    return lobby.create_game(ana, RATED)


class TestRatedGames:
    def test_an_account_offers_a_rated_game_and_another_agrees(
        self, ana: User, ana_client: Client, bram_client: Client
    ) -> None:
        stand(ana, 1612)
        address = ana_client.post("/new/", {**CHOICES, "rated": "on"})["Location"]
        assert "Rated: the result counts for both players" in main_text(ana_client, address)
        page = main_text(bram_client, address)
        assert "by joining, you agree to play for your rating." in page
        assert "Rating 1612" in page
        bram_client.post(f"{address}join/")
        game = Game.objects.get()
        assert (game.rated, game.status) == (True, "playing")

    def test_guests_and_visitors_are_asked_to_sign_up(self, offered: Game, visitor: Client, browser_of: Any) -> None:
        gita = browser_of(guest("Gita"))
        for client in (visitor, gita):
            page = client.get(f"/m/{offered.code}/").content.decode()
            assert "Rated games need an account" in page
            assert f"/account/signup/?next=/m/{offered.code}/" in page
            assert "Join game" not in page
            answer = client.post(f"/m/{offered.code}/join/", {"name": "Gita"}, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (409, "account_needed")
        assert User.objects.filter(is_guest=True).count() == 1

    def test_the_lobby_shows_rated_games_with_the_rating(
        self, offered: Game, ana: User, bram_client: Client, browser_of: Any
    ) -> None:
        stand(ana, 1612, sure_until=None)
        assert "Ana rating 1612? Rated ·" in main_text(bram_client, "/")
        page = browser_of(guest("Gita")).get("/lobby/").content.decode()
        assert "Account needed" in page
        assert f"/m/{offered.code}/join/" not in page


class TestRatingChanges:
    def test_shows_both_changes_your_own_first(
        self, ana: User, bram: User, bram_client: Client, visitor: Client
    ) -> None:
        game = won(ana, bram)
        mine, theirs = changes(bram_client, game)
        assert re.fullmatch(r"Your rating: 1\d\d\d\? \(−\d+\)", mine)
        assert re.fullmatch(r"Ana's rating: 1\d\d\d\? \(\+\d+\)", theirs)
        assert [line.split(":")[0] for line in changes(visitor, game)] == ["Ana's rating", "Bram's rating"]

    def test_hides_the_rating_of_a_hidden_profile(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        game = won(ana, bram)
        ana_client.post("/@/", {"seen_by": "nobody"})
        assert [line.split(":")[0] for line in changes(bram_client, game)] == ["Your rating"]
        assert len(changes(ana_client, game)) == 2


class TestLeaderboard:
    def test_is_sorted_and_shows_your_place(self, ana: User, bram: User, ana_client: Client) -> None:
        stand(ana, 1600.4), stand(bram, 1711.5)
        assert "1 Bram 1712 20 2 Ana 1600 20 Your rank: 2." in main_text(ana_client, "/leaderboard/?pool=days")

    def test_opens_on_live_games(self, ana: User, bram: User, visitor: Client) -> None:
        stand(ana, 1600.4), stand(bram, 1711.5, pool=RatingPool.LIVE)
        board = main_text(visitor, "/leaderboard/")
        assert "1 Bram 1712 20" in board
        assert "Ana" not in board

    def test_of_a_month(self, ana: User, bram: User, visitor: Client) -> None:
        won(ana, bram)
        Rating.objects.all().delete()
        game = Game.objects.get()
        game.rated_seats.update(deviation=90.0, rating=1550.0)
        month = f"{game.changed_at:%Y-%m}"
        assert "1 Ana 1550 +50 1 2 Bram 1550 +50 1" in main_text(visitor, f"/leaderboard/?pool=days&month={month}")
        assert "Nobody yet." in main_text(visitor, f"/leaderboard/?pool=live&month={month}")
        assert "Nobody yet." in main_text(visitor, "/leaderboard/?month=2026-01")


class TestProfile:
    def test_the_rating_and_its_curve(self, ana: User, bram: User, visitor: Client) -> None:
        for winner, loser in ((ana, bram), (ana, bram), (bram, ana)):
            won(winner, loser)
        page = visitor.get("/@/ana/").content.decode()
        assert f"{round(Rating.objects.get(user=ana).rating)}?</b> correspondence" in " ".join(page.split())
        (points,) = re.findall(r'<polyline points="([^"]+)"', page)
        heights = [float(point.split(",")[1]) for point in points.split()]
        assert len(heights) == 4
        assert heights[0] > heights[1] > heights[2] < heights[3]

    def test_without_rated_games_has_no_rating(
        self, ana: User, ana_client: Client, visitor: Client, browser_of: Any
    ) -> None:
        assert "No rated games yet." in main_text(ana_client, "/@/")
        assert "rated" not in main_text(visitor, "/@/ana/")
        assert "rated" not in main_text(browser_of(guest("Gita")), "/@/")


def test_the_data_export_has_the_ratings(ana: User, bram: User, ana_client: Client) -> None:
    game = won(ana, bram)
    data = exported_data(ana_client)
    (rating,) = data["ratings"]
    assert (rating["pool"], rating["rating"], rating["games"]) == ("days", Rating.objects.get(user=ana).rating, 1)
    (played,) = data["games"]
    assert (played["code"], played["rated"], played["rating"]["rating_before"]) == (game.code, True, 1500)
    assert played["rating"]["rating"] == rating["rating"]
