"""Benchmark of two phones that log a whole physical game at each depth: taps and waiting; `python -m bench.table`.

It starts a site on the loopback. A tap is done when it is acknowledged and the other phone shows it.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from games.inference.record import CARD_SPOTS
from games.rules.cards import Faction
from games.rules.state import Phase, State, Trick
from tests.realtime.phones import Pad, entry, pads, two_phones
from tests.rules.random_games import random_game
from tests.site_process import Site, prepare_var

Taps = list[tuple[int, dict[str, Any]]]


def list_every_card(state: State) -> Taps:
    """Return the leader's entry, then each phone's own cards; the leader logs the revealed card.

    The site logs some cards by itself.
    """
    taps = [(0, entry(type="lead", seat=state.tricks[0].leader))]
    for trick in state.tricks:
        for spot, phone in zip(CARD_SPOTS[trick.phase], list_phones(trick), strict=True):
            where = {"phase": int(trick.phase), "trick": trick.number, "place": spot.value}
            taps.append((phone, entry(type="log", card=str(getattr(trick, spot.value)), **where)))
    return taps


def list_phones(trick: Trick) -> list[int]:
    """Return the phones that log the cards of a trick, in the order of the game."""
    both = [trick.leader, 1 - trick.leader]
    return [trick.leader, *both, 1 - trick.winner] if trick.phase is Phase.ONE else both


def list_without_blind(state: State) -> Taps:
    return [(phone, tap) for phone, tap in list_every_card(state) if tap.get("place") != "blind"]


def list_scoring_entries(state: State) -> Taps:
    """Return the leader of phase two, its cards, and the Undead of phase one, needed where the cards do not decide."""
    taps = [(0, entry(type="state_leader", phase=2, trick=1, seat=state.tricks[13].leader))]
    taps += [(phone, tap) for phone, tap in list_every_card(state) if tap.get("phase") == Phase.TWO]
    return [*taps, next(tap for tap in list_pile_entries(state) if tap[1]["faction"] == "U")]


def list_pile_entries(state: State) -> Taps:
    taps: Taps = []
    for faction in Faction:
        tops = [max((card.value for card in pile if card.faction is faction), default=None) for pile in state.score]
        counts = [sum(card.faction is faction for card in pile) for pile in state.score]
        taps.append((0, entry(type="pile", faction=faction.value, counts=counts, highest=tops)))
    return taps


async def play_game(url: str, depth: str, taps: Taps) -> list[float]:
    """Return the seconds from each tap until the other phone shows it."""
    waits = []
    async with pads(*await two_phones(url, depth=depth)) as phones:
        for phone, tap in taps:
            if is_needless(phones[phone].view, tap):
                continue
            began = time.perf_counter()
            await send_entry(phones[phone], phones[1 - phone], tap)
            waits.append(time.perf_counter() - began)
        assert phones[0].view["status"] == "finished", phones[0].view["ask"]
        assert phones[0].view["result"]
    return waits


def is_needless(view: dict[str, Any], tap: dict[str, Any]) -> bool:
    """Return whether the site logged the card by itself, or the Undead decide nothing."""
    if tap["type"] == "pile" and view["depth"] == "scoring":
        return bool(view["result"])
    trick = (tap.get("phase"), tap.get("trick"))
    return any(
        (shown["phase"], shown["number"]) == trick and tap.get("place") in shown["site"] for shown in view["tricks"]
    )


async def send_entry(sender: Pad, other: Pad, tap: dict[str, Any]) -> None:
    await sender.socket.send(json.dumps(tap))
    (answer,) = await sender.answers(1)
    assert answer["type"] == "accepted", answer
    await asyncio.gather(sender.at(answer["version"]), other.at(answer["version"]))


async def measure(url: str) -> None:
    state = random_game(8)[-1]
    for name, depth, taps, tricks in (
        ("every card, as it is asked", "every", list_without_blind, 26),
        ("every card, blind ones too", "every", list_every_card, 26),
        ("scoring only", "scoring", list_scoring_entries, 13),
        ("final piles only", "piles", list_pile_entries, 0),
    ):
        waits = await play_game(url, depth, taps(state))
        trick = f"{sum(waits) / tricks * 1000:6.1f} ms a trick" if tricks else ""
        worst, middle = max(waits) * 1000, statistics.median(waits) * 1000
        print(f"{name:28} {len(waits):3} taps  {middle:5.1f} ms a tap (worst {worst:5.1f})  {trick}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        prepare_var(Path(folder))
        site = Site(Path(folder), {"RATE_LIMITS": "off"}).start()
        try:
            asyncio.run(measure(site.url))
        finally:
            site.stop()


if __name__ == "__main__":
    main()
