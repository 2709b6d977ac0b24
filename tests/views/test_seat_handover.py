"""Seat handover over HTTP: consent, absence, and the return of a phone."""

from __future__ import annotations

from datetime import timedelta

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
    """The browser of the host."""
    return Client()


@pytest.fixture
def bram() -> Client:
    return Client()


@pytest.fixture
def second() -> Client:
    """Another browser of Bram."""
    return Client()


@pytest.fixture
def table(ana: Client, bram: Client) -> Game:
    return open_with_blind_card(ana, bram, "D3")


def open_with_blind_card(ana: Client, bram: Client, blind: str) -> Game:
    """Open a table with both players at which Ana has taken a blind card."""
    game = open_table(ana)
    take_place(bram, game, "1")
    trick = [card(1, 1, "lead", "G9", id="a"), card(1, 1, "follow", "K4", id="b"), card(1, 1, "blind", blind, id="c")]
    outcomes = play.execute_commands(game.pk, device_at(ana, game).pk, [item("lead", seat=0, id="l"), *trick])
    assert all(isinstance(outcome, int) for outcome in outcomes), outcomes
    return game


def blind_card(client: Client, game: Game) -> str | None:
    """Return the blind card of Ana in the record for this browser."""
    shown: str | None = client.get(f"/t/{game.code}/record/").json()["phase_one"][0]["blind"]
    return shown


class TestAttack:
    def test_the_other_player_lets_no_other_browser_in(
        self, table: Game, ana: Client, bram: Client, second: Client
    ) -> None:
        post_action(second, table, "ask", seat="0", token=join_secret(table).token)
        answer = post_action(bram, table, "let-in", device=device_at(second, table).pk, yes="1")
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_in_use")
        sentence = "Ana's phone has this seat. It has to allow this or be away for 2 minutes first."
        assert answer.json()["message"] == sentence
        assert (seats_of(ana, table), seats_of(second, table)) == ({0}, set())
        assert [blind_card(client, table) for client in (ana, bram, second)] == ["D3", None, None]

    def test_refusals_do_not_depend_on_a_blind_card(self, db: None) -> None:
        """Everything that a refused take-over says is the same whatever blind card Ana has."""
        answers = []
        for blind in ("D3", "P9"):
            host, phone, second = Client(), Client(), Client()
            game = open_with_blind_card(host, phone, blind)
            parts = [post_action(phone, game, "seat-code", seat="0").content]
            parts.append(post_action(second, game, "ask", seat="0", token=join_secret(game).token).content)
            parts.append(post_action(phone, game, "let-in", device=device_at(second, game).pk, yes="1").content)
            parts += [client.get(f"/t/{game.code}/record/").content for client in (phone, second)]
            parts.append(second.get(f"/t/{game.code}/asked/").content)
            answers.append(b"\n".join(parts).replace(game.code.encode(), b"K7MPX2QA"))
        assert answers[0] == answers[1]


def test_a_code_of_its_own_phone_moves_the_seat_with_all_that_it_sees(table: Game, ana: Client) -> None:
    new, invite = Client(), post_action(ana, table, "seat-code", seat="0").json()["invite"]
    new.post("/j/take/", {"token": invite["link"].split("#")[1], "as": "0"}, headers=JSON)
    assert (seats_of(new, table), blind_card(new, table)) == ({0}, "D3")
    assert post_action(new, table, "lock", locked="1").status_code == 200
    page = ana.get(f"/t/{table.code}/")
    assert page.status_code == 403
    assert "on another phone now" in page.content.decode()
    assert post_action(ana, table, "lock", locked="0").json()["code"] == "not_host"


class TestAsleep:
    @pytest.fixture(autouse=True)
    def _taken(self, table: Game, ana: Client, bram: Client, second: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        """Give the seat of Ana, whose phone is asleep, to another browser."""
        then, device = timezone.now() - timedelta(minutes=3), device_at(ana, table)
        Device.objects.filter(pk=device.pk).update(seen_at=then, made_at=then)
        Entry.objects.filter(game=table, kind="placed", data__device=device.pk).update(created_at=then)
        monkeypatch.setattr(presence.uptime, "since", then)
        post_action(second, table, "ask", seat="0", token=join_secret(table).token)
        post_action(bram, table, "let-in", device=device_at(second, table).pk, yes="1")
        assert seats_of(second, table) == {0}

    def test_a_phone_that_wakes_up_takes_its_seat_back(self, table: Game, ana: Client, second: Client) -> None:
        refused = ana.get(f"/t/{table.code}/")
        assert refused.status_code == 403
        assert "Another phone took your seat while this one was away" in refused.content.decode()
        assert refused.content.decode().count("Take my seat back") == 1
        answer = ana.post(f"/t/{table.code}/ask/", {"seat": "0"}, follow=True)
        assert "companion/pad.html" in [template.name for template in answer.templates]
        assert (seats_of(ana, table), seats_of(second, table)) == ({0}, set())
        assert post_action(ana, table, "lock", locked="1").status_code == 200
        assert post_action(second, table, "seat-code", seat="0").json()["code"] == "not_at_table"

    def test_the_cookie_that_lost_the_seat_opens_nothing_else(self, table: Game, ana: Client, bram: Client) -> None:
        for name in ("lock", "renew", "remove", "seat-code", "let-in"):
            assert post_action(ana, table, name, seat="0", device=device_at(bram, table).pk).status_code == 403, name
        assert ana.get(f"/t/{table.code}/record/").status_code == 403
