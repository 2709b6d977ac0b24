"""Invitations, seen by Ana who invites, Bram who is invited, Cleo the stranger and a visitor without a session."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Game, User
from games.pages.online import invitation as pages
from games.pages.qr import qr_svg
from games.services.online import lobby
from games.stories.online import Options

JSON = {"Accept": "application/json"}


@pytest.fixture
def private(ana: User) -> Game:
    return lobby.create(ana, Options(listed=False))


def link(game: Game) -> str:
    return f"/i/{game.code}/{lobby.invite_token(game)}/"


def seats(game: Game) -> int:
    return game.players.count()


class TestOpen:
    def test_its_creator_sees_link_qr_code_and_a_way_out(self, invitation: Game, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{invitation.code}/").content.decode()
        assert f"http://testserver/m/{invitation.code}/" in page
        assert qr_svg(f"http://testserver/m/{invitation.code}/", "QR code of the invitation's address") in page
        assert f"/m/{invitation.code}/call-off/" in page
        assert f"/m/{invitation.code}/join/" not in page

    def test_a_program_of_its_creator_gets_the_link_and_others_do_not(
        self, private: Game, invitation: Game, ana_client: Client, bram_client: Client
    ) -> None:
        assert (
            ana_client.get(f"/m/{private.code}/", headers=JSON).json()["invitation"]
            == f"http://testserver{link(private)}"
        )
        assert "invitation" not in bram_client.get(f"/m/{invitation.code}/", headers=JSON).json()

    def test_others_see_who_invites_and_to_what(self, invitation: Game, bram_client: Client) -> None:
        page = bram_client.get(f"/m/{invitation.code}/").content.decode()
        assert "<bdi>Ana</bdi> invites you" in " ".join(page.split())
        assert "Ana leads the first trick." in page

    def test_a_visitor_is_asked_for_a_name_on_the_spot(self, invitation: Game, visitor: Client) -> None:
        assert 'name="name"' in visitor.get(f"/m/{invitation.code}/").content.decode()

    def test_opening_it_takes_no_seat(self, invitation: Game, bram_client: Client, visitor: Client) -> None:
        for client in (bram_client, visitor):
            client.get(f"/m/{invitation.code}/")
            client.head(f"/m/{invitation.code}/")
            assert client.get(f"/m/{invitation.code}/join/").status_code == 405
        assert seats(invitation) == 1

    def test_joining_is_a_post(self, invitation: Game, bram_client: Client, bram: User) -> None:
        answer = bram_client.post(f"/m/{invitation.code}/join/")
        assert answer["Location"] == f"/m/{invitation.code}/"
        assert invitation.players.get(seat=1).user == bram

    def test_a_visitor_joins_with_a_name(self, invitation: Game, visitor: Client) -> None:
        visitor.post(f"/m/{invitation.code}/join/", {"name": "Bram"})
        assert invitation.players.get(seat=1).user.is_guest

    def test_a_visitor_without_a_name_stays_on_the_page(self, invitation: Game, visitor: Client) -> None:
        answer = visitor.post(f"/m/{invitation.code}/join/", {"name": ""})
        assert answer.status_code == 400
        assert seats(invitation) == 1

    def test_a_program_reads_the_refusal(self, invitation: Game, visitor: Client) -> None:
        answer = visitor.post(f"/m/{invitation.code}/join/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "name_needed")

    def test_its_creator_cannot_take_both_seats(self, invitation: Game, ana_client: Client) -> None:
        answer = ana_client.post(f"/m/{invitation.code}/join/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "own_game")

    def test_codes_work_in_any_case(self, invitation: Game, bram_client: Client) -> None:
        assert bram_client.get(f"/m/{invitation.code.lower()}/").status_code == 200

    def test_it_can_be_shared_with_a_preview(self, invitation: Game, visitor: Client) -> None:
        page = visitor.get(f"/m/{invitation.code}/").content.decode()
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
        assert tags["title"] == "Ana invites you to a game of cards"
        assert tags["url"] == f"http://testserver/m/{invitation.code}/"
        assert tags["image"].startswith("http://testserver/static/img/og")
        assert tags["description"]

    def test_joining_is_limited(self, invitation: Game, ana_client: Client) -> None:
        codes = [ana_client.post(f"/m/{invitation.code}/join/", headers=JSON).status_code for _ in range(31)]
        assert codes == [409] * 30 + [429]


class TestPrivate:
    def test_does_not_exist_for_strangers(self, private: Game, cleo_client: Client, visitor: Client) -> None:
        for client in (cleo_client, visitor):
            assert client.get(f"/m/{private.code}/").status_code == 404
            assert client.post(f"/m/{private.code}/join/", {"name": "Cleo"}).status_code == 404
        assert seats(private) == 1

    @pytest.mark.parametrize("token", ["x", "A" * 22, "é"])
    def test_a_wrong_token_is_a_404(self, private: Game, cleo_client: Client, token: str) -> None:
        assert cleo_client.get(f"/i/{private.code}/{token}/").status_code == 404
        assert cleo_client.post(f"/m/{private.code}/join/", {"token": token}).status_code == 404

    def test_the_token_of_another_game_does_not_fit(self, private: Game, ana: User, cleo_client: Client) -> None:
        other = lobby.create(ana, Options(listed=False))
        assert cleo_client.get(f"/i/{private.code}/{lobby.invite_token(other)}/").status_code == 404

    def test_the_creator_hands_out_the_whole_link(self, private: Game, ana_client: Client) -> None:
        assert f"http://testserver{link(private)}" in ana_client.get(f"/m/{private.code}/").content.decode()

    def test_the_link_shows_the_invitation_and_takes_no_seat(self, private: Game, visitor: Client) -> None:
        page = visitor.get(link(private)).content.decode()
        assert "invites you" in page
        assert '<meta name="robots" content="noindex">' in page
        assert seats(private) == 1

    def test_its_page_brings_the_token_along(self, private: Game, cleo_client: Client) -> None:
        token = lobby.invite_token(private)
        page = cleo_client.get(f"/i/{private.code}/{token}/").content.decode()
        assert re.search(rf'name="token"\s+value="{token}"', page)

    def test_joining_takes_the_token(self, private: Game, bram_client: Client) -> None:
        bram_client.post(f"/m/{private.code}/join/", {"token": lobby.invite_token(private)})
        assert seats(private) == 2

    def test_the_creator_is_sent_to_the_game(self, private: Game, ana_client: Client) -> None:
        assert ana_client.get(link(private))["Location"] == f"/m/{private.code}/"

    def test_after_the_deal_the_link_leads_to_the_table(
        self, private: Game, bram: User, bram_client: Client, cleo_client: Client
    ) -> None:
        lobby.join(private, bram, lobby.invite_token(private))
        for client in (bram_client, cleo_client):
            assert client.get(link(private))["Location"] == f"/m/{private.code}/"


class TestTooLate:
    def test_the_slower_one_is_told_and_may_watch(self, game: Game, cleo_client: Client) -> None:
        answer = cleo_client.post(f"/m/{game.code}/join/", follow=True)
        assert answer.redirect_chain == [(f"/m/{game.code}/", 302)]
        assert "Somebody else took the last seat. You may watch" in answer.content.decode()

    def test_without_watchers_they_are_sent_to_the_lobby(self, ana: User, bram: User, cleo_client: Client) -> None:
        closed = lobby.create(ana, Options(watch=False))
        lobby.join(closed, bram)
        answer = cleo_client.post(f"/m/{closed.code}/join/", follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert "played without watchers" in answer.content.decode()

    def test_no_guest_is_made_for_nothing(self, game: Game, visitor: Client) -> None:
        before = User.objects.count()
        answer = visitor.post(f"/m/{game.code}/join/", {"name": "Cleo"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_taken")
        assert User.objects.count() == before

    def test_losing_the_race_inside_the_service_reads_the_same(
        self, invitation: Game, bram: User, cleo_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        join = lobby.join

        def overtaken(game: Game, user: User, token: str | None = None, part: str = "") -> object:
            join(game, bram)
            return join(game, user, token, part)

        monkeypatch.setattr(lobby, "join", overtaken)
        answer = cleo_client.post(f"/m/{invitation.code}/join/", headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_taken")


class TestCallingOff:
    def test_the_creator_may(self, invitation: Game, ana_client: Client, bram_client: Client) -> None:
        answer = ana_client.post(f"/m/{invitation.code}/call-off/", follow=True)
        assert "Called off. Nobody wins or loses." in answer.content.decode()
        assert bram_client.get(f"/m/{invitation.code}/").status_code == 410
        late = bram_client.post(f"/m/{invitation.code}/join/", headers=JSON)
        assert (late.status_code, late.json()["code"]) == (409, "not_waiting")

    def test_nobody_else_may(self, invitation: Game, cleo_client: Client, visitor: Client) -> None:
        for client in (cleo_client, visitor):
            assert client.post(f"/m/{invitation.code}/call-off/").status_code == 404
        invitation.refresh_from_db()
        assert invitation.status == "waiting"


class TestAddressForOtherDevices:
    @pytest.fixture(autouse=True)
    def network(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
        settings.ALLOWED_HOSTS = ["*"]
        monkeypatch.setattr(pages, "lan_addresses", lambda: ("192.168.1.7", "10.0.0.7"))

    @pytest.mark.parametrize(
        ("opened_as", "handed_out"),
        [
            ("localhost:8000", "192.168.1.7:8000"),
            ("127.0.0.1:8000", "192.168.1.7:8000"),
            ("[::1]:8000", "192.168.1.7:8000"),
            ("192.168.1.9:8000", "192.168.1.9:8000"),
            ("kitchen.local:8000", "kitchen.local:8000"),
        ],
    )
    def test_is_one_they_can_reach(self, invitation: Game, ana_client: Client, opened_as: str, handed_out: str) -> None:
        page = ana_client.get(f"/m/{invitation.code}/", headers={"Host": opened_as}).content.decode()
        assert f'value="http://{handed_out}/m/{invitation.code}/"' in page

    def test_is_the_public_one_where_there_is_one(
        self, invitation: Game, ana_client: Client, settings: Settings
    ) -> None:
        settings.SITE_URL = "https://claim.example"
        assert (
            f"https://claim.example/m/{invitation.code}/" in ana_client.get(f"/m/{invitation.code}/").content.decode()
        )
