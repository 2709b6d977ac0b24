"""Joining a table: by link, QR code or typed code, for the host, the second player and strangers."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.accounts.device_cookie import COOKIE
from games.models import Device, Entry, Game, JoinToken
from games.services.companion import join_tokens
from games.views import public_urls
from games.views.companion import join
from tests.views.tables import JSON, join_secret, look_up_code, open_table, post_action, seats_of, table_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host() -> Client:
    """The browser of the host, Ana."""
    return Client()


@pytest.fixture
def phone() -> Client:
    """The browser of Bram, at no table yet."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    return open_table(host)


@pytest.fixture
def full_table(host: Client, table: Game) -> Game:
    """A table with both seats taken."""
    take_place(Client(), table, "1")
    return table


@pytest.fixture
def stranger() -> Client:
    """The browser of the host of another table."""
    client = Client()
    open_table(client)
    return client


def rows() -> tuple[int, ...]:
    used = JoinToken.objects.exclude(used_at=None).count()
    return Device.objects.count(), Entry.objects.count(), JoinToken.objects.count(), used


class TestOpeningTheLink:
    def test_a_link_preview_uses_no_code_up(self, table: Game, host: Client, phone: Client) -> None:
        seat = post_action(host, table, "seat-code", seat="1").json()["invite"]["link"]
        before = rows()
        for _ in range(5):
            answer = phone.get(seat)
            assert phone.head(seat).status_code == 200
        assert rows() == before
        assert COOKIE not in answer.cookies
        assert "sessionid" not in answer.cookies

    @pytest.mark.parametrize("path", ["/j/look/", "/j/take/"])
    def test_look_up_and_take_refuse_get(self, phone: Client, path: str, db: None) -> None:
        assert phone.get(path).status_code == 405

    def test_addresses_never_hold_the_secret(self, table: Game, host: Client) -> None:
        """Logs and Referer hold addresses; a fragment is no part of what is sent."""
        secret = join_secret(table)
        page = host.get(f"/t/{table.code}/").content.decode()
        assert secret.token not in page.replace(f"#{secret.token}", "")
        assert host.get("/j")["Referrer-Policy"] == "same-origin"


class TestLookUp:
    def test_shows_the_host_and_the_free_places(self, table: Game, phone: Client) -> None:
        told = look_up_code(phone, token=join_secret(table).token).json()
        assert (told["host"], told["names"], told["game"]) == ("Ana", ["Ana", "Bram"], table.code)
        assert [seat["taken"] for seat in told["seats"]] == [True, False]
        assert told["as"] == ["1", "display", "watcher"]
        assert (told["ask"], told["mine"], told["account"]) == ([0], None, None)

    def test_a_full_table_offers_to_watch_or_to_ask_for_a_seat(self, table: Game, phone: Client) -> None:
        token = join_secret(table).token
        take_place(phone, table, "1")
        told = look_up_code(Client(), token=token).json()
        assert (told["as"], told["ask"]) == (["watcher", "display"], [0, 1])

    def test_works_without_a_script(self, table: Game, phone: Client) -> None:
        page = phone.post("/j/look/", {"code": join_secret(table).code}).content.decode()
        assert "<bdi>Ana</bdi> invites you" in " ".join(page.split())
        assert join_secret(table).token in page
        assert 'value="watcher"' in page

    def test_a_full_table_is_watched_by_one_button_without_a_script(self, table: Game, phone: Client) -> None:
        take_place(phone, table, "1")
        page = " ".join(Client().post("/j/look/", {"code": join_secret(table).code}).content.decode().split())
        assert "<bdi>Ana</bdi> and <bdi>Bram</bdi> play: both seats are taken." in page
        assert 'name="as" value="watcher"' in page
        assert page.index("<details") < page.index("I am <bdi>Bram</bdi>")


class TestTakePlace:
    def test_takes_the_seat_and_sets_the_cookie(self, table: Game, phone: Client) -> None:
        answer = take_place(phone, table, "1")
        assert answer.json() == {"ok": True, "url": f"/t/{table.code}/"}
        assert seats_of(phone, table) == {1}
        cookie = answer.cookies[COOKIE]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert len(cookie.value) == 22
        assert cookie["max-age"] == 365 * 24 * 3600

    @pytest.mark.parametrize("name", ["\u200b", "admin", "x" * 21])
    def test_an_invalid_name_takes_no_seat(self, table: Game, phone: Client, name: str) -> None:
        answer = take_place(phone, table, "1", name=name)
        assert answer.status_code == 400
        assert answer.json()["code"].startswith("name_")
        assert COOKIE not in answer.cookies

    @pytest.mark.parametrize(
        ("place", "status", "code"),
        [("0", 409, "seat_taken"), ("both", 409, "seat_taken"), ("7", 400, "bad_choice"), ("", 400, "bad_choice")],
    )
    def test_an_invalid_place_is_refused(self, table: Game, phone: Client, place: str, status: int, code: str) -> None:
        answer = take_place(phone, table, place)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert COOKIE not in answer.cookies
        assert Device.objects.count() == 1

    def test_a_form_from_another_site_is_refused(self, table: Game) -> None:
        strict = Client(enforce_csrf_checks=True)
        answer = strict.post("/j/take/", {"token": join_secret(table).token, "as": "1"})
        assert answer.status_code == 403
        assert table_of(table).seating.free_seats == {1}


class TestInvalidCodes:
    def dead(self, table: Game, host: Client) -> dict[str, str]:
        """A code of every kind that leads nowhere."""
        token = join_secret(table).token
        used = post_action(host, table, "seat-code", seat="1").json()["invite"]["link"].split("#")[1]
        Client().post("/j/take/", {"token": used, "as": "1"}, headers=JSON)
        post_action(host, table, "renew")
        expired = post_action(host, table, "seat-code", seat="1").json()["invite"]["link"].split("#")[1]
        JoinToken.objects.filter(token_digest=join_tokens.find_token(expired).token_digest).update(
            expires_at="2020-01-01T00:00Z"
        )
        locked = open_table(host)
        locked_token = join_secret(locked).token
        post_action(host, locked, "lock", locked="1")
        return {"wrong": "A" * 22, "revoked": token, "used": used, "expired": expired, "locked": locked_token}

    def test_all_get_the_same_answer(self, table: Game, host: Client, phone: Client) -> None:
        answers = {
            (answer.status_code, answer.content)
            for token in self.dead(table, host).values()
            for answer in (
                look_up_code(phone, token=token),
                phone.post("/j/take/", {"token": token, "as": "1"}, headers=JSON),
            )
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 404

    def test_a_browser_is_redirected_with_a_message(self, phone: Client, db: None) -> None:
        page = phone.post("/j/look/", {"code": "AAAAAAAA"}, follow=True)
        assert "This code leads to no table." in page.content.decode()


def typed(phone: Client, code: str, address: str) -> int:
    """The answer to a code typed at an address."""
    return int(phone.post("/j/look/", {"code": code}, headers={**JSON, "X-Real-IP": address}).status_code)


class TestLimits:
    def test_five_codes_a_minute_from_one_address(self, table: Game, phone: Client) -> None:
        codes = [look_up_code(phone, code="AAAAAAAA").status_code for _ in range(6)]
        assert codes == [404] * 5 + [429]
        assert look_up_code(phone, code=join_secret(table).code).status_code == 429

    def test_guesses_from_other_addresses_do_not_block_an_address(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        assert {typed(phone, "AAAAAAAA", f"10.0.0.{one}") for one in range(101)} == {404}
        assert typed(phone, join_secret(table).code, "10.9.9.9") == 200

    def test_after_a_hundred_wrong_codes_an_address_has_three_tries_an_hour(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        for one in range(100):
            typed(phone, "AAAAAAAA", f"10.0.0.{one}")
        assert [typed(phone, "AAAAAAAA", "10.9.9.9") for _ in range(4)] == [404, 404, 404, 429]
        assert typed(phone, join_secret(table).code, "10.9.9.9") == 429
        assert typed(phone, join_secret(table).code, "10.9.9.8") == 200


def test_no_code_is_logged(table: Game, host: Client, phone: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        secret = join_secret(table)
        look_up_code(phone, token=secret.token)
        look_up_code(phone, code=secret.code)
        look_up_code(phone, code=secret.code + "X")
        phone.post("/j/take/", {"token": secret.token, "as": "0"}, headers=JSON)
        take_place(phone, table, "1")
    written = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    assert secret.token not in written
    assert secret.code not in written


class TestInvite:
    def test_is_shown_to_players_and_displays_alone(self, host: Client, stranger: Client) -> None:
        game, screen, watcher = open_table(host), Client(), Client()
        take_place(screen, game, "display")
        take_place(watcher, game, "watcher")
        secret = join_secret(game).token
        for client, sees in ((host, True), (screen, True), (watcher, False), (stranger, False), (Client(), False)):
            told = client.get(f"/t/{game.code}/invite/", headers=JSON)
            assert (told.status_code == 200 and bool(told.json()["invite"])) == sees
            assert sees or secret not in client.get(f"/t/{game.code}/").content.decode()
        for client in (stranger, Client()):
            assert client.get(f"/t/{game.code}/invite/", headers=JSON).status_code == 403

    def test_has_a_link_a_qr_code_and_a_typed_code(self, host: Client) -> None:
        game = open_table(host)
        shown = host.get(f"/t/{game.code}/invite/", headers=JSON).json()["invite"]
        assert shown["link"] == f"http://testserver/j#{join_secret(game).token}"
        assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4} [2-9A-HJ-NP-Z]{4}", shown["code"])
        assert shown["address"] == "testserver/j"
        assert shown["joinable"]
        assert look_up_code(Client(), code=shown["code"].lower()).json()["game"] == game.code

    def test_a_display_shows_it_while_seats_are_free(self, full_table: Game, host: Client) -> None:
        screen = Client()
        once = post_action(host, full_table, "seat-code", seat="watch").json()["invite"]["link"].split("#")[1]
        screen.post("/j/take/", {"token": once, "as": "display"}, headers=JSON)
        assert screen.get(f"/t/{full_table.code}/invite/", headers=JSON).json()["invite"] is None
        # The players can: somebody's phone may die.
        assert not host.get(f"/t/{full_table.code}/invite/", headers=JSON).json()["invite"]["joinable"]

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
    def test_has_an_address_that_phones_can_reach(
        self,
        host: Client,
        monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
        opened_as: str,
        found: tuple[str, ...],
        handed_out: str,
        only_here: bool,
    ) -> None:
        game = open_table(host)
        settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.7", "192.168.1.9"]
        monkeypatch.setattr(public_urls, "list_lan_addresses", lambda: found)
        shown = host.get(f"/t/{game.code}/invite/", headers={"Host": opened_as, **JSON}).json()["invite"]
        assert shown["link"].startswith(f"http://{handed_out}/j#")
        assert shown["only_here"] == only_here


@pytest.mark.parametrize("page", [join.look_up_code, join.take_place])
def test_error_reports_hide_the_code(page: Callable[[HttpRequest], object], rf: RequestFactory) -> None:
    request = rf.post("/j/", {"token": "x", "code": "y"}, headers=JSON)
    request.user = AnonymousUser()
    page(request)
    assert request.sensitive_post_parameters == ("token", "code")  # type: ignore[attr-defined]
