"""Taps and waiting of two phones that log a whole physical game at each depth: `python -m bench.table`.

A site of its own on the loopback. A tap counts as done when it is acknowledged and the other phone shows it.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from games.rules.cards import Faction
from games.rules.logged.slots import CARD_SPOTS
from games.rules.state import Phase, State, Trick
from tests.live.phones import Pad, entry, pads, two_phones
from tests.rules.random_games import random_game
from tests.server import Site, prepared

Taps = list[tuple[int, dict[str, Any]]]


def every(state: State) -> Taps:
    """Who leads, then each phone its own cards; the revealed card is the leader's to log. The site logs some itself."""
    taps = [(0, entry(type="lead", seat=state.tricks[0].leader))]
    for trick in state.tricks:
        for spot, phone in zip(CARD_SPOTS[trick.phase], loggers(trick), strict=True):
            where = {"phase": int(trick.phase), "trick": trick.number, "place": spot.value}
            taps.append((phone, entry(type="log", card=str(getattr(trick, spot.value)), **where)))
    return taps


def loggers(trick: Trick) -> list[int]:
    """The phones that log the cards of a trick, in the order of the game."""
    both = [trick.leader, 1 - trick.leader]
    return [trick.leader, *both, 1 - trick.winner] if trick.phase is Phase.ONE else both


def without_blind(state: State) -> Taps:
    return [(phone, one) for phone, one in every(state) if one.get("place") != "blind"]


def scoring(state: State) -> Taps:
    """Who leads phase two, its cards, and where they do not decide, how many Undead of phase one the first seat won."""
    taps = [(0, entry(type="state_leader", phase=2, trick=1, seat=state.tricks[13].leader))]
    taps += [(phone, one) for phone, one in every(state) if one.get("phase") == Phase.TWO]
    return [*taps, next(one for one in piles(state) if one[1]["faction"] == "U")]


def piles(state: State) -> Taps:
    taps: Taps = []
    for faction in Faction:
        tops = [max((c.value for c in pile if c.faction is faction), default=None) for pile in state.score]
        counts = [sum(c.faction is faction for c in pile) for pile in state.score]
        taps.append((0, entry(type="pile", faction=faction.value, counts=counts, highest=tops)))
    return taps


async def play(url: str, depth: str, taps: Taps) -> list[float]:
    """Seconds from each tap until the other phone shows it."""
    waits = []
    async with pads(*await two_phones(url, depth=depth)) as phones:
        for phone, one in taps:
            if needless(phones[phone].view, one):
                continue
            began = time.perf_counter()
            await send(phones[phone], phones[1 - phone], one)
            waits.append(time.perf_counter() - began)
        assert phones[0].view["status"] == "finished", phones[0].view["ask"]
        assert phones[0].view["result"]
    return waits


def needless(view: dict[str, Any], one: dict[str, Any]) -> bool:
    """What the site logged by itself, and Undead that decide nothing."""
    if one["type"] == "pile" and view["depth"] == "scoring":
        return bool(view["result"])
    trick = (one.get("phase"), one.get("trick"))
    return any((at["phase"], at["number"]) == trick and one.get("place") in at["site"] for at in view["tricks"])


async def send(mine: Pad, other: Pad, one: dict[str, Any]) -> None:
    await mine.socket.send(json.dumps(one))
    (answer,) = await mine.answers(1)
    assert answer["type"] == "accepted", answer
    await asyncio.gather(mine.at(answer["version"]), other.at(answer["version"]))


async def measure(url: str) -> None:
    state = random_game(8)[-1]
    for name, depth, taps, tricks in (
        ("every card, as it is asked", "every", without_blind, 26),
        ("every card, blind ones too", "every", every, 26),
        ("scoring only", "scoring", scoring, 13),
        ("final piles only", "piles", piles, 0),
    ):
        waits = await play(url, depth, taps(state))
        trick = f"{sum(waits) / tricks * 1000:6.1f} ms a trick" if tricks else ""
        worst, middle = max(waits) * 1000, statistics.median(waits) * 1000
        print(f"{name:28} {len(waits):3} taps  {middle:5.1f} ms a tap (worst {worst:5.1f})  {trick}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder))
        site = Site(Path(folder), {"RATE_LIMITS": "off"}).start()
        try:
            asyncio.run(measure(site.url))
        finally:
            site.stop()


if __name__ == "__main__":
    main()
