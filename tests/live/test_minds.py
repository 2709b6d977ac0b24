"""The site's own play on a real site, in processes of their own."""

from __future__ import annotations

import asyncio
import json

import pytest

from games.wire.review import ReviewShown
from games.words.minds import OPPONENTS
from tests.client import Person, Seat, code_of, play_out
from tests.live.matches import at_version, soon, stored
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
    own = {"level": "herald", "strength": 3, "face": herald.face}
    shown = {"name": herald.name, "guest": False, "opponent": own, "program": False}
    assert view["players"][1] == shown  # type: ignore[index]
    plays = [entry for entry in stored(open_site, code) if entry["kind"] == "played"]
    assert len(plays) == 52
    assert len({entry["client_id"] for entry in plays}) == 52
    found = asyncio.run(soon(looked_back(ana, code), 120))
    cards = [one.card for one in (*found.cards, *found.endings)]
    assert cards == [entry["data"]["card"] for entry in plays]


def test_a_hint_and_a_card_taken_back_reach_all_devices_of_one_person(open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    ana.post("/preferences/", pace="quick")
    code = code_of(ana.post("/play/", level="squire")["url"])

    async def seen() -> list[dict[str, object]]:
        async with ana.socket(code) as first, ana.socket(code) as second:
            here, there = Seat(first), Seat(second)
            await soon(on_turn(here))
            board, line = here.view["board"], here.view["aid"]["line"]
            await here.send(type="hint", ply=board["ply"], line=line, id="h")
            version = (await soon(here.until("accepted", "refused")))["version"]
            for seat in (here, there):
                await at_version(seat, version)
            hint = there.view["aid"]["hint"]
            assert here.view["aid"]["hint"] == hint
            assert hint["card"] in board["legal"]
            await here.play(hint["card"])
            await soon(here.until("accepted"))
            await here.send(type="take_back", ply=board["ply"], line=line, id="b")
            version = (await soon(here.until("accepted", "refused")))["version"]
            for seat in (here, there):
                await at_version(seat, version)
            assert there.view["board"] == board
            return [here.view["aid"], there.view["aid"]]

    aid, same = asyncio.run(seen())
    assert aid == same
    assert (aid["line"], aid["hints"], aid["may_hint"]) == (1, 1, False)
    kinds = [entry["kind"] for entry in stored(open_site, code)]
    assert [kind for kind in kinds if kind in ("hinted", "taken_back")] == ["hinted", "taken_back"]


async def on_turn(seat: Seat) -> None:
    """Wait until it is this seat's turn."""
    while not (seat.view.get("board") and seat.view["board"]["legal"]):
        await seat.receive()
