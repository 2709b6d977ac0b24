"""The site's own play on a real site, in processes of their own."""

from __future__ import annotations

import asyncio
import json

import pytest

from games.wire.review import ReviewShown
from games.words.minds import OPPONENTS
from tests.client import Person, Seat, code_of, play_out
from tests.live.matches import soon, stored
from tests.server import Site

pytestmark = pytest.mark.usefixtures("quiet_log")


async def looked_back(person: Person, code: str) -> ReviewShown:
    """The review of a game, once those processes have made it."""
    while (answer := await asyncio.to_thread(person.get, f"/m/{code}/review/"))[0] == 202:
        assert json.loads(answer[1]) == {"state": "thinking"}
    assert answer[0] == 200
    return ReviewShown.model_validate_json(answer[1])


def test_a_guest_plays_a_whole_game_against_the_site_and_looks_back_at_it(open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    ana.post("/preferences/", pace="quick")
    begun = ana.post("/play/", level="herald")
    assert begun["status"] == 200, begun
    code = code_of(begun["url"])

    async def played() -> tuple[Seat, dict[str, object]]:
        async with ana.socket(code) as socket:
            seat = Seat(socket)
            return seat, await soon(play_out(seat), 120)

    seat, view = asyncio.run(played())
    assert view["status"] == "finished"
    assert seat.beat["here"] == [True, True]
    herald = OPPONENTS["herald"]
    shown = {"name": herald.name, "guest": False, "opponent": {"level": "herald", "face": herald.face}}
    assert view["players"][1] == shown  # type: ignore[index]
    plays = [entry for entry in stored(open_site, code) if entry["kind"] == "played"]
    assert len(plays) == 52
    assert len({entry["client_id"] for entry in plays}) == 52
    found = asyncio.run(soon(looked_back(ana, code), 120))
    cards = [one.card for one in (*found.cards, *found.endings)]
    assert cards == [entry["data"]["card"] for entry in plays]
