"""A game logged without a gap stands where the same game online does, card by card."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.logged import dealt
from games.rules.logged.forced import Forced, forced
from games.rules.logged.inference import know
from games.rules.logged.slots import Slot, Spot
from games.rules.logged.tally import tally
from games.rules.moves import legal_moves
from games.rules.rulings import Rulings
from games.rules.scoring import outcome
from games.rules.state import HAND, Phase, State
from games.rules.visible import visible
from tests.draws import some
from tests.rules.logbook import NAMES, from_state
from tests.rules.random_games import QUIET, games, random_game

AUDIENCES = (0, 1, None)


@QUIET
@given(seed=st.integers(0, 2**32), ply=st.integers(0, 51))
def test_both_show_the_same_of_every_position(seed: int, ply: int) -> None:
    states = random_game(seed)
    told, shown = tally(from_state(states[ply], states[0].leader)), visible(states[ply], None)
    assert (told.phase, told.number, told.deck) == (shown.phase, shown.number, shown.deck)
    assert (told.leader, told.turn, told.finished) == (shown.leader, shown.turn, False)
    assert [sorted(pile) for pile in told.score] == [sorted(pile) for pile in shown.score]
    assert tuple(one.now for one in told.factions) == shown.votes
    assert (told.slips, shown.ply) == ((), ply)


@settings(QUIET, max_examples=some(20))
@given(seed=st.integers(0, 2**32), answered=st.integers(0, 25), opened=st.booleans())
def test_a_dealt_game_is_told_as_it_would_be_logged_with_blind_cards_only_where_they_are_opened(
    seed: int, answered: int, opened: bool
) -> None:
    states = random_game(seed)
    state, leader = states[2 * answered + 1], states[0].leader
    logged = from_state(state, leader)
    if not opened:
        logged = replace(logged, phase_one=tuple(trick._replace(blind=None) for trick in logged.phase_one))
    assert dealt.told(NAMES, leader, state, logged.rulings, opened=opened) == logged


@pytest.mark.parametrize("seed", range(some(5)))
def test_the_deck_gets_two_cards_smaller_by_the_trick_and_is_empty_in_phase_two(seed: int) -> None:
    decks = [tally(from_state(state, random_game(seed)[0].leader)).deck for state in random_game(seed)[::2]]
    assert decks == [*range(25, 0, -2), *[0] * 14]


@pytest.mark.parametrize("seed", range(some(5)))
def test_a_card_is_forced_where_the_rules_leave_no_other(seed: int) -> None:
    states = random_game(seed)
    for state in states[:-1]:
        left = set(legal_moves(state)) if state.phase is Phase.TWO else set()
        spot = Spot.LEAD if state.lead is None else Spot.FOLLOW
        slot = Slot(Phase.TWO, len(state.tricks) - HAND + 1, spot)
        expected = Forced(slot, left.pop()) if len(left) == 1 else None
        assert forced(know(from_state(state, states[0].leader))) == expected


@pytest.mark.parametrize("seed", range(some(5)))
def test_the_followers_are_counted_up_in_phase_one_and_down_in_phase_two(seed: int) -> None:
    states = random_game(seed)
    for state in states[:-1]:
        held = state.followers if state.phase is Phase.ONE else state.hands
        told = tally(from_state(state, states[0].leader))
        assert told.sizes == (len(held[0]), len(held[1]))
        assert told.followers == (tuple(sorted(held[0])), tuple(sorted(held[1])))


@pytest.mark.parametrize("seed", range(some(5)))
def test_the_end_is_the_same(seed: int) -> None:
    states = random_game(seed)
    told = tally(from_state(states[-1], states[0].leader))
    assert (told.finished, told.phase, told.number, told.leader, told.turn) == (True, 2, HAND, None, None)
    assert (told.result, told.sizes, told.followers) == (outcome(states[-1]), (0, 0), ((), ()))


@QUIET
@given(games(), st.booleans())
def test_a_seat_sees_its_followers_in_phase_one_alone(states: list[State], strict: bool) -> None:
    """In phase two they are the hand, so there is no pile to look at, not even an empty one."""
    for state in states:
        for audience in AUDIENCES:
            shown = visible(state, audience, Rulings(strict=strict)).recruits
            if audience is None or strict or state.phase is Phase.TWO:
                assert shown is None
            else:
                assert shown is not None
                assert sorted(shown) == sorted(state.followers[audience])


@QUIET
@given(games())
def test_every_audience_is_told_where_each_card_of_the_last_trick_went(states: list[State]) -> None:
    """A card that went to a score pile lies there, a recruited one in the winner's or the loser's pile."""
    for before, state in pairwise(states):
        if state.lead is not None:
            continue
        for audience in AUDIENCES:
            last = visible(state, audience).last
            assert last is not None
            assert (last.phase, last.number, last.leader) == (before.phase, before.number, before.leader)
            for seat in (0, 1):
                scored = [gain.card for gain in last.gains if (gain.pile, gain.seat) == ("score", seat)]
                assert sorted(before.score[seat] + tuple(filter(None, scored))) == sorted(state.score[seat])
            recruits = [gain.seat for gain in last.gains if gain.pile == "followers"]
            assert recruits == ([last.winner, 1 - last.winner] if before.phase is Phase.ONE else [])
