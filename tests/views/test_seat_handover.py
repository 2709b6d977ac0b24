"""Seat handover over HTTP: consent, absence, and a phone that takes its seat back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.messaging import presence
from games.models import Device, Entry, Game
from games.services.companion import play
from tests.services.companion.entries import card, item
from tests.views.tables import JSON, device_at, join_secret, open_table, post_action, seats_of, take_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana() -> Client:
    """The host's browser."""
    return Client()


@pytest.fixture
def bram() -> Client:
    return Client()


@pytest.fixture
def second() -> Client:
    """Bram's other browser."""
    return Client()


@pytest.fixture
def table(ana: Client, bram: Client) -> Game:
    """Both sit, and Ana took a blind card."""
    game = open_table(ana)
    take_place(bram, game, "1")
    logs(ana, game, "D3")
    return game


def logs(client: Client, game: Game, blind: str) -> None:
    """A trick of which this seat takes the blind card."""
    trick = [card(1, 1, "lead", "G9", id="a"), card(1, 1, "follow", "K4", id="b"), card(1, 1, "blind", blind, id="c")]
    outcomes = play.execute_commands(game.pk, device_at(client, game).pk, [item("lead", seat=0, id="l"), *trick])
    assert all(isinstance(outcome, int) for outcome in outcomes), outcomes


def takes(client: Client, invite: dict[str, Any], place: str) -> Any:
    token = invite["link"].split("#")[1]
    return client.post("/j/take/", {"token": token, "as": place}, headers=JSON)


def blind(client: Client, game: Game) -> str | None:
    """Ana's blind card in what this browser may have of the record."""
    shown: str | None = client.get(f"/t/{game.code}/record/").json()["phase_one"][0]["blind"]
    return shown


def asleep(client: Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    then, row = timezone.now() - timedelta(minutes=3), device_at(client, game)
    Device.objects.filter(pk=row.pk).update(seen_at=then, made_at=then)
    Entry.objects.filter(game=game, kind="placed", data__device=row.pk).update(created_at=then)
    monkeypatch.setattr(presence.uptime, "since", then)


def taken_away(table: Game, ana: Client, bram: Client, second: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bram's other browser says that it is Ana while her phone is asleep, and Bram lets it in."""
    asleep(ana, table, monkeypatch)
    assert post_action(second, table, "ask", seat="0", token=join_secret(table).token).status_code == 200
    assert post_action(bram, table, "let-in", device=device_at(second, table).pk, yes="1").status_code == 200
    assert seats_of(second, table) == {0}


class TestAttack:
    def test_the_other_player_lets_no_other_browser_in(
        self, table: Game, ana: Client, bram: Client, second: Client
    ) -> None:
        post_action(second, table, "ask", seat="0", token=join_secret(table).token)
        answer = post_action(bram, table, "let-in", device=device_at(second, table).pk, yes="1")
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_in_use")
        assert (
            answer.json()["message"] == "Ana's phone has this seat. It must allow this, or be away for 2 minutes first."
        )
        assert (seats_of(ana, table), seats_of(second, table)) == ({0}, set())
        assert [blind(client, table) for client in (ana, bram, second)] == ["D3", None, None]

    def test_refusals_do_not_depend_on_a_blind_card(self, ana: Client, bram: Client) -> None:
        """Everything that a refused take-over tells, in two worlds that differ in Ana's blind card."""
        found = []
        for secret in ("D3", "P9"):
            host, phone, second = Client(), Client(), Client()
            game = open_table(host)
            take_place(phone, game, "1")
            logs(host, game, secret)
            told = [post_action(phone, game, "seat-code", seat="0").content]
            told.append(post_action(second, game, "ask", seat="0", token=join_secret(game).token).content)
            told.append(post_action(phone, game, "let-in", device=device_at(second, game).pk, yes="1").content)
            told += [one.get(f"/t/{game.code}/record/").content for one in (phone, second)]
            told.append(second.get(f"/t/{game.code}/asked/").content)
            found.append(b"\n".join(told).replace(game.code.encode(), b"K7MPX2QA"))
        assert found[0] == found[1]


class TestConsent:
    def test_a_code_of_the_phone_itself_moves_the_seat_with_all_it_sees(self, table: Game, ana: Client) -> None:
        new = Client()
        takes(new, post_action(ana, table, "seat-code", seat="0").json()["invite"], "0")
        assert (seats_of(new, table), blind(new, table)) == ({0}, "D3")
        assert post_action(new, table, "lock", locked="1").status_code == 200
        old = ana.get(f"/t/{table.code}/")
        assert old.status_code == 403
        assert "on another phone now" in old.content.decode()
        assert post_action(ana, table, "lock", locked="0").json()["code"] == "not_host"


class TestAsleep:
    @pytest.fixture(autouse=True)
    def taken(self, table: Game, ana: Client, bram: Client, second: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        taken_away(table, ana, bram, second, monkeypatch)

    def test_a_phone_that_wakes_up_takes_its_seat_back(self, table: Game, ana: Client, second: Client) -> None:
        page = ana.get(f"/t/{table.code}/")
        assert page.status_code == 403
        assert "Another phone took your seat while this one was away" in page.content.decode()
        assert page.content.decode().count("Take my seat back") == 1
        answer = ana.post(f"/t/{table.code}/ask/", {"seat": "0"}, follow=True)
        assert "companion/pad.html" in [one.name for one in answer.templates]
        assert (seats_of(ana, table), seats_of(second, table)) == ({0}, set())
        assert post_action(ana, table, "lock", locked="1").status_code == 200
        assert post_action(second, table, "seat-code", seat="0").json()["code"] == "not_at_table"

    def test_the_cookie_that_lost_the_seat_opens_nothing_else(self, table: Game, ana: Client, bram: Client) -> None:
        for name in ("lock", "renew", "remove", "seat-code", "let-in"):
            assert post_action(ana, table, name, seat="0", device=device_at(bram, table).pk).status_code == 403, name
        assert ana.get(f"/t/{table.code}/record/").status_code == 403
