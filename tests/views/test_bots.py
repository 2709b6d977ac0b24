"""Games against the bots of the site: from the front page, instead of waiting, and their rematches."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from games.services.bots.bot_games import create_game
from games.services.matches import play, seed_tickets
from games.services.reports import reports
from games.texts.opponents import DEFAULT_OPPONENT, OPPONENTS
from tests.services.matches.games import match_of

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def only_game() -> Game:
    return Game.objects.get()


class TestPlayNow:
    def test_the_front_page_offers_every_bot_first(self, visitor: Client) -> None:
        page = visitor.get("/").content.decode()
        assert page.index('action="/play/"') < page.index('action="/new/"')
        for one in OPPONENTS.values():
            assert one.name in page
            assert str(one.manner) in page
            assert f"cards.svg#{one.face}" in page

    def test_a_visitor_without_a_name_plays_as_a_guest(self, visitor: Client) -> None:
        answer = visitor.post("/play/")
        game = only_game()
        assert answer["Location"] == f"/m/{game.code}/"
        match = match_of(game)
        assert match.deal is not None
        assert match.opponent(1) == DEFAULT_OPPONENT
        me = User.objects.get(opponent="")
        assert me.is_guest
        assert me.display_name.startswith("Guest ")
        assert visitor.get(answer["Location"]).status_code == 200

    def test_the_level_is_remembered(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/play/", {"level": "marshal"})
        assert 'value="marshal"\n             checked' in ana_client.get("/").content.decode()
        ana_client.post("/play/")
        assert [match_of(game).opponent(1) for game in Game.objects.all()] == ["marshal", "marshal"]

    @pytest.mark.parametrize("level", ["emperor", "x" * 20])
    def test_an_unknown_level_is_refused(self, ana_client: Client, level: str) -> None:
        answer = ana_client.post("/play/", {"level": level}, headers=JSON)
        assert answer.json()["code"] == "no_such_level"
        assert not Game.objects.exists()

    def test_the_deal_has_the_part_of_the_player_alone(self, ana_client: Client) -> None:
        ticket = seed_tickets.issue_ticket()
        part = "ab" * 32
        told = ana_client.post("/play/", {"ticket": ticket.ticket, "part": part}, headers=JSON).json()
        assert told["deal"] == {"commitment": ticket.commitment, "parts": [part, None]}
        page = ana_client.get(told["url"]).content.decode()
        assert "an opponent of the site gives none" in page
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
        assert "of the site</span>" in page

    def test_a_bot_cannot_be_reported(self, ana: User, ana_client: Client) -> None:
        game = create_game(ana, "squire")
        page = ana_client.get(f"/m/{game.code}/report/").content.decode()
        assert f'value="{reports.GAME}"' in page
        assert 'value="1"' not in page


class TestRematch:
    def test_is_against_the_same_bot(self, ana: User, ana_client: Client) -> None:
        game = create_game(ana, "squire")
        play.resign(game, ana)
        same = ana_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()["url"]
        assert match_of(at(same)).opponent(1) == "squire"

    def test_may_be_against_another_bot(self, ana: User, ana_client: Client) -> None:
        game = create_game(ana, "squire")
        play.resign(game, ana)
        url = ana_client.post(f"/m/{game.code}/rematch/", {"level": "master"}, headers=JSON).json()["url"]
        new, old = match_of(at(url)), match_of(game)
        assert new.opponent(1) == "master"
        assert new.names == ("Ana", "Ilvane Mirrour")
        assert new.deal is not None
        assert old.deal is not None
        assert new.deal.leader != old.deal.leader
        assert at(url).players.get(seat=1).user.opponent == "master"
        ana.refresh_from_db()
        assert ana.preferences["level"] == "master"

    def test_takes_no_level_against_a_person(self, game: Game, ana: User, ana_client: Client) -> None:
        play.resign(game, ana)
        against = create_game(ana, "squire")
        play.resign(against, ana)
        answers = [
            ana_client.post(f"/m/{one.code}/rematch/", {"level": level}, headers=JSON).json()["code"]
            for one, level in ((game, "master"), (against, "emperor"))
        ]
        assert answers == ["not_against_site", "no_such_level"]
        assert Game.objects.count() == 2


def at(url: str) -> Game:
    return Game.objects.get(code=url.split("/")[2])
