"""A game with the real deck, logged without a gap, is the same as one that was dealt by a site."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.logged.slots import Slot, Spot, TableRecord
from games.rules.logged.whole import whole
from games.rules.record import replay
from games.rules.rulings import AT_TABLE, Draw
from games.rules.state import Phase
from tests.rules.logbook import from_state
from tests.rules.random_games import random_game
from tests.rules.worlds import world

SEEDS = range(5)


def logged(seed: int, plies: int = 52) -> TableRecord:
    states = random_game(seed)
    return from_state(states[plies], states[0].leader)


@pytest.mark.parametrize("seed", SEEDS)
def test_its_deal_and_its_cards_are_found(seed: int) -> None:
    states = random_game(seed)
    found, dealt = whole(logged(seed)), world(states[-1], states[0])
    assert found is not None
    assert [sorted(hand) for hand in found.hands] == [sorted(hand) for hand in dealt.hands]
    assert (found.deck, found.plays, found.leader) == (dealt.deck, dealt.plays, dealt.leader)
    assert replay(found).score == states[-1].score


def test_it_keeps_its_rulings() -> None:
    ruled = replace(logged(1), rulings=replace(AT_TABLE, draw=Draw.THREE))
    found = whole(ruled)
    assert found is not None
    assert found.rulings == ruled.rulings


@pytest.mark.parametrize("spot", [Spot.LEAD, Spot.FOLLOW])
def test_a_gap_in_phase_one_that_nothing_closes_leaves_it_open(spot: Spot) -> None:
    record = logged(2)
    for number in (4, 5):
        record = record.logged(Slot(Phase.ONE, number, spot), None)
    assert whole(record) is None


@pytest.mark.parametrize("spot", [Spot.REVEALED, Spot.BLIND])
def test_what_follows_from_all_the_others_is_no_gap(spot: Spot) -> None:
    record = logged(2)
    found = whole(record.logged(Slot(Phase.ONE, 13, spot), None))
    assert found == whole(record) is not None


def test_it_ends_where_phase_two_has_a_gap() -> None:
    record = logged(2)
    for number in (9, 10, 11):
        for spot in (Spot.LEAD, Spot.FOLLOW):
            record = record.logged(Slot(Phase.TWO, number, spot), None)
    found = whole(record)
    assert found is not None
    assert len(found.plays) == 42


def test_what_the_rules_do_not_allow_is_no_game() -> None:
    """Two cards of phase two change places, so that somebody plays what the other recruited."""
    record = logged(2)
    first, second = Slot(Phase.TWO, 3, Spot.LEAD), Slot(Phase.TWO, 5, Spot.FOLLOW)
    one, two = record.card(first), record.card(second)
    assert whole(record.logged(first, two).logged(second, one)) is None


@pytest.mark.parametrize("plies", [0, 2, 25])
def test_nothing_and_half_a_phase_are_no_game(plies: int) -> None:
    assert whole(logged(3, plies)) is None
