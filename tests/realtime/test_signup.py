"""A guest who signs up during a game gets the new name at the table, on all open pages."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.client import Person, Seat
from tests.people import PASSWORD
from tests.realtime.sockets import PATIENCE, play_plies, seats


async def until_named(seat: Seat, name: str) -> dict[str, Any]:
    """Wait until a seat shows ``name`` for the first player, and return what it shows of that player."""
    async with asyncio.timeout(PATIENCE):
        while seat.view["players"][0]["name"] != name:
            await seat.receive()
    player: dict[str, Any] = seat.view["players"][0]
    return player


async def test_players_and_spectators_see_the_new_name_without_a_reload(
    table: str, ana_there: Person, bram_there: Person, cleo_there: Person
) -> None:
    async with seats(table, ana_there, bram_there, cleo_there) as everybody:
        await play_plies(everybody[:2], 1)
        await asyncio.to_thread(ana_there.post, "/account/signup/", username="Anastasia", password1=PASSWORD)
        for seat in everybody:
            assert await until_named(seat, "Anastasia") == {
                "name": "Anastasia",
                "guest": False,
                "opponent": None,
                "program": False,
            }
        assert everybody[0].view["board"]["ply"] == 1
