"""Events reduced from the first view on are the view: at each version, for both seats and for watchers.

A few games whenever the tests run; two thousand with ``bin/test --faults tests/realtime/test_events.py``.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.realtime.matches.events import build_event
from games.realtime.matches.view import build_view, to_json
from games.state.match_state import MatchOptions, MatchState
from tests.realtime.match_states import match_at, random_versions
from tests.reducer import reduced
from tests.repetitions import fault_rounds, sample_size
from tests.rules.random_games import random_game
from tests.rules.worlds import AUDIENCES

pytestmark = pytest.mark.faults
GAMES = fault_rounds(sample_size(10), 2_000)
AT_ONCE = 100
"""Games of one test."""
SCRIPT = Path(__file__).resolve().parents[1] / "js" / "reduce_events.mjs"
Step = dict[str, Any]


def steps(seed: int) -> Iterator[Step]:
    """Every event of a game, with the ``build_view`` before it and the ``next`` one, for each audience."""
    for before, after in pairwise(random_versions(seed)):
        for audience in AUDIENCES:
            found = build_event(before, after, audience, "en")
            if found is not None:
                yield read({"view": build_view(before, audience), "event": found, "next": build_view(after, audience)})


def read(step: Step) -> Step:
    """What a page reads of a step."""
    found: Step = json.loads(to_json(step))
    return found


def batches(games: int) -> list[range]:
    return [range(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]


@pytest.mark.parametrize("seeds", batches(GAMES), ids=str)
def test_an_event_makes_the_next_view(seeds: range) -> None:
    for seed in seeds:
        for step in steps(seed):
            assert reduced(step["view"], step["event"]) == step["next"], (seed, step["event"])


@pytest.mark.node
@pytest.mark.parametrize("seeds", batches(GAMES), ids=str)
def test_the_script_of_the_site_makes_the_same_view(seeds: range) -> None:
    found = [step for seed in seeds for step in steps(seed)]
    run = subprocess.run(["node", SCRIPT], input=json.dumps(found), capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {"reduced": len(found), "wrong": []}


@pytest.mark.parametrize("last_trick", ["lead", "trick", "all"])
def test_every_card_of_a_game_is_an_event(last_trick: str) -> None:
    for before, after in cards(MatchOptions(last_trick=last_trick)):
        for audience in AUDIENCES:
            found = build_event(before, after, audience, "en")
            assert found is not None
            assert found["type"] == "card"


def test_with_strict_memory_a_card_is_sent_as_a_view() -> None:
    for before, after in cards(MatchOptions(strict=True, last_trick="lead")):
        assert build_event(before, after, 0, "en") is None


def cards(options: MatchOptions) -> Iterator[tuple[MatchState, MatchState]]:
    """The match before and after each card of a game."""
    return pairwise(match_at(state, options) for state in random_game(7))


def test_the_first_card_removes_the_commitment_of_the_deal() -> None:
    before, after = next(cards(MatchOptions()))
    step = read({"view": build_view(before, 0), "event": build_event(before, after, 0, "en")})
    assert step["view"]["deal"] is not None
    assert reduced(step["view"], step["event"])["deal"] is None


def test_a_gap_of_versions_is_no_event() -> None:
    matches = list(random_versions(1))
    assert all(build_event(before, after, 0, "en") is None for before, after in zip(matches, matches[2:], strict=False))
