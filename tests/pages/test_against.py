"""Playing against the site: one tap from the first page, or instead of waiting."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from games.services.minds.people import opponent
from games.services.minds.sitting import begin
from games.services.online import lobby, play, tickets
from games.services.reports import reports
from games.stories.online import Options
from games.words.minds import DEFAULT, OPPONENTS
from tests.services.plays import match_of

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def only_game() -> Game:
    return Game.objects.get()


class TestPlayNow:
    def test_it_comes_first_and_offers_all_five_with_name_and_manner(self, visitor: Client) -> None:
        page = visitor.get("/").content.decode()
        assert page.index('action="/play/"') < page.index('action="/new/"')
        for one in OPPONENTS.values():
            assert one.name in page
            assert str(one.manner) in page
            assert f"cards.svg#{one.face}" in page

    def test_a_visitor_who_types_nothing_sits_at_a_dealt_table(self, visitor: Client) -> None:
        answer = visitor.post("/play/")
        game = only_game()
        assert answer["Location"] == f"/m/{game.code}/"
        match = match_of(game)
        assert match.deal is not None
        assert match.opponent(1) == DEFAULT
        me = User.objects.get(opponent="")
        assert me.is_guest
        assert me.display_name.startswith("Guest ")
        assert visitor.get(answer["Location"]).status_code == 200

    def test_a_name_is_taken_and_a_bad_one_begins_nothing(self, visitor: Client) -> None:
        assert visitor.post("/play/", {"name": "Admin"}, headers=JSON).json()["code"] == "name_reserved"
        assert visitor.post("/play/", {"name": "Wystan Oakhelm"}, headers=JSON).json()["code"] == "name_reserved"
        assert not Game.objects.exists()
        visitor.post("/play/", {"name": " Ana "})
        assert User.objects.get(opponent="").display_name == "Ana"

    def test_the_level_is_remembered_with_the_person(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/play/", {"level": "marshal"})
        assert 'value="marshal"\n             checked' in ana_client.get("/").content.decode()
        ana_client.post("/play/")
        assert [match_of(game).opponent(1) for game in Game.objects.all()] == ["marshal", "marshal"]

    @pytest.mark.parametrize("level", ["emperor", "x" * 20])
    def test_another_level_is_refused(self, ana_client: Client, level: str) -> None:
        answer = ana_client.post("/play/", {"level": level}, headers=JSON)
        assert answer.json()["code"] == "no_such_level"
        assert not Game.objects.exists()

    def test_nobody_else_is_invited_meanwhile(self, ana_client: Client, bram_client: Client) -> None:
        ana_client.post("/play/")
        assert only_game().code not in bram_client.get("/").content.decode()

    def test_the_part_of_the_person_counts_and_the_site_gives_none(self, ana_client: Client) -> None:
        ticket = tickets.issue()
        part = "ab" * 32
        told = ana_client.post("/play/", {"ticket": ticket.ticket, "part": part}, headers=JSON).json()
        assert told["deal"] == {"commitment": ticket.commitment, "parts": [part, None]}
        page = ana_client.get(told["url"]).content.decode()
        assert "an opponent of the site gives none" in page
        assert "Missing" not in page


class TestOffer:
    def test_an_open_invitation_has_one_that_is_hidden_at_first(self, invitation: Game, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{invitation.code}/").content.decode()
        assert f'action="/m/{invitation.code}/opponent/"' in page
        assert "data-offer hidden" in page

    def test_a_private_one_has_none(self, ana: User, ana_client: Client) -> None:
        private = lobby.create(ana, Options(listed=False))
        assert "data-offer" not in ana_client.get(f"/m/{private.code}/").content.decode()

    def test_taking_it_deals_the_cards(self, invitation: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{invitation.code}/opponent/", {"level": "herald"})
        assert answer["Location"] == f"/m/{invitation.code}/"
        assert match_of(invitation).opponent(1) == "herald"

    def test_whoever_does_not_invite_cannot(self, invitation: Game, bram_client: Client, visitor: Client) -> None:
        for client in (bram_client, visitor):
            assert client.post(f"/m/{invitation.code}/opponent/").status_code == 404
        assert match_of(invitation).sitters[1] is None

    def test_somebody_who_was_faster_keeps_the_seat(self, game: Game, ana_client: Client, bram: User) -> None:
        answer = ana_client.post(f"/m/{game.code}/opponent/", headers=JSON)
        assert answer.json()["code"] == "seat_taken"
        assert match_of(game).seat_of(bram.pk) == 1


class TestMarks:
    def test_lists_say_that_it_is_the_sites_own(self, ana: User, ana_client: Client) -> None:
        begin(ana, "squire")
        page = " ".join(ana_client.get("/lobby/").content.decode().split())
        assert "Wystan Oakhelm" in page
        assert "of the site</span>" in page

    def test_it_is_not_among_those_whom_one_may_report(self, ana: User, ana_client: Client) -> None:
        game = begin(ana, "squire")
        page = ana_client.get(f"/m/{game.code}/report/").content.decode()
        assert f'value="{reports.GAME}"' in page
        assert 'value="1"' not in page

    def test_it_leaves_no_session(self, ana: User) -> None:
        begin(ana, "squire")
        assert opponent("squire").last_login is None


class TestRematch:
    def test_it_is_against_the_same_unless_another_is_chosen(self, ana: User, ana_client: Client) -> None:
        game = begin(ana, "squire")
        play.resign(game, ana)
        same = ana_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()["url"]
        assert match_of(at(same)).opponent(1) == "squire"

    def test_another_one_takes_the_seat_and_is_remembered(self, ana: User, ana_client: Client) -> None:
        game = begin(ana, "squire")
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

    def test_no_person_is_sent_away_and_no_other_level_there(self, game: Game, ana: User, ana_client: Client) -> None:
        play.resign(game, ana)
        against = begin(ana, "squire")
        play.resign(against, ana)
        answers = [
            ana_client.post(f"/m/{one.code}/rematch/", {"level": level}, headers=JSON).json()["code"]
            for one, level in ((game, "master"), (against, "emperor"))
        ]
        assert answers == ["not_against_site", "no_such_level"]
        assert Game.objects.count() == 2

    def test_the_table_knows_all_five(self, ana: User, ana_client: Client, game: Game) -> None:
        page = ana_client.get(f"/m/{begin(ana, 'squire').code}/").content.decode()
        assert all(one.name in page for one in OPPONENTS.values())
        assert "data-opponents" not in ana_client.get(f"/m/{game.code}/").content.decode()


def at(url: str) -> Game:
    return Game.objects.get(code=url.split("/")[2])
