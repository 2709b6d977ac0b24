"""What changed, put into the view before it, is the view: at each version, for everybody, by the short way and the
long.

A few games whenever the tests run; ten thousand with ``bin/test --faults tests/live/test_changes.py``.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live.face import Face
from games.live.online.seats import SeatsFace, seats
from games.live.table.devices import DevicesFace, devices
from games.live.views import Views
from games.rules.shuffle import Shuffle
from games.stories.online import Match
from games.stories.story import Story
from games.wire.changes import changed, folded
from tests.draws import some
from tests.faults import times
from tests.live import eventful
from tests.rules.random_games import QUIET
from tests.services import holey_tables
from tests.services.companion_acts import ANA, BRAM, STRANGER, TABLET

pytestmark = pytest.mark.faults
AT_ONCE = 100
"""Games of one test."""
GAMES = times(some(5), 10_000)
TABLES, LENGTH = times(1, 500), times(20, 1_000)
LANGUAGE = "en"
SCRIPT = Path(__file__).resolve().parents[1] / "js" / "fold.mjs"

scalars = st.none() | st.booleans() | st.integers(2, 4) | st.sampled_from(["", "a", "b c"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


class TestAChange:
    @QUIET
    @given(objects, objects)
    def test_leads_from_any_object_to_any_other(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        assert json.dumps(folded(before, changed(before, after)), sort_keys=True) == json.dumps(after, sort_keys=True)

    @pytest.mark.parametrize(
        ("before", "after", "said"),
        [
            ({"turn": 0, "ply": 4}, {"turn": None, "ply": 4}, {"turn": None}),
            ({"hand": ["G0", "G1", "K4"]}, {"hand": ["G0", "K4"]}, {"hand": [1, 1]}),
            ({"gone": ["G0", "K4"]}, {"gone": ["G0", "G1", "K4"]}, {"gone": [1, 0, "G1"]}),
            ({"score": [["U1"], []]}, {"score": [["U1"], ["U6"]]}, {"score": {"1": [0, 0, "U6"]}}),
            ({"why": {"G0": "A", "G1": "A"}}, {"why": {"K4": "B", "K5": "B"}}, {"why": {"K4 K5": "B", "G0 G1": []}}),
            ({"last": None}, {"last": {"lead": "P5"}}, {"last": [{"lead": "P5"}]}),
            ({"hand": ["G0"]}, {"hand": None}, {"hand": None}),
            ({"turn": 0}, {"turn": 0}, {}),
        ],
    )
    def test_says_as_little_as_it_can(self, before: Any, after: Any, said: Any) -> None:
        assert changed(before, after) == said

    def test_leaves_what_was_there_as_it_was(self) -> None:
        there = {"hand": ["G0", "G1"], "score": [[], []]}
        folded(there, {"hand": [0, 1], "score": {"1": [0, 0, "U1"]}})
        assert there == {"hand": ["G0", "G1"], "score": [[], []]}


class Long(SeatsFace):
    """Knows no short way."""

    def moved(self, before: object, after: object, earlier: object = None) -> None:
        return None


class AtOnce(DevicesFace):
    """Renders in this thread."""

    slow = False


async def wrong(face: Face, stories: Iterable[Story], people: tuple[int | None, ...]) -> list[tuple[int, int | None]]:
    """The versions, and to whom, at which the views that were folded are not the views."""
    views: Views | None = None
    shown: dict[int | None, dict[str, Any]] = {}
    found = []
    for story in stories:
        views = Views(story, face) if views is None else views.next(story)
        for who in people:
            truth = json.loads(await views.whole((who, LANGUAGE)))
            if who in shown:
                assert views.changes(shown[who]["version"])
                change = json.loads(await views.change((who, LANGUAGE)), object_pairs_hook=once_each)
                shown[who] = {**folded(shown[who], change), "version": story.version}
                found += [(story.version, who)] if shown[who] != truth else []
            shown[who] = truth
    return found


def once_each(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, of which each name stands there once: of several, programs take another one."""
    assert len(dict(members)) == len(members), members
    return dict(members)


async def steps(face: Face, stories: Iterable[Story], people: tuple[int | None, ...]) -> list[dict[str, Any]]:
    """Each view, what changes it, and the next one, as a page meets them."""
    found = []
    for before, after in pairwise(stories):
        views = Views(after, face, Views(before, face))
        for who in people:
            view, following = (json.loads(face.render(story, who, LANGUAGE)) for story in (before, after))
            change = {"after": before.version, "version": after.version}
            change["view"] = json.loads(await views.change((who, LANGUAGE)))
            found.append({"view": view, "change": change, "next": following})
    return found


@pytest.mark.node
def test_the_pages_fold_as_the_site_does() -> None:
    games = asyncio.run(steps(seats, eventful.versions(1), (0, None)))
    games += asyncio.run(steps(AtOnce(), islice(holey_tables.versions(1), 6), (ANA, TABLET)))
    run = subprocess.run(["node", SCRIPT], input=json.dumps(games), capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {"folded": len(games), "wrong": []}


def batches(games: int) -> list[range]:
    return [range(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]


@pytest.mark.parametrize("seeds", batches(GAMES), ids=str)
def test_changes_of_a_match_make_its_views(seeds: range) -> None:
    for seed in seeds:
        assert asyncio.run(wrong(seats, eventful.versions(seed), (0, 1, None))) == [], seed


@pytest.mark.parametrize("seeds", batches(times(some(2), 500)), ids=str)
def test_so_they_do_where_nobody_was_told_of_the_card_before(seeds: range) -> None:
    """The board is made of the game as it stands then, instead of moved on."""
    for seed in seeds:
        for before, after in pairwise(eventful.versions(seed)):
            assert asyncio.run(wrong(seats, (before, after), (0, 1, None))) == [], seed


@pytest.mark.parametrize("seeds", batches(times(some(2), 500)), ids=str)
def test_so_they_do_by_the_long_way(seeds: range) -> None:
    for seed in seeds:
        assert asyncio.run(wrong(Long(), eventful.versions(seed), (0, 1, None))) == [], seed


@pytest.mark.parametrize("seeds", batches(TABLES), ids=str)
def test_changes_of_a_table_make_its_views(seeds: range) -> None:
    for seed in seeds:
        people = (ANA, BRAM, TABLET, STRANGER)
        assert asyncio.run(wrong(AtOnce(), islice(holey_tables.versions(seed), LENGTH), people)) == [], seed


@pytest.mark.parametrize(("strict", "short"), [(False, 52), (True, 51)])
def test_the_short_way_is_that_of_all_cards(strict: bool, short: int) -> None:
    """But the one with which phase two begins where memory is strict."""
    games = (list(eventful.versions(seed)) for seed in range(60))
    game = next(game for game in games if undisturbed(game) and game[-1].options.strict is strict)
    assert sum(seats.moved(before, after) is not None for before, after in pairwise(game)) == short


def undisturbed(game: list[Match]) -> bool:
    """Whether two people played it to its last card."""
    return game[-1].alone is None and len(game[-1].plays) == 52 and not game[-1].verdicts


def test_what_a_deal_follows_from_is_gone_with_the_first_card() -> None:
    seeded = [replace(story, shuffle=Shuffle.of("5" * 64)) for story in eventful.versions(1)]
    (first,) = (at for at, story in enumerate(seeded) if len(story.plays) == 1 and not seeded[at - 1].plays)
    assert "commitment" in seats.render(seeded[first - 1], 0, LANGUAGE)
    assert asyncio.run(wrong(seats, seeded[first - 1 : first + 1], (0, 1, None))) == []


def test_the_devices_of_a_table_are_compared_in_another_thread() -> None:
    assert devices.slow
