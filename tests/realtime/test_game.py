"""Games over real sockets: all pages show the same game, and a single one of simultaneous cards and joins counts."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from tests.client import Person, whole_game
from tests.realtime.sockets import PATIENCE, at_version, play_plies, play_same_ply, seats, soon, stored, volley
from tests.site_process import Site

pytestmark = pytest.mark.usefixtures("quiet_log")


@pytest.mark.pythons
async def test_a_whole_game(open_site: Site, ana_there: Person, bram_there: Person, table: str) -> None:
    first, second = await asyncio.wait_for(whole_game(ana_there, bram_there, table), PATIENCE)
    assert (first["you"], second["you"]) == (0, 1)
    for key in ("version", "status", "result", "players"):
        assert first[key] == second[key]
    assert first["result"]["ending"] == "votes"
    assert sum(len(pile) for pile in first["board"]["score"]) > 0
    log = stored(open_site, table)
    assert [entry["kind"] for entry in log] == ["opened", "joined", "joined", "dealt"] + ["played"] * 52


async def test_the_creator_who_waits_sees_the_join(ana_there: Person, bram_there: Person) -> None:
    code = ana_there.open_game()
    async with seats(code, ana_there) as (ana,):
        assert (ana.view["status"], ana.view["board"], ana.view["players"][1]) == ("waiting", None, None)
        bram_there.join(code)
        view = await at_version(ana, ana.view["version"] + 1)
    bram = {"name": "Bram", "guest": True, "opponent": None, "program": False}
    assert (view["status"], view["players"][1]) == ("playing", bram)


async def test_every_tab_of_a_player_shows_the_same(ana_there: Person, bram_there: Person, table: str) -> None:
    """Also a page that is loaded later, and the answer to a sync."""
    async with seats(table, *[ana_there] * 5, bram_there) as (*tabs, bram):
        for _ in range(3):
            await play_plies([tabs[0], bram], 9)
            views = [await at_version(tab, bram.view["version"]) for tab in tabs]
            async with seats(table, ana_there, bram_there) as again:
                assert [seat.view for seat in again] == [views[0], bram.view]
        assert all(view == views[0] for view in views)
        await tabs[0].send(type="sync")
        assert await soon(tabs[0].until("view")) == views[0]


async def test_resignation_and_rematch_are_shown_at_once(ana_there: Person, bram_there: Person, table: str) -> None:
    async with seats(table, ana_there, bram_there) as (ana, bram):
        await play_plies([ana, bram], 3)
        ana_there.post(f"/m/{table}/resign/")
        end = await at_version(bram, bram.view["version"] + 1)
        assert (end["status"], end["result"]["ending"], end["result"]["winner"]) == ("finished", "resigned", 1)
        assert (end["result"]["votes"], end["result"]["factions"]) == ([0, 0], [])
        ana_there.post(f"/m/{table}/rematch/")
        assert (await at_version(bram, end["version"] + 1))["rematch"]["asked"] == [True, False]
        url = bram_there.post(f"/m/{table}/rematch/")["url"]
        new = (await at_version(ana, end["version"] + 2))["rematch"]["game"]
    assert url == f"/m/{new}/"
    async with seats(new, ana_there) as (ana,):
        assert (ana.view["status"], ana.view["board"]["leader"]) == ("playing", 1)


@pytest.mark.faults
async def test_of_a_thousand_plays_of_the_same_ply_a_single_card_counts(
    open_site: Site, ana_there: Person, table: str
) -> None:
    assert await play_same_ply(table, [ana_there] * 20) == {"accepted": 1, "stale_ply": 999}
    assert [entry["kind"] for entry in stored(open_site, table)] == ["opened", "joined", "joined", "dealt", "played"]


@pytest.mark.faults
async def test_a_card_sent_again_on_any_socket_gets_the_same_answer(
    open_site: Site, ana_there: Person, bram_there: Person, table: str
) -> None:
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(ana_there.socket(table)) for _ in range(3)]
        card = json.loads(await sockets[0].recv())["board"]["legal"][0]
        frame = json.dumps({"type": "play", "card": card, "ply": 0, "id": "tap"})
        outcomes = await asyncio.wait_for(asyncio.gather(*(volley(s, [frame] * 3) for s in sockets)), PATIENCE)
    assert outcomes == [[("tap", "accepted")] * 3] * 3
    async with seats(table, bram_there, ana_there) as (bram, again):
        await soon(bram.play_any())
        await again.play(card, ply=0, client_id="tap")
        assert await soon(again.until("accepted", "refused")) == {"type": "accepted", "id": "tap", "version": 5}
    assert [entry["client_id"] for entry in stored(open_site, table)][4] == "0:tap"
    assert len(stored(open_site, table)) == 6


@pytest.mark.faults
async def test_of_twelve_who_join_at_once_a_single_player_gets_the_seat(open_site: Site, ana_there: Person) -> None:
    people = [Person(open_site.url, f"Racer {number}") for number in range(12)]
    code = ana_there.open_game()
    answers = await asyncio.gather(*(asyncio.to_thread(person.join, code) for person in people))
    statuses = Counter((answer["status"], answer.get("code")) for answer in answers)
    assert statuses == {(200, None): 1, (409, "seat_taken"): 11}
