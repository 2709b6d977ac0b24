"""Path of a card: the same game leaves the same log with any settings, database, opponent and watchers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.client import Person, Seat, code_of
from tests.realtime.conftest import Postgres
from tests.realtime.sockets import deal, seats, soon, stored
from tests.site_process import Site, copy_var

Log = list[tuple[Any, ...]]

CARDS = 52
DEALT = 2
"""Entries before the deal: the creation of the game and the join."""
ENTRIES = """SELECT kind, entry.seat, data, client_id
             FROM games_entry entry JOIN games_game game ON game.id = game_id"""


class FixedDeal(Site):
    """A site on which every deal is the same: see `tests.manage`."""

    program = "tests/manage.py"

    def entries(self, code: str) -> Log:
        """The log of a game from the deal on."""
        if url := self._environment.get("DATABASE_URL"):
            with psycopg.connect(url) as database:
                return database.execute(f"{ENTRIES} WHERE code = %s ORDER BY number", [code]).fetchall()[DEALT:]
        return [(one["kind"], one["seat"], one["data"], one["client_id"]) for one in stored(self, code)[DEALT:]]


@pytest.fixture
def start(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., FixedDeal]]:
    with ExitStack() as stack:

        def started(**environment: str) -> FixedDeal:
            folder = copy_var(prepared_var, tmp_path_factory.mktemp("site"))
            site = FixedDeal(folder, {"RATE_LIMITS": "off", "DEAL": "5eed" * 16, **environment})
            stack.callback(site.close)
            site.start()
            return site

        yield started


async def test_the_same_game_leaves_the_same_log(
    start: Callable[..., FixedDeal], tables_there: Postgres, tmp_path: Path
) -> None:
    expected = await play_between_people(start())
    assert [kind for kind, *_ in expected].count("played") == CARDS
    assert await play_between_people(start(), clock="5+5", watchers=3) == expected
    assert await play_between_people(start(DEBUG="true", SQL_LOGGER="on")) == expected
    with tables_there(tmp_path / "data") as url:
        assert await play_between_people(start(DATABASE_URL=url)) == expected
    alone = await play_against_the_site(start())
    assert [kind for kind, *_ in alone] == [kind for kind, *_ in expected]
    fields = [{tuple(data) for kind, _, data, _ in log if kind == "played"} for log in (alone, expected)]
    assert fields == [{("card",)}] * 2


async def play_between_people(site: FixedDeal, watchers: int = 0, **agreed: object) -> Log:
    ana, bram, code = deal(site.url, **agreed)
    others = [Person(site.url, f"Cleo {number}") for number in range(watchers)]
    async with seats(code, ana, bram, *others) as (first, second, *_):
        for _ in range(CARDS):
            await play_first_card(first, second)
    return site.entries(code)


async def play_against_the_site(site: FixedDeal) -> Log:
    ana = Person(site.url, "Ana")
    code = code_of(ana.post("/play/", level="page")["url"])
    async with seats(code, ana) as (seat,):
        while seat.view["status"] != "finished":
            await play_first_card(seat)
    return site.entries(code)


async def play_first_card(*players: Seat) -> None:
    """Play the first legal card, and wait until all see it."""
    board = players[0].view["board"]
    ply = board["ply"]
    for one in players:
        if one.view["you"] == board["turn"]:
            await one.play(one.view["board"]["legal"][0], client_id=f"ply-{ply}")
    for one in players:
        while one.view["status"] == "playing" and one.view["board"]["ply"] == ply:
            await soon(one.receive())
