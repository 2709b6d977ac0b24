"""Joining a table by link, QR code or typed code, for the host, the second player and strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.accounts.device_cookie import COOKIE
from games.models import Device, Entry, Game, JoinToken
from games.services.companion import join_tokens
from games.views import public_urls
from games.views.companion import join
from tests.views.tables import JSON, join_secret, look_up_code, open_table, post_action, seats_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone() -> Client:
    """The browser of Bram, at no table yet."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    return open_table(host)


@pytest.fixture
def stranger() -> Client:
    """The browser of the host of another table."""
    client = Client()
    open_table(client)
    return client


def count_rows() -> tuple[int, ...]:
    used = JoinToken.objects.exclude(used_at=None).count()
    return Device.objects.count(), Entry.objects.count(), JoinToken.objects.count(), used


def link_of(answer: HttpResponse) -> str:
    link: str = json.loads(answer.content)["invite"]["link"]
    return link


def token_of(answer: HttpResponse) -> str:
    return link_of(answer).split("#")[1]


class TestLink:
    def test_a_preview_does_not_use_the_code(self, table: Game, host: Client, phone: Client) -> None:
        link = link_of(post_action(host, table, "seat-code", seat="1"))
        before = count_rows()
        answer = phone.get(link)
        assert phone.head(link).status_code == 200
        assert count_rows() == before
        assert not answer.cookies.keys() & {COOKIE, "sessionid"}

    def test_the_secret_is_in_its_fragment_alone(self, table: Game, host: Client) -> None:
        """Logs and Referer headers contain addresses without their fragment."""
        secret = join_secret(table)
        page = host.get(f"/t/{table.code}/").content.decode()
        assert secret.token not in page.replace(f"#{secret.token}", "")
        assert host.get("/j")["Referrer-Policy"] == "same-origin"


class TestLookUp:
    def test_offers_the_free_places_and_asking_for_a_seat(self, table: Game, phone: Client) -> None:
        token = join_secret(table).token
        data = look_up_code(phone, token=token).json()
        assert (data["host"], data["names"], data["game"]) == ("Ana", ["Ana", "Bram"], table.code)
        assert [seat["taken"] for seat in data["seats"]] == [True, False]
        assert data["as"] == ["1", "display", "watcher"]
        assert (data["ask"], data["mine"], data["account"]) == ([0], None, None)
        take_place(phone, table, "1")
        data = look_up_code(Client(), token=token).json()
        assert (data["as"], data["ask"]) == (["watcher", "display"], [0, 1])

    def test_works_without_a_script(self, table: Game, phone: Client) -> None:
        secret = join_secret(table)
        page = " ".join(phone.post("/j/look/", {"code": secret.code}).content.decode().split())
        assert "You're invited to <bdi>Ana</bdi>'s table." in page
        assert secret.token in page
        assert 'value="watcher"' in page
        take_place(phone, table, "1")
        page = " ".join(Client().post("/j/look/", {"code": secret.code}).content.decode().split())
        assert "Both seats are taken: <bdi>Ana</bdi> and <bdi>Bram</bdi> are playing." in page
        offers = ("Watch the game", "Use as shared display", '<details class="lost"', "I'm <bdi>Bram</bdi>")
        assert sorted(offers, key=page.index) == list(offers)
        assert 'class="button primary wide" name="as" value="watcher"' in page
        assert "You're invited" not in page


def test_taking_a_seat_sets_the_cookie_of_the_device(table: Game, phone: Client) -> None:
    refused = take_place(phone, table, "1", name="admin")
    assert (refused.status_code, refused.json()["code"]) == (400, "name_reserved")
    assert COOKIE not in refused.cookies
    answer = take_place(phone, table, "1")
    assert answer.json() == {"ok": True, "url": f"/t/{table.code}/"}
    assert seats_of(phone, table) == {1}
    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    assert len(cookie.value) == 22


def test_all_invalid_codes_get_the_same_answer(table: Game, host: Client, phone: Client) -> None:
    revoked = join_secret(table).token
    used = token_of(post_action(host, table, "seat-code", seat="1"))
    Client().post("/j/take/", {"token": used, "as": "1"}, headers=JSON)
    post_action(host, table, "renew")
    expired = token_of(post_action(host, table, "seat-code", seat="1"))
    token_digest = join_tokens.find_token(expired).token_digest
    JoinToken.objects.filter(token_digest=token_digest).update(expires_at="2020-01-01T00:00Z")
    locked_table = open_table(host)
    locked = join_secret(locked_table).token
    post_action(host, locked_table, "lock", locked="1")
    answers = set()
    for token in ("A" * 22, revoked, used, expired, locked):
        for path in ("/j/look/", "/j/take/"):
            answer = phone.post(path, {"token": token, "as": "1"}, headers=JSON)
            answers.add((answer.status_code, answer.content))
    assert len(answers) == 1
    assert answers.pop()[0] == 404
    page = phone.post("/j/look/", {"code": "AAAAAAAA"}, follow=True)
    assert "No table has this code." in page.content.decode()


def look_up_from(address: str, phone: Client, code: str) -> int:
    """Type a code at an IP address and return the status."""
    return int(phone.post("/j/look/", {"code": code}, headers={**JSON, "X-Real-IP": address}).status_code)


class TestLimits:
    def test_an_address_has_five_tries_a_minute(self, table: Game, phone: Client) -> None:
        codes = [look_up_code(phone, code="AAAAAAAA").status_code for _ in range(6)]
        assert codes == [404] * 5 + [429]
        assert look_up_code(phone, code=join_secret(table).code).status_code == 429

    def test_guesses_from_other_addresses_do_not_block_an_address(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        assert {look_up_from(f"10.0.0.{number}", phone, "AAAAAAAA") for number in range(101)} == {404}
        assert look_up_from("10.9.9.9", phone, join_secret(table).code) == 200

    def test_after_a_hundred_wrong_codes_an_address_has_three_tries_an_hour(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        for number in range(100):
            look_up_from(f"10.0.0.{number}", phone, "AAAAAAAA")
        assert [look_up_from("10.9.9.9", phone, "AAAAAAAA") for _ in range(4)] == [404, 404, 404, 429]
        assert look_up_from("10.9.9.9", phone, join_secret(table).code) == 429
        assert look_up_from("10.9.9.8", phone, join_secret(table).code) == 200


class TestInvite:
    def test_is_for_players_and_while_a_seat_is_free_for_displays(
        self, table: Game, host: Client, stranger: Client
    ) -> None:
        screen, watcher, address = Client(), Client(), f"/t/{table.code}/invite/"
        take_place(screen, table, "display")
        take_place(watcher, table, "watcher")
        secret = join_secret(table).token
        for client, sees in ((host, True), (screen, True), (watcher, False), (stranger, False), (Client(), False)):
            answer = client.get(address, headers=JSON)
            assert (answer.status_code == 200 and bool(answer.json()["invite"])) == sees
            assert sees or secret not in client.get(f"/t/{table.code}/").content.decode()
        for client in (stranger, Client()):
            assert client.get(address, headers=JSON).status_code == 403
        take_place(Client(), table, "1")
        assert screen.get(address, headers=JSON).json()["invite"] is None
        # A player still gets the invitation, as a phone may break.
        assert not host.get(address, headers=JSON).json()["invite"]["joinable"]

    def test_has_a_link_a_qr_code_and_a_typed_code(self, table: Game, host: Client) -> None:
        invite = host.get(f"/t/{table.code}/invite/", headers=JSON).json()["invite"]
        assert invite["link"] == f"http://testserver/j#{join_secret(table).token}"
        assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4} [2-9A-HJ-NP-Z]{4}", invite["code"])
        assert invite["address"] == "testserver/j"
        assert invite["joinable"]
        assert look_up_code(Client(), code=invite["code"].lower()).json()["game"] == table.code

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
        table: Game,
        host: Client,
        monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
        opened_as: str,
        found: tuple[str, ...],
        handed_out: str,
        only_here: bool,
    ) -> None:
        settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.7", "192.168.1.9"]
        monkeypatch.setattr(public_urls, "list_lan_addresses", lambda: found)
        invite = host.get(f"/t/{table.code}/invite/", headers={"Host": opened_as, **JSON}).json()["invite"]
        assert invite["link"].startswith(f"http://{handed_out}/j#")
        assert invite["only_here"] == only_here

    def test_names_the_other_networks_of_the_machine(
        self, table: Game, host: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
    ) -> None:
        settings.ALLOWED_HOSTS = ["*"]
        monkeypatch.setattr(public_urls, "list_lan_addresses", lambda: ("192.168.1.7", "10.0.0.7"))
        for opened_as, hosts in (
            ("localhost:8000", ["192.168.1.7:8000", "10.0.0.7:8000"]),
            ("10.0.0.7:8000", ["10.0.0.7:8000", "192.168.1.7:8000"]),
            ("claim.example", ["claim.example"]),
        ):
            invite = host.get(f"/t/{table.code}/invite/", headers={"Host": opened_as, **JSON}).json()["invite"]
            links = [one["link"].partition("/j#")[0] for one in (invite, *invite["others"])]
            assert links == [f"http://{one}" for one in hosts]


@pytest.mark.parametrize("page", [join.look_up_code, join.take_place])
def test_error_reports_hide_the_code(page: Callable[[HttpRequest], object], rf: RequestFactory) -> None:
    request = rf.post("/j/", {"token": "x", "code": "y"}, headers=JSON)
    request.user = AnonymousUser()
    page(request)
    assert request.sensitive_post_parameters == ("token", "code")  # type: ignore[attr-defined]
