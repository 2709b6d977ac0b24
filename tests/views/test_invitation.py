"""Invitations to an online game, for its creator, the invited player, a stranger and a visitor."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.models import Game, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from games.views import public_urls
from games.views.qr import QUIET_ZONE, render_qr_svg

JSON = {"Accept": "application/json"}


@pytest.fixture
def private(ana: User) -> Game:
    return lobby.create_game(ana, MatchOptions(listed=False))


def link(game: Game) -> str:
    return f"/i/{game.code}/{lobby.invite_token(game)}/"


class TestOpen:
    def test_the_creator_shares_or_cancels_it(self, invitation: Game, ana_client: Client, bram_client: Client) -> None:
        page = ana_client.get(f"/m/{invitation.code}/").content.decode()
        assert render_qr_svg(f"http://testserver/m/{invitation.code}/", "QR code for this invitation") in page
        assert f"/m/{invitation.code}/call-off/" in page
        assert f"/m/{invitation.code}/join/" not in page
        ana_client.post(f"/m/{invitation.code}/call-off/")
        assert bram_client.get(f"/m/{invitation.code}/").status_code == 410

    def test_others_see_the_host_and_the_options(self, invitation: Game, bram_client: Client) -> None:
        page = bram_client.get(f"/m/{invitation.code}/").content.decode()
        assert "<bdi>Ana</bdi> invites you" in " ".join(page.split())
        assert "Ana leads the first trick." in page

    def test_a_get_takes_no_seat(self, invitation: Game, bram_client: Client, visitor: Client) -> None:
        for client in (bram_client, visitor):
            client.get(f"/m/{invitation.code}/")
            client.head(f"/m/{invitation.code}/")
            assert client.get(f"/m/{invitation.code}/join/").status_code == 405
        assert invitation.players.count() == 1

    def test_a_visitor_joins_with_a_name(self, invitation: Game, visitor: Client) -> None:
        visitor.post(f"/m/{invitation.code}/join/", {"name": "Bram"})
        assert invitation.players.get(seat=1).user.is_guest

    def test_has_a_link_preview(self, invitation: Game, visitor: Client) -> None:
        page = visitor.get(f"/m/{invitation.code}/").content.decode()
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
        assert tags["title"] == "Ana invites you to a game of cards"
        assert tags["url"] == f"http://testserver/m/{invitation.code}/"
        assert tags["image"] == "http://testserver/static/img/share/front.png"
        assert tags["description"]


class TestPrivate:
    def test_a_wrong_token_is_a_404(self, private: Game, ana: User, cleo_client: Client) -> None:
        other = lobby.create_game(ana, MatchOptions(listed=False))
        for token in ("x", "A" * 22, "é", lobby.invite_token(other)):
            assert cleo_client.get(f"/i/{private.code}/{token}/").status_code == 404
            assert cleo_client.post(f"/m/{private.code}/join/", {"token": token}).status_code == 404

    def test_the_link_shows_the_invitation_and_takes_no_seat(
        self, private: Game, invitation: Game, ana_client: Client, bram_client: Client, visitor: Client
    ) -> None:
        page = visitor.get(link(private)).content.decode()
        assert "invites you" in page
        assert '<meta name="robots" content="noindex">' in page
        assert re.search(rf'name="token"\s+value="{lobby.invite_token(private)}"', page)
        assert private.players.count() == 1
        created = ana_client.get(f"/m/{private.code}/", headers=JSON).json()
        assert created["invitation"] == f"http://testserver{link(private)}"
        assert "invitation" not in bram_client.get(f"/m/{invitation.code}/", headers=JSON).json()

    def test_after_the_deal_the_link_redirects_to_the_game(
        self, private: Game, bram: User, bram_client: Client, cleo_client: Client
    ) -> None:
        lobby.join_game(private, bram, lobby.invite_token(private))
        for client in (bram_client, cleo_client):
            assert client.get(link(private))["Location"] == f"/m/{private.code}/"


class TestTooLate:
    @pytest.mark.parametrize(
        ("watch", "message"),
        [(True, "Someone else joined first. You can watch"), (False, "closed to spectators")],
    )
    def test_a_late_player_watches_or_is_sent_to_the_lobby(
        self, ana: User, bram: User, cleo_client: Client, watch: bool, message: str
    ) -> None:
        game = lobby.create_game(ana, MatchOptions(watch=watch))
        lobby.join_game(game, bram)
        answer = cleo_client.post(f"/m/{game.code}/join/", follow=True)
        assert answer.redirect_chain == [(f"/m/{game.code}/" if watch else "/", 302)]
        assert message in answer.content.decode()

    def test_a_late_visitor_makes_no_guest(self, game: Game, visitor: Client) -> None:
        before = User.objects.count()
        answer = visitor.post(f"/m/{game.code}/join/", {"name": "Cleo"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_taken")
        assert User.objects.count() == before


class TestAddressForOtherDevices:
    @pytest.fixture(autouse=True)
    def network(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
        settings.ALLOWED_HOSTS = ["*"]
        monkeypatch.setattr(public_urls, "list_lan_addresses", lambda: ("192.168.1.7", "10.0.0.7"))

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
    def test_is_reachable_from_them(
        self, invitation: Game, ana_client: Client, opened_as: str, handed_out: str
    ) -> None:
        page = ana_client.get(f"/m/{invitation.code}/", headers={"Host": opened_as}).content.decode()
        assert f'value="http://{handed_out}/m/{invitation.code}/"' in page

    def test_can_be_chosen_from_all_networks_of_the_machine(self, invitation: Game, ana_client: Client) -> None:
        path, headers = f"/m/{invitation.code}/", {"Host": "localhost:8000"}
        page = ana_client.get(path, headers=headers).content.decode()
        assert f'href="{path}?host=10.0.0.7"' in page
        other = ana_client.get(f"{path}?host=10.0.0.7", headers=headers).content.decode()
        assert f'value="http://10.0.0.7:8000{path}"' in other
        assert f'href="{path}?host=192.168.1.7"' in other
        foreign = ana_client.get(f"{path}?host=evil.example", headers=headers).content.decode()
        assert f'value="http://192.168.1.7:8000{path}"' in foreign

    def test_does_not_publish_local_networks_under_a_foreign_name(self, invitation: Game, ana_client: Client) -> None:
        page = ana_client.get(f"/m/{invitation.code}/", headers={"Host": "claim.example"}).content.decode()
        assert f'value="http://claim.example/m/{invitation.code}/"' in page
        assert "10.0.0.7" not in page

    @pytest.mark.parametrize("opened_as", ["192.168.1.9:8000", "claim.example"])
    def test_one_link_takes_the_host_of_the_request_without_a_search(
        self, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch, opened_as: str
    ) -> None:
        monkeypatch.delattr(public_urls, "list_lan_addresses")
        request = rf.get("/", headers={"Host": opened_as})
        assert public_urls.get_shareable_url(request, "/series/") == f"http://{opened_as}/series/"

    def test_is_the_public_address_of_the_site(self, invitation: Game, ana_client: Client, settings: Settings) -> None:
        settings.SITE_URL = "https://claim.example"
        page = ana_client.get(f"/m/{invitation.code}/").content.decode()
        assert f"https://claim.example/m/{invitation.code}/" in page


def test_a_qr_code_has_a_quiet_zone_and_an_escaped_label() -> None:
    svg = render_qr_svg("http://192.168.1.7:8000/m/K7MPX2QA/", '"><script>')
    assert "<script>" not in svg
    assert "style=" not in svg
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])  # type: ignore[index]
    starts = [(int(x), int(y), int(width)) for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", svg)]
    assert QUIET_ZONE == 4
    assert min(x for x, _, _ in starts) == min(y for _, y, _ in starts) == 4
    assert max(x + width for x, _, width in starts) == size - 4
