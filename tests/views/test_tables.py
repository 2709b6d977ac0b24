"""Tables: opened, shared between devices, and in the history of accounts."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.device_cookie import COOKIE
from games.eventlog import event_store
from games.models import Device, Game, User
from games.services.companion import seat_accounts
from games.state.game_state import Event, Status
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from tests.people import PASSWORD, guest
from tests.services.companion.devices import Browser, browser, opened
from tests.views.tables import JSON, device_at, open_table, post_action, seats_of, table_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host() -> Client:
    """Ana's browser."""
    return Client()


@pytest.fixture
def phone() -> Client:
    """Bram's."""
    return Client()


@pytest.fixture
def stranger() -> Client:
    """Cleo's, which never came to this table but hosts another one."""
    client = Client()
    open_table(client)
    return client


@pytest.fixture
def table(host: Client, phone: Client) -> Game:
    """Both sit."""
    game = open_table(host)
    take_place(phone, game, "1")
    return game


def templates(client: Client, game: Game, **extra: str) -> list[str | None]:
    return [template.name for template in client.get(f"/t/{game.code}/", headers=extra).templates]


class TestOpening:
    def test_needs_no_account(self, host: Client) -> None:
        assert host.get("/t/new/").status_code == 200
        answer = host.post("/t/new/", {"first": "", "second": "", "depth": "piles", "device": "both"})
        game = Game.objects.get()
        assert answer["Location"] == f"/t/{game.code}/"
        assert (table_of(game).names, table_of(game).depth) == (("Player 1", "Player 2"), "piles")
        assert not answer.wsgi_request.user.is_authenticated

    @pytest.mark.parametrize(
        "wrong", [{"device": "9"}, {"device": "watcher"}, {"depth": "deep"}, {"first": "x" * 21}, {"second": "admin"}]
    )
    def test_an_invalid_form_is_shown_again(self, host: Client, wrong: dict[str, str]) -> None:
        fields = {"first": "Ana", "second": "Bram", "depth": "every", "device": "0", **wrong}
        assert host.post("/t/new/", fields).status_code == 400
        assert not Game.objects.exists()

    def test_is_limited_for_an_ip_address(self, host: Client) -> None:
        fields = {"depth": "every", "device": "0"}
        assert [host.post("/t/new/", fields).status_code for _ in range(21)] == [302] * 20 + [429]


class TestAddress:
    def test_players_get_the_pad(self, table: Game, host: Client, phone: Client) -> None:
        assert "companion/pad.html" in templates(host, table)
        assert "companion/pad.html" in templates(phone, table)

    def test_displays_and_spectators_get_the_display(self, host: Client) -> None:
        game, screen = open_table(host), Client()
        take_place(screen, game, "display")
        assert "companion/display.html" in templates(screen, game)
        assert "companion/display.html" in templates(Client(), game)

    def test_a_get_changes_nothing_and_sets_no_cookie(self, table: Game, host: Client, stranger: Client) -> None:
        version, devices = table_of(table).version, Device.objects.count()
        for client in (host, stranger, Client()):
            answer = client.get(f"/t/{table.code}/")
            assert client.head(f"/t/{table.code}/").status_code == 200
            assert COOKIE not in answer.cookies
        assert (table_of(table).version, Device.objects.count()) == (version, devices)

    def test_spectators_are_refused_where_nobody_may_watch(self, host: Client, stranger: Client) -> None:
        game = open_table(host, watch="")
        for client in (stranger, Client()):
            assert client.get(f"/t/{game.code}/").status_code == 403
            assert client.get(f"/t/{game.code}/record/").status_code == 403
        assert host.get(f"/t/{game.code}/").status_code == 200

    def test_a_removed_device_is_refused(self, table: Game, host: Client, phone: Client) -> None:
        post_action(host, table, "remove", device=device_at(phone, table).pk)
        answer = phone.get(f"/t/{table.code}/")
        assert answer.status_code == 403
        assert "removed this device" in answer.content.decode()
        assert post_action(phone, table, "seat-code", seat="1").status_code == 403

    def test_an_online_game_is_not_found(self, game: Game, ana_client: Client) -> None:
        assert ana_client.get(f"/t/{game.code}/").status_code == 404

    def test_a_table_is_no_online_game(self, table: Game, host: Client, ana_client: Client) -> None:
        assert ana_client.get(f"/m/{table.code}/", follow=True).redirect_chain == [(f"/t/{table.code}/", 302)]
        for name in ("join", "call-off", "resign", "claim", "rematch"):
            assert ana_client.post(f"/m/{table.code}/{name}/").status_code == 404, name
        assert ana_client.get(f"/m/{table.code}/record/").status_code == 404


class TestActions:
    def test_a_form_of_another_site_is_refused(self, table: Game, host: Client) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies[COOKIE] = host.cookies[COOKIE].value
        assert strict.post(f"/t/{table.code}/seat-code/", {"seat": "0"}).status_code == 403

    @pytest.mark.parametrize("name", ["lock", "renew", "remove"])
    def test_lock_renew_and_remove_are_for_the_host(self, table: Game, host: Client, phone: Client, name: str) -> None:
        answer = post_action(phone, table, name, locked="1", device=device_at(host, table).pk)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_host")

    def test_a_browser_is_redirected_and_a_json_client_gets_json(
        self, table: Game, host: Client, phone: Client
    ) -> None:
        assert post_action(host, table, "renew").json()["ok"] is True
        answer = host.post(f"/t/{table.code}/remove/", {"device": device_at(host, table).pk})
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")

    @pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²", "999"])
    def test_an_unknown_device_is_refused(self, table: Game, host: Client, number: str) -> None:
        assert post_action(host, table, "remove", device=number).json()["code"] == "no_such_device"


class TestNewDevice:
    def test_a_request_for_a_seat_takes_the_code(self, table: Game, stranger: Client) -> None:
        assert post_action(stranger, table, "ask", seat="0").json()["code"] == "not_at_table"
        assert post_action(Client(), table, "ask", seat="0", token="A" * 22).json()["code"] == "wrong_code"
        assert post_action(stranger, table, "ask", seat="2").json()["code"] == "bad_choice"
        assert stranger.get(f"/t/{table.code}/asked/", headers=JSON).status_code == 403

    def test_the_same_account_continues_without_asking(self, ana: User, ana_client: Client) -> None:
        game, new = open_table(ana_client), Client()
        new.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        assert new.get(f"/t/{game.code}/").context["mine"] == 0
        assert post_action(new, game, "ask", seat="0").status_code == 200
        assert seats_of(new, game) == {0}


class TestRecord:
    def test_is_for_everybody_who_may_watch(self, table: Game, host: Client, phone: Client) -> None:
        for client in (host, phone, Client()):
            answer = client.get(f"/t/{table.code}/record/")
            assert answer["Content-Disposition"] == f'attachment; filename="claim-table-{table.code}.json"'
            assert answer.json()["seats"] == ["Ana", "Bram"]

    def test_has_a_blind_card_for_its_seat_alone(self, table: Game, host: Client, phone: Client) -> None:
        ana = device_at(host, table).pk
        cards = [("revealed", "U5"), ("lead", "G3"), ("follow", "G7"), ("blind", "D3")]
        facts = [Event(TableEventKind.LED, data={"seat": 1, "device": ana})] + [
            Event(TableEventKind.LOGGED, 1, {"phase": 1, "trick": 1, "place": place, "card": card, "device": ana})
            for place, card in cards
        ]
        event_store.append(TableState, table.pk, lambda story: facts if story.version < 5 else ())
        blind = [
            client.get(f"/t/{table.code}/record/").json()["phase_one"][0]["blind"] for client in (host, phone, Client())
        ]
        assert blind == [None, "D3", None]


def test_the_lobby_links_to_the_table(ana_client: Client) -> None:
    game = open_table(ana_client)
    page = ana_client.get("/").content.decode()
    assert f'href="/t/{game.code}/"' in page
    assert f'href="/m/{game.code}/"' not in page


def test_no_page_has_the_secret_of_the_cookie(table: Game, host: Client) -> None:
    pages = io.StringIO()
    for path in (f"/t/{table.code}/", f"/t/{table.code}/invite/", f"/t/{table.code}/record/", "/"):
        pages.write(host.get(path).content.decode())
    assert host.cookies[COOKIE].value not in pages.getvalue()


@pytest.fixture
def device_browser() -> Browser:
    return browser()


@pytest.fixture
def opened_table(device_browser: Browser) -> Game:
    return opened(device_browser)


def history(user: User) -> list[Game]:
    return list(Game.objects.of(user))


def test_logging_in_gives_the_seat_to_the_account(device_browser: Browser, opened_table: Game, ana: User) -> None:
    client = Client()
    client.cookies[COOKIE] = device_browser.secret
    client.post("/account/login/", {"login": "ana", "password": PASSWORD})
    assert history(ana) == [opened_table]
    assert table_of(opened_table).seating.places[device_browser.at(opened_table).pk].user == ana.pk


def test_an_account_takes_over_from_a_guest_and_not_from_an_account(ana: User, bram: User, db: None) -> None:
    for owner, heir in ((guest("Gus"), ana), (bram, bram)):
        device_browser = browser(owner)
        game = opened(device_browser)
        seat_accounts.assign_seats(device_browser.secret, ana)
        assert game.players.get(seat=0).user == heir


def test_a_login_does_not_change_an_old_game(device_browser: Browser, opened_table: Game, ana: User) -> None:
    Game.objects.filter(pk=opened_table.pk).update(
        status=Status.FINISHED, changed_at=timezone.now() - timedelta(days=2)
    )
    seat_accounts.assign_seats(device_browser.secret, ana)
    assert history(ana) == []
