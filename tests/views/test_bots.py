"""Bots of the site: games from the front page or instead of waiting, rematches, and the page about the engine."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import formats, translation
from django.utils.html import escape

from games.engine.levels import LEVELS
from games.engine.review.calibration import load_calibration
from games.models import Game, User
from games.services.bots.bot_games import create_game
from games.services.matches import play, seed_tickets
from games.services.reports import reports
from games.texts.opponents import DEFAULT_OPPONENT, OPPONENTS
from games.views.about import CalibrationBin, list_opponent_figures
from tests.services.matches.games import match_of

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def game_at(url: str) -> Game:
    return Game.objects.get(code=url.split("/")[2])


class TestPlayNow:
    def test_the_front_page_offers_every_bot(self, visitor: Client) -> None:
        page = visitor.get("/").content.decode()
        assert 'action="/play/"' in page
        for bot in OPPONENTS.values():
            for text in (bot.name, escape(str(bot.manner)), f"cards.svg#{bot.face}"):
                assert text in page

    def test_a_visitor_without_a_name_plays_as_a_guest(self, visitor: Client) -> None:
        answer = visitor.post("/play/")
        match = match_of(game_at(answer["Location"]))
        assert match.deal is not None
        assert match.opponent(1) == DEFAULT_OPPONENT
        me = User.objects.get(opponent="")
        assert me.is_guest
        assert me.display_name.startswith("Guest ")
        assert visitor.get(answer["Location"]).status_code == 200

    def test_the_level_is_remembered(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/play/", {"level": "marshal"})
        assert 'value="marshal" checked' in " ".join(ana_client.get("/").content.decode().split())
        ana_client.post("/play/")
        assert [match_of(game).opponent(1) for game in Game.objects.all()] == ["marshal", "marshal"]

    @pytest.mark.parametrize("level", ["emperor", "x" * 20])
    def test_an_unknown_level_is_refused(self, ana_client: Client, level: str) -> None:
        answer = ana_client.post("/play/", {"level": level}, headers=JSON)
        assert answer.json()["code"] == "no_such_level"
        assert not Game.objects.exists()

    def test_only_the_player_gives_a_part_of_the_deal(self, ana_client: Client) -> None:
        ticket = seed_tickets.issue_ticket()
        part = "ab" * 32
        answer = ana_client.post("/play/", {"ticket": ticket.ticket, "part": part}, headers=JSON).json()
        assert answer["deal"] == {"commitment": ticket.commitment, "parts": [part, None]}
        page = ana_client.get(answer["url"]).content.decode()
        assert "computer opponents add no part" in page
        assert "Missing" not in page


class TestOfferWhileWaiting:
    def test_an_open_invitation_offers_a_bot(self, invitation: Game, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{invitation.code}/").content.decode()
        assert f'action="/m/{invitation.code}/opponent/"' in page
        assert "data-offer hidden" in page

    def test_accepting_it_deals_the_cards(self, invitation: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{invitation.code}/opponent/", {"level": "herald"})
        assert answer["Location"] == f"/m/{invitation.code}/"
        assert match_of(invitation).opponent(1) == "herald"

    def test_others_cannot_accept_it(self, invitation: Game, bram_client: Client, visitor: Client) -> None:
        for client in (bram_client, visitor):
            assert client.post(f"/m/{invitation.code}/opponent/").status_code == 404
        assert match_of(invitation).occupants[1] is None


class TestDisplay:
    def test_lists_mark_a_bot(self, ana: User, ana_client: Client) -> None:
        create_game(ana, "squire")
        page = " ".join(ana_client.get("/lobby/").content.decode().split())
        assert "Wystan Oakhelm" in page
        assert "computer</span>" in page

    def test_a_bot_cannot_be_reported(self, ana: User, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{create_game(ana, 'squire').code}/report/").content.decode()
        assert f'value="{reports.GAME}"' in page
        assert 'value="1"' not in page


class TestRematch:
    @pytest.fixture
    def against_bot(self, ana: User) -> Game:
        """A game that Ana resigned against a bot."""
        game = create_game(ana, "squire")
        play.resign(game, ana)
        return game

    def test_is_against_the_same_bot(self, against_bot: Game, ana_client: Client) -> None:
        url = ana_client.post(f"/m/{against_bot.code}/rematch/", headers=JSON).json()["url"]
        assert match_of(game_at(url)).opponent(1) == "squire"

    def test_may_be_against_another_bot(self, against_bot: Game, ana: User, ana_client: Client) -> None:
        url = ana_client.post(f"/m/{against_bot.code}/rematch/", {"level": "master"}, headers=JSON).json()["url"]
        new, old = match_of(game_at(url)), match_of(against_bot)
        assert new.opponent(1) == "master"
        assert new.names == ("Ana", "Ilvane Mirrour")
        assert new.deal is not None
        assert old.deal is not None
        assert new.deal.leader != old.deal.leader
        assert game_at(url).players.get(seat=1).user.opponent == "master"
        ana.refresh_from_db()
        assert ana.preferences["level"] == "master"

    def test_takes_a_known_level_against_a_bot(
        self, game: Game, against_bot: Game, ana: User, ana_client: Client
    ) -> None:
        play.resign(game, ana)
        refusals = [
            ana_client.post(f"/m/{over.code}/rematch/", {"level": level}, headers=JSON).json()["code"]
            for over, level in ((game, "master"), (against_bot, "emperor"))
        ]
        assert refusals == ["not_against_site", "no_such_level"]
        assert Game.objects.count() == 2


def engine_page(client: Client, **headers: str) -> str:
    return " ".join(client.get("/about/engine/", headers=headers).content.decode().split())


def test_the_page_about_the_engine_has_the_measured_figures(visitor: Client) -> None:
    page, figures = engine_page(visitor), load_calibration()
    counts = [calibration_bin["count"] for calibration_bin in figures["bins"]]
    assert f"played {figures['games']} games" in page
    assert f"{figures['points']} forecasts" in page
    assert f"(Brier score) is {figures['brier']:.3f}." in page
    assert [int(found) for found in re.findall(r"<td>(\d+)</td>", page)] == counts
    assert page.count("<circle") == sum(count > 0 for count in counts)
    calibration_bin = CalibrationBin(20, 30, forecast=25.0, observed=30.0, least=20.0, most=42.5, count=7)
    assert calibration_bin.coordinates == {"x": "25.0", "y": "70.0", "top": "57.5", "bottom": "80.0"}


def test_numbers_are_localized_except_in_the_drawing(visitor: Client) -> None:
    page = engine_page(visitor, **{"Accept-Language": "nl"})
    with translation.override("nl"):
        assert formats.number_format(round(load_calibration()["brier"], 3), 3) in page
    assert not re.search(r'(cx|cy|y1|y2)="[^"]*,', page)


def test_every_level_is_described(visitor: Client) -> None:
    page = engine_page(visitor)
    for figures, level in zip(list_opponent_figures(), LEVELS, strict=True):
        assert (figures.opponent, figures.worlds, figures.exact) == (
            OPPONENTS[level.key],
            level.worlds,
            level.exact_tricks,
        )
        assert figures.opponent.name in page
        assert not level.worlds or f"tries its cards in {level.worlds} possible deals" in page
    assert page.count("Phase two: perfect.") == sum(figures.all_exact for figures in list_opponent_figures())
