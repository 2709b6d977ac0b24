"""A game with the real deck, logged without a gap, is the same as one that was dealt by a site."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.inference.record import Slot, Spot, TableRecord
from games.inference.record_conversion import build_record
from games.rules.record import replay
from games.rules.rulings import TABLE_RULINGS, Draw
from games.rules.state import Phase
from tests.inference.table_logs import from_state
from tests.rules.random_games import random_game
from tests.rules.worlds import world

SEEDS = range(3)


def logged(seed: int, plies: int = 52) -> TableRecord:
    states = random_game(seed)
    return from_state(states[plies], states[0].leader)


@pytest.mark.parametrize("seed", SEEDS)
def test_its_deal_and_its_cards_are_found(seed: int) -> None:
    states = random_game(seed)
    found, dealt = build_record(logged(seed)), world(states[-1], states[0])
    assert found is not None
    assert [sorted(hand) for hand in found.hands] == [sorted(hand) for hand in dealt.hands]
    assert (found.deck, found.plays, found.leader) == (dealt.deck, dealt.plays, dealt.leader)
    assert replay(found).score == states[-1].score


def test_the_record_keeps_its_rulings() -> None:
    ruled = replace(logged(1), rulings=replace(TABLE_RULINGS, draw=Draw.THREE))
    found = build_record(ruled)
    assert found is not None
    assert found.rulings == ruled.rulings


@pytest.mark.parametrize("spot", [Spot.LEAD, Spot.FOLLOW])
def test_a_gap_in_phase_one_that_nothing_closes_leaves_it_open(spot: Spot) -> None:
    record = logged(2)
    for number in (4, 5):
        record = record.logged(Slot(Phase.ONE, number, spot), None)
    assert build_record(record) is None


@pytest.mark.parametrize("spot", [Spot.REVEALED, Spot.BLIND])
def test_a_card_that_follows_from_all_others_is_no_gap(spot: Spot) -> None:
    record = logged(2)
    found = build_record(record.logged(Slot(Phase.ONE, 13, spot), None))
    assert found == build_record(record) is not None


def test_the_record_ends_at_a_gap_in_phase_two() -> None:
    record = logged(2)
    for number in (9, 10, 11):
        for spot in (Spot.LEAD, Spot.FOLLOW):
            record = record.logged(Slot(Phase.TWO, number, spot), None)
    found = build_record(record)
    assert found is not None
    assert len(found.plays) == 42


def test_an_illegal_game_is_refused() -> None:
    """Two cards of phase two change places, so that somebody plays what the other recruited."""
    record = logged(2)
    first, second = Slot(Phase.TWO, 3, Spot.LEAD), Slot(Phase.TWO, 5, Spot.FOLLOW)
    one, two = record.card(first), record.card(second)
    assert build_record(record.logged(first, two).logged(second, one)) is None


@pytest.mark.parametrize("plies", [0, 2, 25])
def test_nothing_and_half_a_phase_are_no_game(plies: int) -> None:
    assert build_record(logged(3, plies)) is None
