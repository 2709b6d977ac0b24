"""What follows from a log is found in the end, and is so: with gaps, with cards that nobody saw, and with mistakes."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.logged.inference import know
from games.rules.logged.slips import SlipCode
from games.rules.logged.slots import CARD_SPOTS, Slot, TableRecord
from games.rules.logged.tally import tally
from games.rules.state import HAND, Phase
from tests.draws import some
from tests.rules.logbook import Played, log, mistaken, table_game
from tests.rules.random_games import QUIET

ZERO_OF_NOBODY = log(
    "U1 P8 P1 G0; P3 G6 G2 P5; - P0 - D8; P9 G8 G0 K9; U5 P6 D3 K4; D1 U6 G0 K5; K6 P7 K8 D2; U8 - D0 G0; G4 P2 K3 D9; "
    "D5 U3 U4 -; K7 G5 D4 D6; P4 G9 U9 G1; U0 - U7 G7",
    "- G4; - D5; G7 G0; U1 U0; G0 P4; D8 P9; D1 D9; D2 D6; - K7; K9 P3; K5 K6; U2 -; - P5",
    leader=1,
)
"""All thirteen followers of seat 0 are known, two Goblin zeros among them. One zero was played by nobody knows whom,
and a third one was logged nowhere. Seat 0 led with a zero where a card is missing."""


def test_a_zero_played_by_nobody_knows_whom_may_be_the_others() -> None:
    known = know(ZERO_OF_NOBODY)
    assert known.trusted
    assert known.tricks[HAND].lead is None
    assert known.chain.leaders[HAND].seat == 0


@settings(QUIET, max_examples=some(150))
@given(seed=st.integers(0, 2**32), gaps=st.integers(0, 20), honest=st.sampled_from([1.0, 0.9, 0.5]))
def test_what_follows_from_a_log_with_few_gaps_is_so(seed: int, gaps: int, honest: float) -> None:
    game = table_game(seed, honest)
    known = know(with_gaps(game, gaps, Random(seed)))
    assert known.trusted
    for index, trick, truth in zip(count(), known.tricks, game.record.tricks, strict=False):
        assert known.chain.leaders[index].seat in (None, game.leaders[index])
        assert all(trick.at(spot) in (None, truth.at(spot)) for spot in CARD_SPOTS[Phase.ONE])


def with_gaps(game: Played, number: int, chance: Random) -> TableRecord:
    record = game.record
    for _ in range(number):
        phase = chance.choice(tuple(Phase))
        record = record.logged(Slot(phase, chance.randint(1, HAND), chance.choice(CARD_SPOTS[phase])), None)
    return record


@pytest.mark.parametrize("seed", [900, 1581, 1690, 1814])
def test_a_log_that_leads_to_a_thing_and_to_its_opposite_tells_neither(seed: int) -> None:
    known = know(mistaken(seed))
    assert not [slip for slip in known.slips if slip.code is not SlipCode.REVOKE]
    assert not known.trusted
    logged = mistaken(seed).tricks
    assert known.tricks[: len(logged)] == logged


@settings(QUIET, max_examples=some(150))
@given(seed=st.integers(0, 2**32))
def test_every_log_with_mistakes_is_answered(seed: int) -> None:
    assert len(tally(mistaken(seed)).factions) == 5
