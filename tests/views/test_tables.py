"""Tables: opened, shared between devices, and in the history of accounts."""

from __future__ import annotations

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
from tests.services.companion.devices import browser, opened
from tests.views.tables import device_at, join_secret, open_table, post_action, seats_of, table_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone() -> Client:
    """The browser of Bram."""
    return Client()


@pytest.fixture
def stranger() -> Client:
    """The browser of Cleo, who hosts another table."""
    client = Client()
    open_table(client)
    return client


@pytest.fixture
def table(host: Client, phone: Client) -> Game:
    """A table of Ana and Bram, each with a phone."""
    game = open_table(host)
    take_place(phone, game, "1")
    return game


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
    def test_players_get_the_pad_and_others_the_display(self, table: Game, host: Client, phone: Client) -> None:
        screen = Client()
        take_place(screen, table, "display")
        for client, name in ((host, "pad"), (phone, "pad"), (screen, "display"), (Client(), "display")):
            names = [template.name for template in client.get(f"/t/{table.code}/").templates]
            assert f"companion/{name}.html" in names

    def test_a_get_changes_nothing_and_sets_no_cookie(self, table: Game, host: Client, stranger: Client) -> None:
        version, devices = table_of(table).version, Device.objects.count()
        for client in (host, stranger, Client()):
            answer = client.get(f"/t/{table.code}/")
            assert client.head(f"/t/{table.code}/").status_code == 200
            assert COOKIE not in answer.cookies
        assert (table_of(table).version, Device.objects.count()) == (version, devices)

    def test_spectators_are_refused_at_a_table_without_watchers(self, host: Client, stranger: Client) -> None:
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

    def test_a_table_is_no_online_game_and_an_online_game_no_table(
        self, table: Game, game: Game, ana_client: Client
    ) -> None:
        assert ana_client.get(f"/t/{game.code}/").status_code == 404
        assert ana_client.get(f"/m/{table.code}/", follow=True).redirect_chain == [(f"/t/{table.code}/", 302)]
        for name in ("join", "call-off", "resign", "claim", "rematch"):
            assert ana_client.post(f"/m/{table.code}/{name}/").status_code == 404, name
        assert ana_client.get(f"/m/{table.code}/record/").status_code == 404


def test_a_form_of_another_site_is_refused(table: Game, host: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = host.cookies[COOKIE].value
    assert strict.post(f"/t/{table.code}/seat-code/", {"seat": "0"}).status_code == 403
    assert strict.post("/j/take/", {"token": join_secret(table).token, "as": "watcher"}).status_code == 403


def test_actions_redirect_a_browser_and_answer_a_json_client(table: Game, host: Client) -> None:
    assert post_action(host, table, "renew").json()["ok"] is True
    answer = host.post(f"/t/{table.code}/remove/", {"device": device_at(host, table).pk})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")


def test_another_browser_of_the_account_gets_the_seat_without_asking(ana: User, ana_client: Client) -> None:
    game, new = open_table(ana_client), Client()
    new.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert new.get(f"/t/{game.code}/").context["mine"] == 0
    assert post_action(new, game, "ask", seat="0").status_code == 200
    assert seats_of(new, game) == {0}


class TestRecord:
    def test_is_for_all_who_may_watch(self, table: Game, host: Client, phone: Client) -> None:
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


def test_a_page_links_to_the_table_and_never_has_the_secret_of_the_cookie(ana_client: Client) -> None:
    game = open_table(ana_client)
    front_page = ana_client.get("/").content.decode()
    assert f'href="/t/{game.code}/"' in front_page
    assert f'href="/m/{game.code}/"' not in front_page
    for path in (f"/t/{game.code}/", f"/t/{game.code}/invite/", f"/t/{game.code}/record/", "/"):
        assert ana_client.cookies[COOKIE].value not in ana_client.get(path).content.decode()


class TestAccount:
    def test_logging_in_gives_the_seat_to_the_account(self, ana: User) -> None:
        phone, client = browser(), Client()
        game = opened(phone)
        client.cookies[COOKIE] = phone.secret
        client.post("/account/login/", {"login": "ana", "password": PASSWORD})
        assert list(Game.objects.of(ana)) == [game]
        assert table_of(game).seating.places[phone.at(game).pk].user == ana.pk

    def test_an_account_takes_over_from_a_guest_and_not_from_an_account(self, ana: User, bram: User) -> None:
        for owner, heir in ((guest("Gus"), ana), (bram, bram)):
            phone = browser(owner)
            game = opened(phone)
            seat_accounts.assign_seats(phone.secret, ana)
            assert game.players.get(seat=0).user == heir

    def test_a_login_does_not_change_an_old_game(self, ana: User) -> None:
        phone = browser()
        opened(phone)
        Game.objects.update(status=Status.FINISHED, changed_at=timezone.now() - timedelta(days=2))
        seat_accounts.assign_seats(phone.secret, ana)
        assert not Game.objects.of(ana).exists()
