"""The two documents are enough: a program written from them plays online and logs the same game at real tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.live.matches import PATIENCE
from tests.live.written_from_docs import (
    CHANGES,
    WHOLE,
    Browser,
    Message,
    Player,
    Refused,
    at_table,
    blinds_of,
    cards_of,
    code_of,
    piles_of,
    token_of,
    undead_of,
)
from tests.server import Site, manage


@dataclass(frozen=True)
class Played:
    """An online game as its two players knew it in the end, and its record."""

    code: str
    people: tuple[Browser, Browser]
    views: tuple[Message, Message]
    tricks: dict[tuple[int, int], Message]
    record: Message

    @property
    def result(self) -> Message:
        found: Message = self.views[0]["result"]
        return found

    @property
    def outcome(self) -> Message:
        return {"winner": self.result["winner"], "votes": self.result["votes"]}

    @property
    def score(self) -> list[list[str]]:
        return sorted_piles(self.views[0]["board"]["score"])


@pytest.fixture(scope="module")
def site(daphne_site: Callable[..., Site]) -> Site:
    return daphne_site()


@pytest.fixture(scope="module")
def played(site: Site) -> Played:
    """A private game of Ana and Bram, to the last card."""
    ana, bram = named(site, "Ana"), named(site, "Bram")
    made = ana.post("/new/", who="private", lead="random", watch="on")
    code, token = code_of(made), made["link"].split("/")[-2]
    bram.post(f"/m/{code}/join/", token=token)
    players = Player(ana, code, CHANGES), Player(bram, code, WHOLE)
    first, second = both_play(*players)
    return Played(code, (ana, bram), (first, second), players[0].tricks, ana.get(f"/m/{code}/record/"))


def both_play(*players: Player) -> list[Message]:
    """The last view of each."""

    async def both() -> list[Message]:
        return await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 2 * PATIENCE)

    return asyncio.run(both())


def named(site: Site, name: str) -> Browser:
    browser = Browser(site.url)
    browser.post("/guest/", name=name)
    return browser


def ran(command: str, record: Message, folder: Path) -> Any:
    """What `manage.py` says to a record that was downloaded."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    done = manage(command, file, VAR_DIR=str(folder / "var"))
    done.check_returncode()
    return json.loads(done.stdout)


class TestAnOnlineGame:
    def test_both_come_to_the_same_end(self, played: Played) -> None:
        first, second = played.views
        assert (first["status"], second["status"]) == ("finished", "finished")
        assert (first["you"], second["you"]) == (0, 1)
        assert first["result"] == second["result"]
        assert first["result"]["ending"] == "votes"
        assert first["board"]["score"] == second["board"]["score"]

    def test_what_changed_comes_with_its_answer_in_one_frame_to_each(self, site: Site) -> None:
        ana, bram = named(site, "Ana"), named(site, "Bram")
        code = code_of(ana.post("/new/", who="open", lead="creator"))
        bram.post(f"/m/{code}/join/")
        players = Player(ana, code), Player(bram, code)
        first, second = both_play(*players)
        assert first["board"]["score"] == second["board"]["score"]
        for player in players:
            del player.frames["beat"]
            assert player.frames.keys() == {"view", "change"}
            assert player.frames.total() <= 1 + 52

    def test_its_record_replays_to_that_end(self, played: Played, tmp_path: Path) -> None:
        assert played.record["format"] == "claim-record/1"
        assert len(played.record["plays"]) == 52
        replayed = ran("replay", played.record, tmp_path)
        assert replayed["status"] == "finished"
        assert replayed["result"] == played.outcome
        assert replayed["score_piles"] == played.score

    def test_a_rematch_is_another_game_that_can_be_resigned(self, played: Played) -> None:
        ana, bram = played.people
        assert code_of(ana.post(f"/m/{played.code}/rematch/")) == played.code
        again = code_of(bram.post(f"/m/{played.code}/rematch/"))
        assert again != played.code
        with pytest.raises(Refused, match="not_away"):
            ana.post(f"/m/{again}/claim/")
        with pytest.raises(Refused, match="not_over"):
            ana.get(f"/m/{again}/record/")
        ana.post(f"/m/{again}/resign/")
        view = asyncio.run(Player(bram, again).play())
        assert (view["result"]["ending"], view["result"]["winner"]) == ("resigned", 1)
        assert bram.get(f"/m/{again}/record/")["plays"] == []


class TestATable:
    """The same game, laid out with real cards."""

    def test_every_card_by_two_devices(self, site: Site, played: Played, tmp_path: Path) -> None:
        ana, bram = Browser(site.url), Browser(site.url)
        code = code_of(ana.post("/t/new/", first="Ana", second="Bram", depth="every", device="0", watch="on"))
        bram.post("/j/take/", token=token_of(ana.get(f"/t/{code}/invite/")["invite"]), **{"as": "1"})
        view, other = asyncio.run(every_card(ana, bram, code, played.record))
        assert view["status"] == "finished"
        assert view["sheet_open"]
        assert (view["slips"], view["missing"]) == ([], [])
        assert told(view) == played.outcome
        assert sorted_piles(view["score"]) == played.score
        assert (other["tricks"], other["result"]) == (view["tricks"], view["result"])
        record = bram.get(f"/t/{code}/record/")
        assert [trick["blind"] for trick in record["phase_one"]] == played.record["deck"][1::2]
        scored = ran("score", record, tmp_path)
        assert (scored["status"], scored["result"]) == ("finished", played.outcome)
        assert scored["warnings"] == []

    def test_what_scores_alone_on_one_device(self, site: Site, played: Played, tmp_path: Path) -> None:
        both = Browser(site.url)
        code = code_of(both.post("/t/new/", depth="scoring", device="both"))
        view = asyncio.run(what_scores(both, code, played))
        assert view["status"] == "finished"
        assert told(view) == played.outcome
        assert view["confirmed"] == [True, True]
        assert sorted_piles(view["score"]) == played.score
        assert ran("score", both.get(f"/t/{code}/record/"), tmp_path)["result"] == played.outcome

    def test_the_final_piles_with_a_screen_and_a_typed_code(self, site: Site, played: Played, tmp_path: Path) -> None:
        screen, ana = Browser(site.url), Browser(site.url)
        code = code_of(screen.post("/t/new/", depth="piles", device="display"))
        way_in = screen.get(f"/t/{code}/invite/")["invite"]
        seen = ana.post("/j/look/", code=way_in["code"].lower())
        assert (seen["game"], seen["token"]) == (code, token_of(way_in))
        assert seen["as"] == ["0", "1", "both", "display", "watcher"]
        ana.post("/j/take/", token=seen["token"], **{"as": "0", "name": "Ana"})
        view, next_code = asyncio.run(the_piles(ana, screen, code, played.result))
        assert view["names"][0] == "Ana"
        assert (view["status"], told(view)) == ("finished", played.outcome)
        assert ran("score", ana.get(f"/t/{code}/record/"), tmp_path)["result"] == played.outcome
        assert next_code not in (None, code)

    def test_a_phone_that_died_is_replaced_by_asking(self, site: Site) -> None:
        ana, dead, new = (Browser(site.url) for _ in range(3))
        code = code_of(ana.post("/t/new/", first="Ana", second="Bram", depth="every", device="0"))
        token = token_of(ana.get(f"/t/{code}/invite/")["invite"])
        dead.post("/j/take/", token=token, **{"as": "1"})
        asyncio.run(replaced(ana, dead, new, code, token))

    def test_the_host_has_the_last_word(self, site: Site) -> None:
        ana, bram, late = (Browser(site.url) for _ in range(3))
        code = code_of(ana.post("/t/new/", first="Ana", second="Bram", depth="every", device="0"))
        old = token_of(ana.get(f"/t/{code}/invite/")["invite"])
        bram.post("/j/take/", token=old, **{"as": "watcher"})
        token = token_of(ana.post(f"/t/{code}/renew/")["invite"])
        refused(404, "wrong_code", lambda: late.post("/j/look/", token=old))
        ana.post(f"/t/{code}/lock/", locked="1")
        assert ana.get(f"/t/{code}/invite/")["invite"] is None
        refused(404, "wrong_code", lambda: late.post("/j/look/", token=token))
        refused(403, "not_host", lambda: bram.post(f"/t/{code}/lock/", locked="0"))
        once = token_of(ana.post(f"/t/{code}/seat-code/", seat="1")["invite"])
        late.post("/j/take/", token=once, **{"as": "1"})
        asyncio.run(rearranged(ana, bram, late, code))


def sorted_piles(piles: list[list[str]]) -> list[list[str]]:
    return [sorted(pile) for pile in piles]


def told(view: Message) -> Message:
    return {name: view["result"][name] for name in ("winner", "votes")}


def refused(status: int, code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.status, caught.value.code) == (status, code)


async def every_card(ana: Browser, bram: Browser, code: str, record: Message) -> tuple[Message, Message]:
    """Ana logs what lies open, and each their own blind cards; the last view of both."""
    async with asyncio.timeout(2 * PATIENCE), at_table(ana, code) as first, at_table(bram, code, WHOLE) as second:
        assert first.view["status"] == "gathering"
        await first.log({"type": "lead", "seat": record["leader"]}, *cards_of(1, record))
        for device in (first, second):
            await device.until(lambda one: one.view["version"] >= first.view["version"])
            await device.log(*blinds_of(device.view, record))
        assert second.view["status"] == "playing"
        await second.log(*cards_of(2, record))
        return await first.until(lambda one: one.view["version"] >= second.view["version"]), second.view


async def what_scores(both: Browser, code: str, played: Played) -> Message:
    leader = {"type": "state_leader", "phase": 2, "trick": 1, "seat": played.tricks[2, 1]["leader"]}
    async with asyncio.timeout(2 * PATIENCE), at_table(both, code) as device:
        await device.log(*undead_of(played.tricks), leader, *cards_of(2, played.record))
        assert not device.view["sheet_open"]
        await device.log(*({"type": "confirm", "seat": seat, "accept": True} for seat in (0, 1)))
        assert device.view["sheet_open"]
        return device.view


async def the_piles(ana: Browser, screen: Browser, code: str, result: Message) -> tuple[Message, str]:
    """Ana counts for both; the screen sees it, and everybody goes on to the rematch with their places."""
    async with asyncio.timeout(2 * PATIENCE), at_table(ana, code) as device, at_table(screen, code) as display:
        with pytest.raises(Refused, match="not_at_table"):
            await display.log(*piles_of(result))
        end = await device.log(*piles_of(result))
        assert [pile["asks"] for pile in end["piles"]] == [None] * 5
        await device.log({"type": "rematch"})
        shown = await display.until(lambda one: one.view["rematch"])
    async with at_table(ana, shown["rematch"]) as again:
        assert (again.view["status"], again.view["you"]["seats"]) == ("gathering", [0])
    return end, shown["rematch"]


async def replaced(ana: Browser, dead: Browser, new: Browser, code: str, token: str) -> None:
    """A new phone asks for Bram's seat; Ana's lets it in, and the old one is told so."""
    async with asyncio.timeout(2 * PATIENCE), at_table(ana, code) as host, at_table(dead, code) as old:
        await asyncio.to_thread(new.post, f"/t/{code}/ask/", seat="1", token=token)
        assert await asyncio.to_thread(stands, new, code) == "waiting"
        view = await host.until(lambda one: one.view["requests"])
        (request,) = view["requests"]
        assert request["seat"] == 1
        await asyncio.to_thread(ana.post, f"/t/{code}/let-in/", device=request["device"], yes="1")
        await old.until(lambda one: one.closed)
        assert (old.bye, old.closed) == ("seat_taken_over", 4403)
        assert await asyncio.to_thread(stands, new, code) == "in"
        async with at_table(new, code) as device:
            assert device.view["you"]["seats"] == [1]


def stands(browser: Browser, code: str) -> str:
    """How it stands with a device that asks."""
    return str(browser.get(f"/t/{code}/asked/")["state"])


async def rearranged(ana: Browser, bram: Browser, late: Browser, code: str) -> None:
    """The host moves one device and sends another away."""
    async with asyncio.timeout(2 * PATIENCE), at_table(ana, code) as host, at_table(bram, code) as watcher:
        (here,) = (one for one in host.view["devices"] if one["role"] == "watcher")
        async with at_table(late, code) as device:
            assert device.view["you"]["seats"] == [1]
            moved = {"device": device.view["you"]["device"], "as": "display"}
            await asyncio.to_thread(ana.post, f"/t/{code}/place/", **moved)
            await device.until(lambda one: one.view["you"]["role"] == "display")
        await asyncio.to_thread(ana.post, f"/t/{code}/remove/", device=here["id"])
        await watcher.until(lambda one: one.closed)
        assert (watcher.bye, watcher.closed) == ("removed", 4403)
