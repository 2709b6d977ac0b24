"""A table's pages, seen by its host, the second player, a screen, a stranger, a removed device and a visitor."""

from __future__ import annotations

import io

import pytest
from django.test import Client

from games.models import Device, Game, User
from games.pages.table import acts
from games.people.devices import COOKIE
from games.services.table.places import is_host
from games.store import log
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind
from tests.pages.tables import JSON, act, device, opened, seats, secret_of, table_of, take

pytestmark = pytest.mark.django_db(transaction=True)

ACTS = ["lock", "renew", "remove", "place", "seat-code", "let-in"]


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
    opened(client)
    return client


@pytest.fixture
def table(host: Client, phone: Client) -> Game:
    """Both sit."""
    game = opened(host)
    take(phone, game, "1")
    return game


def templates(client: Client, game: Game, **extra: str) -> list[str | None]:
    return [template.name for template in client.get(f"/t/{game.code}/", headers=extra).templates]


class TestOpening:
    def test_it_needs_no_account(self, host: Client) -> None:
        assert host.get("/t/new/").status_code == 200
        answer = host.post("/t/new/", {"first": "", "second": "", "depth": "piles", "device": "both"})
        game = Game.objects.get()
        assert answer["Location"] == f"/t/{game.code}/"
        assert (table_of(game).names, table_of(game).depth) == (("Player 1", "Player 2"), "piles")
        assert not answer.wsgi_request.user.is_authenticated

    def test_looking_at_the_form_opens_nothing(self, host: Client) -> None:
        answer = host.get("/t/new/")
        assert not Game.objects.exists()
        assert COOKIE not in answer.cookies

    def test_who_is_signed_in_stands_there_already(self, ana_client: Client) -> None:
        assert 'value="Ana"' in ana_client.get("/t/new/").content.decode()

    @pytest.mark.parametrize(
        "wrong", [{"device": "9"}, {"device": "watcher"}, {"depth": "deep"}, {"first": "x" * 21}, {"second": "admin"}]
    )
    def test_what_makes_no_sense_is_shown_again(self, host: Client, wrong: dict[str, str]) -> None:
        fields = {"first": "Ana", "second": "Bram", "depth": "every", "device": "0", **wrong}
        assert host.post("/t/new/", fields).status_code == 400
        assert not Game.objects.exists()

    def test_one_address_opens_so_many(self, host: Client) -> None:
        fields = {"depth": "every", "device": "0"}
        assert [host.post("/t/new/", fields).status_code for _ in range(21)] == [302] * 20 + [429]


class TestAddress:
    def test_players_get_the_pad(self, table: Game, host: Client, phone: Client) -> None:
        assert "table/pad.html" in templates(host, table)
        assert "table/pad.html" in templates(phone, table)

    def test_screens_and_bystanders_get_the_display(self, host: Client) -> None:
        game, screen = opened(host), Client()
        take(screen, game, "display")
        assert "table/display.html" in templates(screen, game)
        assert "table/display.html" in templates(Client(), game)

    def test_opening_it_changes_nothing_and_sets_no_cookie(self, table: Game, host: Client, stranger: Client) -> None:
        version, devices = table_of(table).version, Device.objects.count()
        for client in (host, stranger, Client()):
            answer = client.get(f"/t/{table.code}/")
            assert client.head(f"/t/{table.code}/").status_code == 200
            assert COOKIE not in answer.cookies
        assert (table_of(table).version, Device.objects.count()) == (version, devices)

    def test_bystanders_stay_out_where_they_are_not_welcome(self, host: Client, stranger: Client) -> None:
        game = opened(host, watch="")
        for client in (stranger, Client()):
            assert client.get(f"/t/{game.code}/").status_code == 403
            assert client.get(f"/t/{game.code}/record/").status_code == 403
        assert host.get(f"/t/{game.code}/").status_code == 200

    def test_a_removed_device_is_out(self, table: Game, host: Client, phone: Client) -> None:
        act(host, table, "remove", device=device(phone, table).pk)
        answer = phone.get(f"/t/{table.code}/")
        assert answer.status_code == 403
        assert "removed this device" in answer.content.decode()
        assert act(phone, table, "seat-code", seat="1").status_code == 403

    def test_a_game_online_is_at_another_address(self, game: Game, ana_client: Client) -> None:
        assert ana_client.get(f"/t/{game.code}/").status_code == 404

    def test_a_table_is_not_at_theirs(self, table: Game, host: Client, ana_client: Client) -> None:
        assert ana_client.get(f"/m/{table.code}/", follow=True).redirect_chain == [(f"/t/{table.code}/", 302)]
        for name in ("join", "call-off", "resign", "claim", "rematch"):
            assert ana_client.post(f"/m/{table.code}/{name}/").status_code == 404, name
        assert ana_client.get(f"/m/{table.code}/record/").status_code == 404


class TestActs:
    @pytest.mark.parametrize("name", ACTS)
    def test_strangers_may_do_nothing(self, table: Game, stranger: Client, name: str) -> None:
        version = table_of(table).version
        fields = {"locked": "1", "device": "1", "seat": "0", "as": "0", "yes": "1"}
        for client in (stranger, Client()):
            answer = act(client, table, name, **fields)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_at_table")
            assert client.post(f"/t/{table.code}/{name}/", fields).status_code == 403
        assert table_of(table).version == version

    @pytest.mark.parametrize("name", [*ACTS, "ask"])
    def test_a_get_does_nothing(self, table: Game, host: Client, name: str) -> None:
        assert host.get(f"/t/{table.code}/{name}/").status_code == 405

    @pytest.mark.parametrize("name", [*ACTS, "ask"])
    def test_nor_does_a_form_of_another_site(self, table: Game, host: Client, name: str) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies[COOKIE] = host.cookies[COOKIE].value
        assert strict.post(f"/t/{table.code}/{name}/", {"seat": "0"}).status_code == 403

    @pytest.mark.parametrize("name", ["lock", "renew", "remove"])
    def test_some_are_the_hosts_alone(self, table: Game, host: Client, phone: Client, name: str) -> None:
        answer = act(phone, table, name, locked="1", device=device(host, table).pk)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_host")

    def test_the_host_locks_and_opens(self, table: Game, host: Client) -> None:
        for locked in ("1", "0"):
            assert act(host, table, "lock", locked=locked).status_code == 200
            assert table_of(table).seating.locked == (locked == "1")

    def test_a_new_code_is_shown_at_once(self, table: Game, host: Client) -> None:
        old = secret_of(table)
        shown = act(host, table, "renew").json()["invite"]
        assert shown["link"].endswith(secret_of(table).token)
        assert old != secret_of(table)

    def test_what_went_well_is_told_to_programs_and_a_refusal_leads_people_back(
        self, table: Game, host: Client, phone: Client
    ) -> None:
        assert act(host, table, "renew").json()["ok"] is True
        answer = host.post(f"/t/{table.code}/remove/", {"device": device(host, table).pk})
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")

    def test_codes_are_renewed_so_often(self, table: Game, host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(acts, "within_limit", lambda request, what: False)
        assert act(host, table, "renew").status_code == 429

    def test_devices_are_rearranged(self, table: Game, host: Client, phone: Client) -> None:
        bram = device(phone, table).pk
        assert act(phone, table, "place", device=bram, **{"as": "display"}).status_code == 200
        assert act(host, table, "place", device=bram, **{"as": "1"}).status_code == 200
        assert act(host, table, "place", device=bram, **{"as": "0"}).json()["code"] == "seat_taken"
        assert act(host, table, "place", device=bram, **{"as": "king"}).json()["code"] == "bad_choice"
        assert seats(phone, table) == {1}

    @pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²", "999"])
    def test_a_device_that_is_none_is_refused(self, table: Game, host: Client, number: str) -> None:
        assert act(host, table, "remove", device=number).json()["code"] == "no_such_device"

    def test_a_host_on_a_screen_hosts_too(self, host: Client) -> None:
        game = opened(host, "display")
        assert act(host, game, "lock", locked="1").status_code == 200
        assert host.get(f"/t/{game.code}/").context["host"]

    def test_forms_come_back_to_the_table(self, table: Game, host: Client) -> None:
        answer = host.post(f"/t/{table.code}/renew/", follow=True)
        assert answer.redirect_chain == [(f"/t/{table.code}/", 302)]
        assert "new code" in answer.content.decode()


class TestDeadPhone:
    def test_another_device_shows_a_code_for_the_seat(self, table: Game, host: Client, phone: Client) -> None:
        shown = act(phone, table, "seat-code", seat="0").json()["invite"]
        assert (shown["purpose"], shown["seat"], shown["seconds"]) == ("seat", 0, 600)
        spare = Client()
        token = shown["link"].split("#")[1]
        assert spare.post("/j/take/", {"token": token, "as": "0"}, headers=JSON).status_code == 200
        assert seats(spare, table) == {0}
        old = host.get(f"/t/{table.code}/")
        assert old.status_code == 403
        assert "on another phone now" in old.content.decode()
        assert act(host, table, "lock", locked="1").status_code == 403

    def test_or_it_scans_the_code_and_somebody_lets_it_in(self, table: Game, host: Client, phone: Client) -> None:
        spare = Client()
        asked = act(spare, table, "ask", seat="0", token=secret_of(table).token)
        assert asked.json() == {"ok": True, "url": f"/t/{table.code}/"}
        assert "table/asking.html" in templates(spare, table)
        assert state(spare, table) == "waiting"
        request = device(spare, table).pk
        assert table_of(table).seating.requests[request].name == "Ana"
        assert act(phone, table, "let-in", device=request, yes="1").status_code == 200
        assert state(spare, table) == "in"
        assert "table/pad.html" in templates(spare, table)
        assert host.get(f"/t/{table.code}/").status_code == 403
        assert is_host(table_of(table), device(spare, table))

    def test_or_is_turned_away(self, table: Game, host: Client, phone: Client) -> None:
        spare = Client()
        act(spare, table, "ask", seat="0", token=secret_of(table).token)
        act(phone, table, "let-in", device=device(spare, table).pk, yes="0")
        assert state(spare, table) == "turned_away"
        assert seats(host, table) == {0}

    def test_whoever_does_not_have_the_code_cannot_even_ask(self, table: Game, stranger: Client) -> None:
        assert act(stranger, table, "ask", seat="0").json()["code"] == "not_at_table"
        assert act(Client(), table, "ask", seat="0", token="A" * 22).json()["code"] == "wrong_code"
        assert act(stranger, table, "ask", seat="2").json()["code"] == "bad_choice"
        assert stranger.get(f"/t/{table.code}/asked/", headers=JSON).status_code == 403

    def test_signed_in_one_goes_on_without_asking(self, ana: User, ana_client: Client) -> None:
        game, new = opened(ana_client), Client()
        new.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
        assert new.get(f"/t/{game.code}/").context["mine"] == 0
        assert act(new, game, "ask", seat="0").status_code == 200
        assert seats(new, game) == {0}


def state(client: Client, game: Game) -> str:
    return str(client.get(f"/t/{game.code}/asked/", headers=JSON).json()["state"])


class TestRecord:
    def test_everybody_at_the_table_may_have_it(self, table: Game, host: Client, phone: Client) -> None:
        for client in (host, phone, Client()):
            answer = client.get(f"/t/{table.code}/record/")
            assert answer["Content-Disposition"] == f'attachment; filename="claim-table-{table.code}.json"'
            assert answer.json()["seats"] == ["Ana", "Bram"]

    def test_a_blind_card_is_only_in_that_of_its_seat(self, table: Game, host: Client, phone: Client) -> None:
        ana = device(host, table).pk
        cards = [("revealed", "U5"), ("lead", "G3"), ("follow", "G7"), ("blind", "D3")]
        facts = [Fact(TableKind.LED, data={"seat": 1, "device": ana})] + [
            Fact(TableKind.LOGGED, 1, {"phase": 1, "trick": 1, "place": place, "card": card, "device": ana})
            for place, card in cards
        ]
        log.append(Table, table.pk, lambda story: facts if story.version < 5 else ())
        blind = [
            client.get(f"/t/{table.code}/record/").json()["phase_one"][0]["blind"] for client in (host, phone, Client())
        ]
        assert blind == [None, "D3", None]


def test_the_history_in_the_lobby_leads_to_the_table(ana_client: Client) -> None:
    game = opened(ana_client)
    page = ana_client.get("/").content.decode()
    assert f'href="/t/{game.code}/"' in page
    assert f'href="/m/{game.code}/"' not in page


def test_the_lobby_offers_to_score_a_game(host: Client) -> None:
    assert 'href="/t/new/"' in host.get("/").content.decode()


def test_the_secret_of_the_cookie_is_no_part_of_a_page(table: Game, host: Client) -> None:
    pages = io.StringIO()
    for path in (f"/t/{table.code}/", f"/t/{table.code}/invite/", f"/t/{table.code}/record/", "/"):
        pages.write(host.get(path).content.decode())
    assert host.cookies[COOKIE].value not in pages.getvalue()
