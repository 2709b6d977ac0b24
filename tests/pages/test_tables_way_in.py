"""The way to a table as those at it see it: a link, a QR code and a code to type."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, JoinToken
from games.pages.online import invitation
from games.pages.table import joining
from tests.pages.tables import JSON, act, look, opened, secret_of, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host() -> Client:
    """Ana's browser."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    """Both sit."""
    game = opened(host)
    take(Client(), game, "1")
    return game


@pytest.fixture
def stranger() -> Client:
    """Cleo's, which hosts another table."""
    client = Client()
    opened(client)
    return client


class TestWayIn:
    def test_those_at_the_table_see_it_and_nobody_else(self, host: Client, stranger: Client) -> None:
        game, screen, watcher = opened(host), Client(), Client()
        take(screen, game, "display")
        take(watcher, game, "watcher")
        secret = secret_of(game).token
        for client, sees in ((host, True), (screen, True), (watcher, False), (stranger, False), (Client(), False)):
            told = client.get(f"/t/{game.code}/invite/", headers=JSON)
            assert (told.status_code == 200 and bool(told.json()["invite"])) == sees
            assert sees or secret not in client.get(f"/t/{game.code}/").content.decode()
        for client in (stranger, Client()):
            assert client.get(f"/t/{game.code}/invite/", headers=JSON).status_code == 403

    def test_there_is_none_when_its_code_works_no_more(self, host: Client) -> None:
        game = opened(host)
        JoinToken.objects.update(revoked_at=timezone.now())
        assert host.get(f"/t/{game.code}/invite/", headers=JSON).json() == {"ok": True, "invite": None}

    def test_it_is_a_link_a_qr_code_and_a_code_to_type(self, host: Client) -> None:
        game = opened(host)
        shown = host.get(f"/t/{game.code}/invite/", headers=JSON).json()["invite"]
        assert shown["link"] == f"http://testserver/j#{secret_of(game).token}"
        assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4} [2-9A-HJ-NP-Z]{4}", shown["code"])
        assert shown["address"] == "testserver/j"
        assert shown["joinable"]
        assert look(Client(), code=shown["code"].lower()).json()["game"] == game.code

    def test_the_qr_code_has_its_quiet_zone_and_no_style(self, host: Client) -> None:
        game = opened(host)
        qr = host.get(f"/t/{game.code}/invite/", headers=JSON).json()["invite"]["qr"]
        assert "style" not in qr
        first = re.search(r"M(\d+) (\d+)h", qr)
        assert first is not None
        assert first.groups() == ("4", "4")

    def test_a_screen_shows_it_while_seats_are_free(self, table: Game, host: Client) -> None:
        screen = Client()
        once = act(host, table, "seat-code", seat="watch").json()["invite"]["link"].split("#")[1]
        screen.post("/j/take/", {"token": once, "as": "display"}, headers=JSON)
        assert screen.get(f"/t/{table.code}/invite/", headers=JSON).json()["invite"] is None
        # The players can: somebody's phone may die.
        assert not host.get(f"/t/{table.code}/invite/", headers=JSON).json()["invite"]["joinable"]

    def test_there_is_none_for_a_locked_table(self, table: Game, host: Client) -> None:
        act(host, table, "lock", locked="1")
        assert host.get(f"/t/{table.code}/invite/", headers=JSON).json()["invite"] is None

    @pytest.mark.parametrize(
        ("opened_as", "found", "handed_out", "only_here"),
        [
            ("localhost:8000", ("192.168.1.7",), "192.168.1.7:8000", False),
            ("127.0.0.1:8000", ("192.168.1.7",), "192.168.1.7:8000", False),
            ("192.168.1.9:8000", ("192.168.1.7",), "192.168.1.9:8000", False),
            ("localhost:8000", (), "localhost:8000", True),
            # A network joined since the start: this site does not answer to its address.
            ("localhost:8000", ("10.9.9.9",), "localhost:8000", True),
        ],
    )
    def test_it_carries_an_address_that_phones_can_reach(
        self,
        host: Client,
        monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
        opened_as: str,
        found: tuple[str, ...],
        handed_out: str,
        only_here: bool,
    ) -> None:
        game = opened(host)
        settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.7", "192.168.1.9"]
        monkeypatch.setattr(invitation, "lan_addresses", lambda: found)
        shown = host.get(f"/t/{game.code}/invite/", headers={"Host": opened_as, **JSON}).json()["invite"]
        assert shown["link"].startswith(f"http://{handed_out}/j#")
        assert shown["only_here"] == only_here

    def test_the_public_address_wins(self, host: Client, settings: Settings) -> None:
        game = opened(host)
        settings.SITE_URL = "https://claim.example"
        shown = host.get(f"/t/{game.code}/invite/", headers=JSON).json()["invite"]
        assert shown["link"].startswith("https://claim.example/j#")

    @pytest.mark.parametrize("path", ["/j", "/t/new/", "/t/AAAAAAAA/"])
    def test_a_name_that_is_not_ours_is_no_address(self, host: Client, path: str) -> None:
        assert host.get(path, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("page", [joining.look, joining.take])
def test_no_report_of_an_error_tells_the_code(page: Callable[[HttpRequest], object], rf: RequestFactory) -> None:
    request = rf.post("/j/", {"token": "x", "code": "y"}, headers=JSON)
    request.user = AnonymousUser()
    page(request)
    assert request.sensitive_post_parameters == ("token", "code")  # type: ignore[attr-defined]
