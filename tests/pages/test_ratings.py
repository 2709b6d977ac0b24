"""Rated games on the pages: how one comes about, what its end says, leaderboard, profile, and the data taken along."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Rating, User
from games.services import moderation
from games.services.minds import sitting
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.stories.result import Pool
from tests.moderators import WHY
from tests.pages.taken import taken_along
from tests.people import guest, person
from tests.services.test_leaderboards import stand
from tests.services.test_ratings import RATED, rated, won

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"Accept": "application/json"}
CHOICES = {"who": "open", "lead": "random", "watch": "on"}


def said(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main>")]).split())


def told(client: Client, game: Game) -> Any:
    return client.get(f"/m/{game.code}/ratings/", headers=JSON).json()


@pytest.fixture
def offered(ana: User) -> Game:
    """Ana's open invitation to a rated game."""
    return lobby.create(ana, RATED)


class TestChoosing:
    def test_an_account_offers_a_rated_game(self, ana_client: Client) -> None:
        ana_client.post("/new/", {**CHOICES, "rated": "on"})
        assert Game.objects.get().rated
        assert "Rated: it counts for the ratings of both players." in said(ana_client, f"/m/{Game.objects.get().code}/")

    def test_what_was_preferred_is_chosen_already(self, ana_client: Client) -> None:
        assert not re.search(r'name="rated"[^>]*checked', ana_client.get("/").content.decode())
        ana_client.post("/preferences/", {"rated": "true"}, headers=JSON)
        assert re.search(r'name="rated"[^>]*checked', ana_client.get("/").content.decode())

    def test_guests_are_not_offered_the_choice_and_are_refused_it(self, browser_of: Any) -> None:
        gita = browser_of(guest("Gita"))
        assert 'name="rated"' not in gita.get("/").content.decode()
        answer = gita.post("/new/", {**CHOICES, "rated": "on"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "account_needed")
        assert not Game.objects.exists()

    def test_who_is_invited_agrees_by_sitting_down(self, offered: Game, ana: User, bram_client: Client) -> None:
        stand(ana, 1612)
        page = said(bram_client, f"/m/{offered.code}/")
        assert "By taking the seat you agree that its result moves your rating." in page
        assert "Rating 1612" in page
        bram_client.post(f"/m/{offered.code}/join/")
        offered.refresh_from_db()
        assert offered.status == "playing"

    def test_guests_and_visitors_are_told_what_to_do(self, offered: Game, visitor: Client, browser_of: Any) -> None:
        gita = browser_of(guest("Gita"))
        for client in (visitor, gita):
            page = client.get(f"/m/{offered.code}/").content.decode()
            assert "rated games are for people with an account" in page
            assert f"/account/signup/?next=/m/{offered.code}/" in page
            assert "Take the seat" not in page
            answer = client.post(f"/m/{offered.code}/join/", {"name": "Gita"}, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (409, "account_needed")
        assert User.objects.filter(is_guest=True).count() == 1

    def test_the_lobby_says_so_and_shows_the_rating(
        self, offered: Game, ana: User, bram_client: Client, browser_of: Any
    ) -> None:
        stand(ana, 1612, sure_until=None)
        assert "Ana rating 1612? Rated ·" in said(bram_client, "/")
        page = browser_of(guest("Gita")).get("/lobby/").content.decode()
        assert "With an account" in page
        assert f"/m/{offered.code}/join/" not in page

    def test_the_lobby_asks_for_all_ratings_at_once(
        self, ana: User, bram_client: Client, django_assert_max_num_queries: Any
    ) -> None:
        with django_assert_max_num_queries(100) as few:
            bram_client.get("/lobby/")
        for name in "ABCDE":
            stand(one := person(name), 1500)
            lobby.create(one, RATED)
        with django_assert_max_num_queries(len(few) + 2 + len(Pool)):
            bram_client.get("/lobby/")


class TestTheEnd:
    def test_says_what_became_of_both_ratings_one_s_own_first(
        self, ana: User, bram: User, bram_client: Client, visitor: Client
    ) -> None:
        game = won(ana, bram)
        mine, theirs = told(bram_client, game)["lines"]
        assert re.fullmatch(r"Your rating: 1\d\d\d\? \(−\d+\)", mine)
        assert re.fullmatch(r"Rating of Ana: 1\d\d\d\? \(\+\d+\)", theirs)
        assert [line.split(":")[0] for line in told(visitor, game)["lines"]] == ["Rating of Ana", "Rating of Bram"]

    def test_nobody_is_shown_the_rating_of_who_hides_it(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        game = won(ana, bram)
        ana_client.post("/@/", {"seen_by": "nobody"})
        assert [line.split(":")[0] for line in told(bram_client, game)["lines"]] == ["Your rating"]
        assert len(told(ana_client, game)["lines"]) == 2

    def test_nothing_comes_of_other_games(
        self, game: Game, ana: User, bram: User, ana_client: Client, mona: Judge
    ) -> None:
        play.resign(game, ana)
        against = lobby.create(ana, RATED)
        sitting.sit(against, ana, "page")
        play.resign(against, ana)
        running = rated(ana, bram)
        judged = won(ana, bram)
        moderation.call_off(mona, judged, WHY)
        for one in (game, against, running, judged):
            assert told(ana_client, one) == {"made": True, "lines": []}

    def test_it_may_take_a_moment(self, ana: User, bram: User, ana_client: Client) -> None:
        game = won(ana, bram)
        game.rated_seats.all().delete()
        assert told(ana_client, game) == {"made": False, "lines": []}

    def test_only_who_may_see_the_game_hears_of_it(self, ana: User, bram: User, cleo_client: Client) -> None:
        hidden = lobby.create(ana, RATED.__class__(listed=False, watch=False, rated=True))
        address = f"/m/{hidden.code}/ratings/"
        assert cleo_client.get(address).status_code == 404
        lobby.join(hidden, bram, lobby.invite_token(hidden))
        assert cleo_client.get(address).status_code == 403


class TestLeaderboard:
    def test_the_best_first_with_one_s_own_place(self, ana: User, bram: User, ana_client: Client) -> None:
        stand(ana, 1600.4), stand(bram, 1711.5)
        assert "1 Bram 1712 20 2 Ana 1600 20 Your place: 2." in said(ana_client, "/leaderboard/")

    def test_of_a_month(self, ana: User, bram: User, visitor: Client) -> None:
        won(ana, bram)
        Rating.objects.all().delete()
        game = Game.objects.get()
        game.rated_seats.update(deviation=90.0, rating=1550.0)
        month = f"{game.changed_at:%Y-%m}"
        assert "1 Ana 1550 +50 1 2 Bram 1550 +50 1" in said(visitor, f"/leaderboard/?pool=days&month={month}")
        assert "Nobody yet." in said(visitor, f"/leaderboard/?pool=live&month={month}")
        assert "Nobody yet." in said(visitor, "/leaderboard/?month=2026-01")

    @pytest.mark.parametrize("wrong", ["pool=chess", "month=2026-13", "month=2999-01", "month=now", "month=2019-12"])
    def test_what_there_is_not_is_a_404(self, wrong: str, visitor: Client) -> None:
        assert visitor.get(f"/leaderboard/?{wrong}").status_code == 404


class TestProfile:
    def test_the_rating_and_its_curve(self, ana: User, bram: User, visitor: Client) -> None:
        for winner, loser in ((ana, bram), (ana, bram), (bram, ana)):
            won(winner, loser)
        page = visitor.get("/@/ana/").content.decode()
        assert f"{round(Rating.objects.get(user=ana).rating)}?</b> by the day" in " ".join(page.split())
        (points,) = re.findall(r'<polyline points="([^"]+)"', page)
        heights = [float(point.split(",")[1]) for point in points.split()]
        assert len(heights) == 4
        assert heights[0] > heights[1] > heights[2] < heights[3]

    def test_without_a_curve_where_moderators_take_the_only_game_away_just_then(
        self, ana: User, visitor: Client
    ) -> None:
        stand(ana, 1612)
        page = visitor.get("/@/ana/").content.decode()
        assert '<b class="points">1612</b>' in page
        assert "<polyline" not in page

    def test_of_who_has_none(self, ana: User, ana_client: Client, visitor: Client, browser_of: Any) -> None:
        assert "No rated games yet." in said(ana_client, "/@/")
        assert "rated" not in said(visitor, "/@/ana/")
        assert "rated" not in said(browser_of(guest("Gita")), "/@/")


def test_the_data_that_one_takes_along_have_the_ratings(ana: User, bram: User, ana_client: Client) -> None:
    game = won(ana, bram)
    kept = taken_along(ana_client)
    (rating,) = kept["ratings"]
    assert (rating["pool"], rating["rating"], rating["games"]) == ("days", Rating.objects.get(user=ana).rating, 1)
    (played,) = kept["games"]
    assert (played["code"], played["rated"], played["rating"]["rating_before"]) == (game.code, True, 1500)
    assert played["rating"]["rating"] == rating["rating"]
