"""Clocks of online games: chosen with the game, shown on the invitation, and decided by the waiting player."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.messaging.outages import outages
from games.models import Game, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from tests.services.matches.clock import ManualClock, timed
from tests.services.matches.games import match_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)
JSON: dict[str, Any] = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    monkeypatch.setattr(outages, "_spans", ())
    return ManualClock().install(monkeypatch)


def made(client: Client, **fields: object) -> Game:
    client.post("/new/", {"who": "open", "lead": "creator", "watch": "on", **fields})
    return Game.objects.latest("pk")


@pytest.mark.parametrize(
    ("fields", "agreed"),
    [
        ({}, ""),
        ({"clock": ""}, ""),
        ({"clock": "10+10"}, "10+10"),
        ({"clock": "7d"}, "7d"),
        ({"clock": "own", "minutes": "7", "seconds": "0"}, "7+0"),
        ({"clock": "own", "seconds": "30"}, "5+30"),
        ({"clock": "5+5", "minutes": "7"}, "5+5"),
    ],
)
def test_a_new_game_has_the_clock_that_was_chosen(ana_client: Client, fields: dict[str, str], agreed: str) -> None:
    game = made(ana_client, **fields)
    assert (game.clock, match_of(game).agreed) == (agreed, agreed)


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "7+3"},
        {"clock": "2d"},
        {"clock": "own", "minutes": "0"},
        {"clock": "own", "minutes": "61"},
        {"clock": "own", "seconds": "61"},
        {"clock": "own", "minutes": "x"},
    ],
)
def test_an_invalid_clock_is_refused(ana_client: Client, fields: dict[str, str]) -> None:
    answer = ana_client.post("/new/", {"who": "open", "lead": "creator", **fields}, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("agreed", "words", "few"),
    [
        ("5+5", "Live: 5 minutes each, plus 5 seconds per card.", "5 min + 5 s"),
        ("60+0", "Live: 1 hour each for the whole game.", "60 min"),
        ("1d", "Correspondence: 1 day per card. If you run out of time, you lose.", "1 day per card"),
    ],
)
def test_invitations_and_lists_show_the_clock(
    ana: User, ana_client: Client, bram_client: Client, agreed: str, words: str, few: str
) -> None:
    game = lobby.create_game(ana, MatchOptions(clock=agreed))
    for client in (ana_client, bram_client):
        assert words in client.get(f"/m/{game.code}/").content.decode()
    assert few in bram_client.get("/lobby/").content.decode()
    bram_client.post(f"/m/{game.code}/join/")
    for client in (ana_client, bram_client):
        assert few in client.get("/lobby/").content.decode()
    assert words in ana_client.get(f"/m/{game.code}/").content.decode()


class TestDecision:
    @pytest.fixture
    def late(self, ana: User, bram: User, clock: ManualClock) -> Game:
        game = timed(ana, bram, "1+0", plies=2)
        clock.advance(61)
        return game

    @pytest.mark.parametrize("choice", ["win", "draw", "more"])
    def test_is_made_by_the_waiting_player(
        self, late: Game, ana_client: Client, bram_client: Client, choice: str
    ) -> None:
        clients = [ana_client, bram_client]
        late_seat = state_of(late).to_play or 0
        answers: list[Any] = [
            clients[seat].post(f"/m/{late.code}/time/", {"choice": made}, **JSON)
            for seat, made in ((late_seat, choice), (1 - late_seat, "both"), (1 - late_seat, choice))
        ]
        outcomes = [(answer.status_code, answer.json().get("code")) for answer in answers]
        assert outcomes == [(409, "time_left"), (400, "invalid"), (200, None)]
        assert match_of(late).over is (choice != "more")


@pytest.mark.parametrize("path", ["", "resign/", "claim/"])
def test_a_visit_ends_a_correspondence_game_out_of_time(
    ana: User, bram: User, ana_client: Client, clock: ManualClock, path: str
) -> None:
    game = timed(ana, bram, "1d", plies=1)
    clock.advance(days=2)
    if path:
        ana_client.post(f"/m/{game.code}/{path}")
    else:
        assert ana_client.get(f"/m/{game.code}/").status_code == 200
    match = match_of(game)
    assert (match.ending, match.winner) == ("time", 1 - (state_of(game).to_play or 0))
