"""Tables on a site that may compile: it is loaded meanwhile, tells what the plain way tells, and ends with the site."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from games.live.table.told import told
from games.rules.state import State
from games.stories.story import Fact
from games.stories.table import Table
from tests.live.matches import stored
from tests.live.phones import entry, pads, two_phones
from tests.live.test_table_game import taps
from tests.rules.random_games import random_game
from tests.server import Site

pytestmark = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="nothing tells what a process has loaded")
PATIENCE = 240


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def loaded(site: Site) -> bool:
    return "llvmlite" in Path(f"/proc/{site.pid}/maps").read_text()


def compiling(pid: int) -> list[int]:
    """The processes that a site has started to compile; what minds them is none."""
    found = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(one) for many in found for one in many if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def certain(site: Site, code: str, version: int) -> dict[str, bool]:
    """Which votes are certain after so many entries, found out in this process."""
    entries = [Fact(line["kind"], line["seat"], line["data"]) for line in stored(site, code)[:version]]
    return {one.faction.value: one.certain for one in told(Table(1, code).fold(entries), None).factions}


async def test_it_tells_what_the_plain_way_tells(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site(TABLES_COMPILED="on", NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])
    assert not loaded(site)
    state: State = random_game(9)[-1]
    phones = await two_phones(site.url)
    # The first time of a machine it takes longer than a phone may be silent.
    await asyncio.to_thread(until, lambda: loaded(site))
    async with pads(*phones) as both:
        await both[0].queue([entry(type="lead", seat=state.tricks[0].leader)])
        found: dict[int, dict[str, bool]] = {}
        for number, (seat, tap) in enumerate(tap for trick in state.tricks for tap in taps(trick)):
            if tap["phase"] == 1 or number % 5:
                (answer,) = await both[seat].queue([tap])
                assert answer["type"] == "accepted", answer
                view = await both[seat].at(answer["version"])
                found[view["version"]] = {one["faction"]: one["certain"] for one in view["factions"]}
        plain = {version: certain(site, phones[0].code, version) for version in found}
        assert found == plain
        assert any(set(one.values()) == {True, False} for one in found.values())
    assert site.stop() == 0
    assert "Traceback" not in site.text()


async def test_a_site_that_is_to_stop_waits_for_no_compiler(daphne_site: Callable[..., Site], tmp_path: Path) -> None:
    site = daphne_site(TABLES_COMPILED="on", NUMBA_CACHE_DIR=str(tmp_path))
    await two_phones(site.url)
    await asyncio.to_thread(until, lambda: compiling(site.pid))
    there = compiling(site.pid)
    assert not loaded(site)
    assert site.stop() == 0
    assert "Traceback" not in site.text()
    await asyncio.to_thread(until, lambda: not any(Path(f"/proc/{one}").exists() for one in there))
