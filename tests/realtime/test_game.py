"""Games over real sockets: everybody sees the same game, and of all who play or join at once one is accepted."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from tests.client import Person, whole_game
from tests.realtime.sockets import PATIENCE, at_version, play_plies, seats, soon, stored, volley
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


async def test_many_games_at_once(open_site: Site) -> None:
    people = [(Person(open_site.url, "Ana"), Person(open_site.url, "Bram")) for _ in range(4)]
    codes = [ana.open_game() for ana, _ in people]
    for (_, bram), code in zip(people, codes, strict=True):
        bram.join(code)
    games = [whole_game(ana, bram, code) for (ana, bram), code in zip(people, codes, strict=True)]
    ends = await asyncio.wait_for(asyncio.gather(*games), 2 * PATIENCE)
    assert all(first["result"] == second["result"] for first, second in ends)


async def test_who_joins_is_seen_by_who_waits(ana_there: Person, bram_there: Person) -> None:
    code = ana_there.open_game()
    async with seats(code, ana_there) as (ana,):
        assert (ana.view["status"], ana.view["board"], ana.view["players"][1]) == ("waiting", None, None)
        bram_there.join(code)
        view = await at_version(ana, ana.view["version"] + 1)
    bram = {"name": "Bram", "guest": True, "opponent": None, "program": False}
    assert (view["status"], view["players"][1]) == ("playing", bram)


async def test_every_tab_of_a_player_shows_the_same(ana_there: Person, bram_there: Person, table: str) -> None:
    async with seats(table, *[ana_there] * 5, bram_there) as (*tabs, bram):
        await play_plies([tabs[0], bram], 6)
        views = [await at_version(tab, bram.view["version"]) for tab in tabs]
    assert all(view == views[0] for view in views)


async def test_a_reload_at_any_moment_shows_the_same_game(ana_there: Person, bram_there: Person, table: str) -> None:
    async with seats(table, ana_there, bram_there) as (ana, bram):
        for _ in range(3):
            await play_plies([ana, bram], 9)
            async with seats(table, ana_there, bram_there) as again:
                assert [seat.view for seat in again] == [ana.view, bram.view]


async def test_sync_gives_the_view_again(ana_there: Person, table: str) -> None:
    async with seats(table, ana_there) as (ana,):
        before = ana.view
        await ana.send(type="sync")
        assert await soon(ana.until("view")) == before


async def test_resending_gets_the_same_answer_on_any_socket(
    open_site: Site, ana_there: Person, bram_there: Person, table: str
) -> None:
    async with seats(table, ana_there, bram_there) as (ana, bram):
        card = ana.view["board"]["legal"][0]
        tap = await ana.play(card)
        first = await soon(ana.until("accepted", "refused"))
        await at_version(bram, first["version"])
        await ana.play(card, ply=0, client_id=tap)
        assert await soon(ana.until("accepted", "refused")) == first
    async with seats(table, ana_there) as (again,):
        await again.play(card, ply=0, client_id=tap)
        assert await soon(again.until("accepted", "refused")) == first
    assert [entry["client_id"] for entry in stored(open_site, table)][4:] == [f"0:{tap}"]


async def test_resigning_and_the_rematch_are_seen_at_once(ana_there: Person, bram_there: Person, table: str) -> None:
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


async def test_a_beat_tells_who_is_here(ana_there: Person, bram_there: Person, table: str) -> None:
    async with seats(table, ana_there) as (ana,):
        assert (await soon(ana.until("beat")))["here"] == [True, False]
        async with seats(table, bram_there):
            while not ana.beat["here"][1]:
                await soon(ana.until("beat"))
            assert ana.beat["away"] == [None, None]


SOCKETS, FRAMES = 20, 50


@pytest.mark.faults
async def test_a_thousand_plays_of_the_same_ply(open_site: Site, ana_there: Person, table: str) -> None:
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(ana_there.socket(table)) for _ in range(SOCKETS)]
        view = json.loads(await sockets[0].recv())
        legal = view["board"]["legal"]
        frames = [
            [
                json.dumps({"type": "play", "card": legal[(one + two) % len(legal)], "ply": 0, "id": f"{one}-{two}"})
                for two in range(FRAMES)
            ]
            for one in range(SOCKETS)
        ]
        volleys = [volley(socket, some) for socket, some in zip(sockets, frames, strict=True)]
        outcomes = await asyncio.wait_for(asyncio.gather(*volleys), 2 * PATIENCE)
    counted = Counter(code for outcome in outcomes for _, code in outcome)
    assert counted == {"accepted": 1, "stale_ply": SOCKETS * FRAMES - 1}
    assert [entry["kind"] for entry in stored(open_site, table)] == ["opened", "joined", "joined", "dealt", "played"]


@pytest.mark.faults
async def test_a_card_sent_three_times_on_three_sockets_is_played_once(
    open_site: Site, ana_there: Person, table: str
) -> None:
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(ana_there.socket(table)) for _ in range(3)]
        card = json.loads(await sockets[0].recv())["board"]["legal"][0]
        frame = json.dumps({"type": "play", "card": card, "ply": 0, "id": "tap"})
        outcomes = await asyncio.wait_for(asyncio.gather(*(volley(s, [frame] * 3) for s in sockets)), PATIENCE)
    assert outcomes == [[("tap", "accepted")] * 3] * 3
    assert len(stored(open_site, table)) == 5


@pytest.mark.faults
async def test_many_strangers_race_for_the_last_seat(open_site: Site, ana_there: Person) -> None:
    racers = [Person(open_site.url, f"Racer {number}") for number in range(12)]
    code = ana_there.open_game()
    joins = [asyncio.to_thread(racer.join, code) for racer in racers]
    statuses = Counter((answer["status"], answer.get("code")) for answer in await asyncio.gather(*joins))
    assert statuses == {(200, None): 1, (409, "seat_taken"): 11}
