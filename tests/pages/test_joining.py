"""Joining a table, seen by the host's browser, by the second player's, and by those with a code that is no good."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from limits import parse
from pytest_django import Settings

from games import limits
from games.models import Device, Entry, Game, JoinToken, User
from games.people.devices import COOKIE
from games.services.table import tokens
from tests.pages.tables import JSON, act, look, opened, seats, secret_of, table_of, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host() -> Client:
    """Ana's browser; without an account, as everybody here."""
    return Client()


@pytest.fixture
def phone() -> Client:
    """Bram's, which has never been here."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    return opened(host)


def rows() -> tuple[int, ...]:
    used = JoinToken.objects.exclude(used_at=None).count()
    return Device.objects.count(), Entry.objects.count(), JoinToken.objects.count(), used


class TestOpeningTheLink:
    def test_the_page_is_the_same_for_everybody(self, table: Game, phone: Client) -> None:
        for path in ("/j", "/j/"):
            page = phone.get(path)
            assert page.status_code == 200
            assert 'data-look="/j/look/"' in page.content.decode()

    def test_link_previews_and_scanners_use_nothing_up(self, table: Game, host: Client, phone: Client) -> None:
        seat = act(host, table, "seat-code", seat="1").json()["invite"]["link"]
        before = rows()
        for _ in range(100):
            answer = phone.get(seat)
            assert phone.head(seat).status_code == 200
        assert rows() == before
        assert COOKIE not in answer.cookies
        assert "sessionid" not in answer.cookies

    @pytest.mark.parametrize("path", ["/j/look/", "/j/take/"])
    def test_what_does_something_is_no_get(self, phone: Client, path: str, db: None) -> None:
        assert phone.get(path).status_code == 405

    def test_addresses_never_hold_the_secret(self, table: Game, host: Client) -> None:
        """Logs and Referer hold addresses; a fragment is no part of what is sent."""
        secret = secret_of(table)
        page = host.get(f"/t/{table.code}/").content.decode()
        assert secret.token not in page.replace(f"#{secret.token}", "")
        assert host.get("/j")["Referrer-Policy"] == "same-origin"


class TestLook:
    def test_it_says_who_invites_and_to_what(self, table: Game, phone: Client) -> None:
        told = look(phone, token=secret_of(table).token).json()
        assert (told["host"], told["names"], told["game"]) == ("Ana", ["Ana", "Bram"], table.code)
        assert [seat["taken"] for seat in told["seats"]] == [True, False]
        assert told["as"] == ["1", "display", "watcher"]
        assert (told["ask"], told["mine"], told["account"]) == ([0], None, None)

    def test_it_takes_nothing_and_sets_no_cookie(self, table: Game, phone: Client) -> None:
        before = rows()
        answer = look(phone, token=secret_of(table).token)
        assert rows() == before
        assert COOKIE not in answer.cookies

    def test_a_table_on_a_display_offers_everything(self, host: Client, phone: Client) -> None:
        told = look(phone, token=secret_of(opened(host, "display")).token).json()
        assert told["as"] == ["0", "1", "both", "display", "watcher"]
        assert told["host"] == "Ana and Bram"

    def test_at_a_full_table_one_watches_and_asks_for_a_seat_only_where_one_says_so(
        self, table: Game, phone: Client
    ) -> None:
        token = secret_of(table).token
        take(phone, table, "1")
        told = look(Client(), token=token).json()
        assert (told["as"], told["ask"]) == (["watcher", "display"], [0, 1])

    def test_at_a_full_table_who_is_there_has_nothing_to_take(self, table: Game, host: Client, phone: Client) -> None:
        take(phone, table, "1")
        told = look(host, token=secret_of(table).token).json()
        assert (told["as"], told["mine"]) == ([], f"/t/{table.code}/")

    def test_a_browser_at_the_table_is_shown_the_way(self, table: Game, host: Client) -> None:
        assert look(host, token=secret_of(table).token).json()["mine"] == f"/t/{table.code}/"

    def test_whoever_is_signed_in_is_told_where_the_result_goes(self, table: Game, bram_client: Client) -> None:
        assert look(bram_client, token=secret_of(table).token).json()["account"] == "Bram"

    def test_a_seat_code_offers_its_seat(self, table: Game, host: Client, phone: Client) -> None:
        token = act(host, table, "seat-code", seat="0").json()["invite"]["link"].split("#")[1]
        told = look(phone, token=token).json()
        assert (told["as"], told["ask"], told["purpose"]) == (["0"], [], "seat")

    def test_without_script_a_typed_code_shows_the_same_and_a_button(self, table: Game, phone: Client) -> None:
        page = phone.post("/j/look/", {"code": secret_of(table).code}).content.decode()
        assert "<bdi>Ana</bdi> invites you" in " ".join(page.split())
        assert secret_of(table).token in page
        assert 'value="watcher"' in page

    def test_without_script_a_full_table_is_watched_by_one_button(self, table: Game, phone: Client) -> None:
        take(phone, table, "1")
        page = " ".join(Client().post("/j/look/", {"code": secret_of(table).code}).content.decode().split())
        assert "<bdi>Ana</bdi> and <bdi>Bram</bdi> play: both seats are taken." in page
        assert 'name="as" value="watcher"' in page
        assert page.index("<details") < page.index("I am <bdi>Bram</bdi>")


class TestTake:
    def test_the_tap_takes_the_seat_and_sets_the_cookie(self, table: Game, phone: Client) -> None:
        answer = take(phone, table, "1")
        assert answer.json() == {"ok": True, "url": f"/t/{table.code}/"}
        assert seats(phone, table) == {1}
        cookie = answer.cookies[COOKIE]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert len(cookie.value) == 22
        assert cookie["max-age"] == 365 * 24 * 3600

    def test_the_browser_keeps_its_cookie_for_the_next_table(self, table: Game, phone: Client) -> None:
        take(phone, table, "1")
        first = phone.cookies[COOKIE].value
        other = opened(Client())
        take(phone, other, "1")
        assert phone.cookies[COOKIE].value == first
        assert seats(phone, table) == seats(phone, other) == {1}

    def test_a_form_is_led_to_the_table(self, table: Game, phone: Client) -> None:
        answer = phone.post("/j/take/", {"token": secret_of(table).token, "as": "1", "name": ""})
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")

    def test_a_name_goes_to_the_seat(self, table: Game, phone: Client) -> None:
        take(phone, table, "1", name="  Bo ")
        assert table_of(table).names == ("Ana", "Bo")

    @pytest.mark.parametrize("name", ["\u200b", "admin", "x" * 21])
    def test_a_name_that_is_none_takes_no_seat(self, table: Game, phone: Client, name: str) -> None:
        answer = take(phone, table, "1", name=name)
        assert answer.status_code == 400
        assert answer.json()["code"].startswith("name_")
        assert COOKIE not in answer.cookies

    @pytest.mark.parametrize(
        ("place", "status", "code"),
        [("0", 409, "seat_taken"), ("both", 409, "seat_taken"), ("7", 400, "bad_choice"), ("", 400, "bad_choice")],
    )
    def test_what_cannot_be_taken_is_refused(
        self, table: Game, phone: Client, place: str, status: int, code: str
    ) -> None:
        answer = take(phone, table, place)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert COOKIE not in answer.cookies
        assert Device.objects.count() == 1

    def test_a_third_phone_watches_a_full_table_and_asks_nobody(self, table: Game, phone: Client) -> None:
        third = Client()
        take(phone, table, "1")
        assert take(third, table, "watcher").json() == {"ok": True, "url": f"/t/{table.code}/"}
        seating = table_of(table).seating
        assert (seats(third, table), dict(seating.requests), len(seating.places)) == (set(), {}, 3)

    def test_whoever_comes_too_late_is_told(self, table: Game, phone: Client) -> None:
        token = secret_of(table).token
        take(phone, table, "1")
        late = Client().post("/j/take/", {"token": token, "as": "1"}, headers=JSON)
        assert (late.status_code, late.json()["code"]) == (409, "table_full")

    def test_the_account_signed_in_has_it_in_its_history(self, table: Game, bram_client: Client, bram: User) -> None:
        take(bram_client, table, "1")
        assert list(Game.objects.of(bram)) == [table]

    def test_a_form_from_another_site_is_refused(self, table: Game) -> None:
        strict = Client(enforce_csrf_checks=True)
        answer = strict.post("/j/take/", {"token": secret_of(table).token, "as": "1"})
        assert answer.status_code == 403
        assert table_of(table).seating.free_seats == {1}


class TestDeadCodes:
    def dead(self, table: Game, host: Client) -> dict[str, str]:
        """A code of every kind that leads nowhere."""
        token = secret_of(table).token
        used = act(host, table, "seat-code", seat="1").json()["invite"]["link"].split("#")[1]
        Client().post("/j/take/", {"token": used, "as": "1"}, headers=JSON)
        act(host, table, "renew")
        expired = act(host, table, "seat-code", seat="1").json()["invite"]["link"].split("#")[1]
        JoinToken.objects.filter(token_digest=tokens.find(expired).token_digest).update(expires_at="2020-01-01T00:00Z")
        locked = opened(host)
        locked_token = secret_of(locked).token
        act(host, locked, "lock", locked="1")
        return {"wrong": "A" * 22, "revoked": token, "used": used, "expired": expired, "locked": locked_token}

    def test_all_of_them_get_the_same_answer(self, table: Game, host: Client, phone: Client) -> None:
        answers = {
            (answer.status_code, answer.content)
            for token in self.dead(table, host).values()
            for answer in (look(phone, token=token), phone.post("/j/take/", {"token": token, "as": "1"}, headers=JSON))
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 404

    def test_a_person_is_sent_back_with_a_sentence(self, phone: Client, db: None) -> None:
        page = phone.post("/j/look/", {"code": "AAAAAAAA"}, follow=True)
        assert "This code leads to no table." in page.content.decode()


def typed(phone: Client, code: str, address: str) -> int:
    """The answer to a code typed at an address."""
    return int(phone.post("/j/look/", {"code": code}, headers={**JSON, "X-Real-IP": address}).status_code)


class TestLimits:
    def test_five_codes_a_minute_from_one_address(self, table: Game, phone: Client) -> None:
        codes = [look(phone, code="AAAAAAAA").status_code for _ in range(6)]
        assert codes == [404] * 5 + [429]
        assert look(phone, code=secret_of(table).code).status_code == 429

    def test_scanning_goes_on_meanwhile(self, table: Game, phone: Client) -> None:
        for _ in range(6):
            look(phone, code="AAAAAAAA")
        assert look(phone, token=secret_of(table).token).status_code == 200

    def test_no_strangers_guesses_refuse_the_code_of_an_address_that_guessed_nothing(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        assert {typed(phone, "AAAAAAAA", f"10.0.0.{one}") for one in range(130)} == {404}
        assert typed(phone, secret_of(table).code, "10.9.9.9") == 200

    def test_after_a_hundred_wrong_ones_an_address_has_three_an_hour(
        self, table: Game, phone: Client, settings: Settings
    ) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        for one in range(100):
            typed(phone, "AAAAAAAA", f"10.0.0.{one}")
        assert [typed(phone, "AAAAAAAA", "10.9.9.9") for _ in range(4)] == [404, 404, 404, 429]
        assert typed(phone, secret_of(table).code, "10.9.9.9") == 429
        assert typed(phone, secret_of(table).code, "10.9.9.8") == 200

    def test_twenty_wrong_codes_an_hour_from_one_address(
        self, phone: Client, monkeypatch: pytest.MonkeyPatch, db: None
    ) -> None:
        monkeypatch.setitem(limits.SCOPES, "type_code", (parse("1000/minute"),))
        assert [look(phone, code="AAAAAAAA").status_code for _ in range(21)] == [404] * 20 + [429]

    def test_right_codes_use_nothing_up_for_others(self, table: Game, phone: Client, settings: Settings) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        for address in range(101):
            headers = {**JSON, "X-Real-IP": f"10.1.0.{address}"}
            answer = phone.post("/j/look/", {"code": secret_of(table).code}, headers=headers)
            assert answer.status_code == 200

    def test_they_can_be_switched_off_for_measurements(self, phone: Client, settings: Settings, db: None) -> None:
        settings.RATE_LIMITS = False
        assert {look(phone, code="AAAAAAAA").status_code for _ in range(10)} == {404}


def test_nothing_of_a_code_is_logged(
    table: Game, host: Client, phone: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        secret = secret_of(table)
        look(phone, token=secret.token)
        look(phone, code=secret.code)
        look(phone, code=secret.code + "X")
        phone.post("/j/take/", {"token": secret.token, "as": "0"}, headers=JSON)
        take(phone, table, "1")
    written = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    assert secret.token not in written
    assert secret.code not in written
