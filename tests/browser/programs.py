"""The same people as programs, which bring a game to the point that a test is about."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from tests.client import Person
from tests.realtime.sockets import play_plies, seats, soon

Result = TypeVar("Result")
PASSWORD = "three blind mice"
LONGEST = ("W" * 20, "名" * 20)
"""Names as long as names may be."""


@dataclass(frozen=True)
class Dealt:
    """A game of Ana and Bram and what they play it with."""

    code: str
    ana: Person
    bram: Person

    @property
    def people(self) -> tuple[Person, Person]:
        return self.ana, self.bram

    def another(self) -> str:
        """The code of one more game of the same two, all cards dealt, Ana to lead."""
        code = self.ana.open_game(lead="creator")
        self.bram.join(code)
        return code

    def play(self, plies: int) -> None:
        """Random legal cards by whoever's turn it is."""
        _apart(self._play(plies))

    def resign(self) -> None:
        """End the game: Ana resigns."""
        assert self.ana.post(f"/m/{self.code}/resign/")["status"] == 200

    def play_alone(self, person: Person) -> None:
        """A card of somebody whose turn it is, while the other one is nowhere."""
        _apart(self._play_alone(person))

    def bar(self) -> int:
        """Play until a lead leaves the follower some cards that may not be played; give the follower's seat."""
        return _apart(self._bar())

    def boards(self) -> list[dict[str, Any]]:
        """The board as Ana and as Bram see it."""
        return _apart(self._boards())

    def both_hold(self, faction: str) -> bool:
        """Whether both hands have a card of the faction with this letter."""
        return all(faction in "".join(board["hand"]) for board in self.boards())

    async def _play(self, plies: int) -> None:
        async with seats(self.code, *self.people) as both:
            await play_plies(both, plies)

    async def _play_alone(self, person: Person) -> None:
        async with seats(self.code, person) as (one,):
            assert (await soon(one.play_any()))["type"] == "accepted"

    async def _bar(self) -> int:
        async with seats(self.code, *self.people) as both:
            while True:
                turn = int(both[0].view["board"]["turn"])
                board = both[turn].view["board"]
                if board["lead"] and board["reasons"] and len(board["legal"]) > 1:
                    return turn
                await play_plies(both, 1)

    async def _boards(self) -> list[dict[str, Any]]:
        async with seats(self.code, *self.people) as both:
            return [seat.view["board"] for seat in both]


def deal(url: str, names: tuple[str, str] = ("Ana", "Bram"), **options: object) -> Dealt:
    """Two guests at a table, all cards dealt, Ana to lead unless `lead` says otherwise."""
    ana, bram = Person(url, names[0]), Person(url, names[1])
    code = ana.open_game(**{"lead": "creator", **options})
    bram.join(code)
    return Dealt(code, ana, bram)


def account(url: str, name: str, **preferences: str) -> Person:
    """Somebody who has just signed up, and prefers this."""
    who = Person(url, name)
    who.get("/account/signup/")
    status, text = who._request("POST", "/account/signup/", urlencode({"username": name, "password1": PASSWORD}))
    assert status in (200, 302), text
    if preferences:
        assert who.post("/preferences/", **preferences)["status"] == 200
    return who


def _apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
