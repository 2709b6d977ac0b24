"""Players as programs, which bring a game to the point that a test is about."""

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
    """A game of Ana and Bram."""

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
        """Play random legal cards."""

        async def play() -> None:
            async with seats(self.code, *self.people) as both:
                await play_plies(both, plies)

        run_apart(play())

    def resign(self) -> None:
        """End the game: Ana resigns."""
        assert self.ana.post(f"/m/{self.code}/resign/")["status"] == 200

    def play_alone(self, person: Person) -> None:
        """Play a card of the person to play, while the other one is away."""

        async def play() -> None:
            async with seats(self.code, person) as (seat,):
                assert (await soon(seat.play_any()))["type"] == "accepted"

        run_apart(play())

    def bar(self) -> int:
        """Play until a lead leaves the follower some cards that may not be played; give the follower's seat."""

        async def play() -> int:
            async with seats(self.code, *self.people) as both:
                while True:
                    turn = int(both[0].view["board"]["turn"])
                    board = both[turn].view["board"]
                    if board["lead"] and board["reasons"] and len(board["legal"]) > 1:
                        return turn
                    await play_plies(both, 1)

        return run_apart(play())

    def boards(self) -> list[dict[str, Any]]:
        """The board as Ana and as Bram see it."""

        async def look() -> list[dict[str, Any]]:
            async with seats(self.code, *self.people) as both:
                return [seat.view["board"] for seat in both]

        return run_apart(look())

    def both_hold(self, faction: str) -> bool:
        """Whether both hands have a card of the faction with this letter."""
        return all(faction in "".join(board["hand"]) for board in self.boards())


def deal(url: str, names: tuple[str, str] = ("Ana", "Bram"), **options: object) -> Dealt:
    """Two guests at a table, all cards dealt, Ana to lead unless `lead` says otherwise."""
    ana, bram = Person(url, names[0]), Person(url, names[1])
    code = ana.open_game(**{"lead": "creator", **options})
    bram.join(code)
    return Dealt(code, ana, bram)


def account(url: str, name: str, email: str = "", **preferences: str) -> Person:
    """A person who has just signed up, with these preferences."""
    person = Person(url, name)
    person.get("/account/signup/")
    form = {"username": name, "password1": PASSWORD} | ({"email": email} if email else {})
    status, text = person._request("POST", "/account/signup/", urlencode(form))
    assert status in (200, 302), text
    if preferences:
        assert person.post("/preferences/", **preferences)["status"] == 200
    return person


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in another thread: the loop of Playwright runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
