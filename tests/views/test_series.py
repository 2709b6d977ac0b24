"""Score of a series at the end of a game, its private page and its picture."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from games import rate_limits
from games.accounts.device_cookie import COOKIE
from games.eventlog import event_store
from games.models import Game, User
from games.queries import series
from games.services.companion import play as companion
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from games.views.companion.picture.poster import WIDTH
from tests.queries.test_series import again, count_table, rematch, resign, start
from tests.services.companion.devices import browser
from tests.services.companion.entries import item
from tests.views.profiles import main_text
from tests.views.tables import JSON, device_at, open_table, take_place
from tests.views.test_profile import erase_account

pytestmark = pytest.mark.django_db(transaction=True)


def score_of(client: Client, game: Game) -> Any:
    answer = client.get(f"{game.address}series/", headers=JSON)
    assert answer.status_code == 200, answer.content
    return answer.json()


def page_of(game: Game) -> str:
    code = series.find_series(game, whole_evening=True).code
    return f"/series/{code}/{series.get_token(code)}/"


@pytest.fixture
def third(ana: User, bram: User) -> Game:
    """The third game of Ana and Bram, of which Bram won the last two."""
    return resign(start(ana, bram), bram, ana, ana)


class TestScore:
    def test_names_the_reader_first(self, third: Game, ana_client: Client, bram_client: Client) -> None:
        assert score_of(ana_client, third)["score"] == "Ana 1 – 2 Bram"
        found = score_of(bram_client, third)
        assert found == {
            "score": "Bram 2 – 1 Ana",
            "winner": "",
            "lines": ["Bram has won 2 games in a row."],
            "url": page_of(third),
        }

    def test_a_game_alone_has_none(self, ana: User, bram: User, ana_client: Client) -> None:
        game = resign(start(ana, bram), bram)
        assert score_of(ana_client, game) == {"score": "", "winner": "", "lines": [], "url": None}
        assert score_of(ana_client, rematch(game))["score"] == "Ana 1 – 0 Bram"

    def test_a_best_of_shows_its_score_and_its_winner(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        answer = ana_client.post("/new/", {"who": "open", "lead": "random", "best_of": "3"}, headers=JSON)
        game = Game.objects.get(code=answer.json()["url"].split("/")[2])
        assert "Best of 3: the first to win 2 games wins the series." in main_text(bram_client, game.address)
        lobby.join_game(game, bram)
        assert score_of(ana_client, resign(game, bram))["lines"] == ["Best of 3"]
        last = resign(rematch(game), bram)
        assert score_of(bram_client, last)["winner"] == "Ana wins the best of 3!"
        assert "Ana wins the best of 3!" in main_text(bram_client, page_of(last))

    def test_a_rematch_proposes_a_best_of(self, third: Game, ana_client: Client, bram_client: Client) -> None:
        ana_client.post(f"{third.address}rematch/", {"best_of": "5"}, headers=JSON)
        new = bram_client.post(f"{third.address}rematch/", {}, headers=JSON).json()["url"]
        assert Game.objects.get(code=new.split("/")[2]).best_of == 5

    def test_spectators_get_no_link_and_no_private_game_of_the_evening(
        self, third: Game, ana: User, bram: User, ana_client: Client, visitor: Client
    ) -> None:
        private = lobby.create_game(ana, MatchOptions(listed=False, watch=False))
        lobby.join_game(private, bram, lobby.invite_token(private))
        play.resign(private, bram)
        last = resign(start(ana, bram), bram, bram)
        assert score_of(ana_client, last)["score"] == "Ana 4 – 2 Bram"
        seen = score_of(visitor, last)
        assert (seen["score"], seen["url"]) == ("Ana 2 – 0 Bram", None)
        assert visitor.get(f"{private.address}series/", headers=JSON).status_code == 403

    def test_players_are_told_the_score_of_all_time(
        self, third: Game, ana: User, bram: User, bram_client: Client, visitor: Client
    ) -> None:
        old = resign(start(ana, bram), ana)
        Game.objects.filter(pk=old.pk).update(created_at="2025-01-01T00:00Z")
        old.results.update(at="2025-01-01T00:00Z")
        assert score_of(bram_client, third)["lines"][-1] == "All time: 3 – 1"
        assert score_of(visitor, third)["lines"] == ["Bram has won 2 games in a row."]

    def test_a_table_tells_its_devices(self, host: Client, visitor: Client) -> None:
        game = open_table(host, "both", depth="piles", watch="")
        items = [item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"]
        items += [item("confirm", seat=seat, accept=True) for seat in (0, 1)]
        companion.execute_commands(game.pk, device_at(host, game).pk, [*items, item("rematch", accept=True)])
        second = Game.objects.get(rematch_of=game)
        found = score_of(host, second)
        assert (found["score"], found["lines"]) == ("Ana 1 – 0 Bram", ["Votes: 5 – 0"])
        assert main_text(visitor, found["url"]).startswith("Ana 1 – 0 Bram")
        assert visitor.get(f"{second.address}series/", headers=JSON).status_code == 403

    def test_a_display_sees_what_spectators_see(
        self, ana: User, bram: User, bram_client: Client, visitor: Client
    ) -> None:
        private = lobby.create_game(ana, MatchOptions(listed=False, watch=False))
        lobby.join_game(private, bram, lobby.invite_token(private))
        play.resign(private, bram)
        phones = browser(ana), browser(bram)
        game = again(count_table(*phones), *phones)
        take_place(bram_client, game, "display")
        seen = score_of(bram_client, game)
        assert (seen["score"], seen["lines"], seen["url"]) == ("Ana 1 – 0 Bram", ["Votes: 5 – 0"], None)
        bram_phone = Client()
        bram_phone.cookies[COOKIE] = phones[1].secret
        found = score_of(bram_phone, game)
        assert (found["score"], found["url"]) == ("Ana 2 – 0 Bram", page_of(game))


class TestPage:
    def test_shows_score_streak_and_games_to_anyone_with_the_link(self, third: Game, visitor: Client) -> None:
        text = main_text(visitor, page_of(third))
        assert "Ana 1 – 2 Bram" in text
        assert "Bram has won 2 games in a row." in text
        assert "Ana won Game 1 Replay Bram won Game 2 Replay Bram won Game 3 Replay" in text
        assert "All time" not in text

    def test_a_later_entry_does_not_move_its_last_day(self, third: Game, visitor: Client) -> None:
        ended = visitor.get(page_of(third)).context["ended"]
        Game.objects.filter(pk=third.pk).update(changed_at="2099-01-01T00:00Z")
        page = visitor.get(page_of(third))
        assert page.context["ended"] == ended == third.results.all()[0].at
        assert "2099" not in main_text(visitor, page_of(third))

    def test_needs_its_token(self, third: Game, ana_client: Client) -> None:
        page = page_of(third)
        other = page.replace(page.split("/")[2], third.code)
        for address in (other, f"/series/{third.code}/x/", f"{other}picture/"):
            assert ana_client.get(address).status_code == 404

    def test_links_a_private_game_for_its_players_only(
        self, ana: User, bram: User, ana_client: Client, visitor: Client
    ) -> None:
        private = lobby.create_game(ana, MatchOptions(listed=False, watch=False))
        lobby.join_game(private, bram, lobby.invite_token(private))
        play.resign(private, bram)
        replay = f"/m/{private.code}/replay/"
        assert replay in ana_client.get(page_of(private)).content.decode()
        assert replay not in visitor.get(page_of(private)).content.decode()

    def test_tells_a_player_the_score_of_all_time(
        self, third: Game, ana: User, bram: User, bram_client: Client
    ) -> None:
        old = resign(start(ana, bram), ana)
        Game.objects.filter(pk=old.pk).update(created_at="2025-01-01T00:00Z")
        old.results.update(at="2025-01-01T00:00Z")
        assert "All time Bram 3 – 1 Ana Bram has won 2 games in a row." in main_text(bram_client, page_of(third))

    def test_an_erased_player_has_no_name(self, third: Game, ana: User, visitor: Client) -> None:
        page = page_of(third)
        erase_account(ana)
        assert "Ana" not in main_text(visitor, page)


class TestPicture:
    def test_is_a_png_in_the_accepted_language(self, third: Game, visitor: Client) -> None:
        url = f"{page_of(third)}picture/"
        pictures = {
            language: visitor.get(url, headers={"Accept-Language": language}) for language in ("en", "nl", "zh-hant")
        }
        assert Image.open(BytesIO(pictures["en"].content)).width == WIDTH
        again = visitor.get(url, headers={"Accept-Language": "en", "If-None-Match": pictures["en"]["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_all_views_are_limited_before_they_load_games(
    third: Game, ana_client: Client, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(third)
    monkeypatch.setattr(rate_limits, "hit", lambda scope, key: scope != "series")
    monkeypatch.delattr(series, "find_series")
    for path in (page, f"{page}picture/", f"{third.address}series/"):
        assert ana_client.get(path).status_code == 429
    assert visitor.get(page.replace(page.split("/")[3], "x")).status_code == 404


def test_page_of_a_longer_series_makes_as_many_queries(
    third: Game, ana: User, visitor: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    page = page_of(third)
    visitor.get(page)
    event_store.state_cache.clear()
    with CaptureQueriesContext(connection) as short:
        visitor.get(page)
    assert len(short) <= 12
    resign(rematch(third), *[ana] * 7)
    event_store.state_cache.clear()
    with django_assert_num_queries(len(short)):
        assert "Game 10" in main_text(visitor, page)
