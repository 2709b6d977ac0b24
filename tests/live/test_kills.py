"""The site is killed again and again while people play: what was acknowledged is there, and everybody comes back."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.client import Person, Seat
from tests.faults import times
from tests.live.matches import PATIENCE, seats, stored
from tests.server import Site

pytestmark = pytest.mark.faults
KILLS, GAMES = times(12, 50), 4


class Endurer:
    """A player who reconnects for ever and never sends a card under a second id until the first was answered."""

    def __init__(self, person: Person, code: str) -> None:
        self.person, self.code = person, code
        self.accepted: dict[str, tuple[int, str, int]] = {}
        self.pending: tuple[str, str, int] | None = None
        self.came_back = 0.0
        self.finished = asyncio.Event()
        self._ids = 0

    async def play(self) -> None:
        while not self.finished.is_set():
            try:
                async with self.person.socket(self.code, open_timeout=5) as socket:
                    await self._sit(Seat(socket))
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def _sit(self, seat: Seat) -> None:
        await seat.until("view")
        self.came_back = time.monotonic()
        while seat.view["status"] == "playing":
            if self.pending or seat.view["board"]["legal"]:
                await self._send(seat)
            else:
                await seat.receive()
        self.finished.set()

    async def _send(self, seat: Seat) -> None:
        board = seat.view["board"]
        if self.pending is None:
            self._ids += 1
            self.pending = (f"tap-{self._ids}", random.choice(board["legal"]), board["ply"])
        tap, card, ply = self.pending
        await seat.play(card, ply, tap)
        answer = await seat.until("accepted", "refused")
        assert answer["type"] == "accepted", answer
        self.accepted[tap], self.pending = (answer["version"], card, ply), None
        while seat.view["version"] < answer["version"]:
            await seat.receive()
        await asyncio.sleep(random.random() / 20)


async def test_no_acknowledged_card_is_lost_however_often_it_is_killed(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site, RATE_LIMITS="off")
    tables = [await asyncio.to_thread(new_table, site) for _ in range(GAMES)]
    players = [player for table in tables for player in table]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
        for _ in range(KILLS):
            await more_cards(players, random.randint(1, 40))
            promised = [dict(player.accepted) for player in players]
            site.kill()
            await asyncio.to_thread(site.start)
            up = time.monotonic()
            for player, before in zip(players, promised, strict=True):
                assert kept(site, player, before)
            await all_back(players, up)
            for at, (ana, bram) in enumerate(tables):
                if ana.finished.is_set() and bram.finished.is_set():
                    tables[at] = await asyncio.to_thread(new_table, site)
                    players += tables[at]
                    tasks += [group.create_task(player.play()) for player in tables[at]]
        for player in players:
            player.finished.set()
        for task in tasks:
            task.cancel()
    assert sum(len(player.accepted) for player in players) > 5 * KILLS
    for player in players:
        assert kept(site, player, player.accepted)
        await same_answers(player)
    assert integrity(site) == "ok"


async def more_cards(players: list[Endurer], number: int) -> None:
    """Until so many more cards were acknowledged, or all games are over; others are under way at that moment."""
    enough = sum(len(player.accepted) for player in players) + number
    while sum(len(player.accepted) for player in players) < enough:
        if all(player.finished.is_set() for player in players):
            return
        await asyncio.sleep(0.005)


def new_table(site: Site) -> tuple[Endurer, Endurer]:
    ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana.open_game()
    bram.join(code)
    return Endurer(ana, code), Endurer(bram, code)


def kept(site: Site, player: Endurer, promised: dict[str, tuple[int, str, int]]) -> bool:
    """Whether every card that was acknowledged is in the log, at its version."""
    log: dict[Any, Any] = {e["number"]: e for e in stored(site, player.code)}
    return all(
        log[version]["data"] == {"card": card} and log[version]["client_id"].endswith(f":{tap}")
        for tap, (version, card, _) in promised.items()
    )


async def all_back(players: list[Endurer], up: float) -> None:
    """Everybody has the view again within five seconds of the site's being up."""
    while not all(player.came_back > up - 1 or player.finished.is_set() for player in players):
        assert time.monotonic() < up + 5
        await asyncio.sleep(0.05)


async def same_answers(player: Endurer) -> None:
    """Every card sent again gets the answer it had."""
    async with seats(player.code, player.person) as (seat,):
        for tap, (version, card, ply) in player.accepted.items():
            await seat.play(card, ply, tap)
            answer = await asyncio.wait_for(seat.until("accepted", "refused"), PATIENCE)
            assert answer == {"type": "accepted", "id": tap, "version": version}


def integrity(site: Site) -> str:
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3")) as database:
        return str(database.execute("PRAGMA integrity_check").fetchone()[0])


async def test_a_restart_shows_the_same_game_and_clients_come_back_by_themselves(
    daphne_site: Callable[..., Site],
) -> None:
    site = await asyncio.to_thread(daphne_site)
    ana = Person(site.url, "Ana")
    bram = Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    async with seats(code, ana, bram) as (first, second):
        await first.play_any()
        while second.view["board"]["ply"] < 1:
            await second.receive()
        stopping = asyncio.create_task(asyncio.to_thread(site.stop))
        goodbyes = [json.loads(text) for text in [await last_text(second)]]
        assert goodbyes[0]["code"] == "restarting"
        assert second.socket.close_code == 1012
        assert await asyncio.wait_for(stopping, 10) == 0
    await asyncio.to_thread(site.start)
    async with seats(code, ana, bram) as (again, other):
        assert other.view == second.view
        assert again.view["board"]["ply"] == 1


async def last_text(seat: Seat) -> str:
    """The last frame before the server closes."""
    text = ""
    try:
        while True:
            text = str(await asyncio.wait_for(seat.socket.recv(), PATIENCE))
    except WebSocketException:
        return text
