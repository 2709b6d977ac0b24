"""Inference from logs with gaps, with unseen cards and with mistakes."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inference.completion_search import CompletionSearch
from games.inference.deduction import deduce
from games.inference.record import CARD_SPOTS, Slot, Spot, TableRecord, TableTrick
from games.inference.score_vector import NUMBERED
from games.inference.slips import SlipCode
from games.inference.tally import compute_tally
from games.rules.cards import Faction
from games.rules.state import HAND_SIZE, Phase, Seat
from tests.inference.table_logs import Played, log, mistaken, table_game
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET
from tests.rules.situations import cards, codes


@pytest.mark.parametrize("seed", range(sample_size(3)))
def test_an_undead_told_apart_that_fills_its_gap_is_still_one_card(seed: int) -> None:
    whole = table_game(seed).record
    told = compute_tally(whole)
    index, spot, card = next(
        (index, spot, card)
        for index, trick in enumerate(whole.phase_one)
        for spot, card in ((Spot.LEAD, trick.lead), (Spot.FOLLOW, trick.follow))
        if card is not None and card.faction is Faction.UNDEAD
    )
    winner = 0 if card in told.score[0] else 1
    piles = ((card,), ()) if winner == 0 else ((), (card,))
    gap = Slot(Phase.ONE, index + 1, spot)
    known = deduce(replace(whole.logged(gap, None), undead=piles))
    assert known.tricks == deduce(whole).tricks
    assert known.apart == ()
    again = compute_tally(replace(whole.logged(gap, None), undead=piles))
    assert (again.score, again.result, again.slips) == (told.score, told.result, ())


def test_an_undead_told_apart_stays_apart_while_no_trick_holds_it() -> None:
    known = deduce(log("U5 G3 G7 -; U6 K8 K3 -", undead=(cards("U3"), cards("U4"))))
    assert known.apart == ((0, *cards("U3")), (1, *cards("U4")))


@pytest.mark.parametrize("index", range(HAND_SIZE))
def test_the_two_recruits_of_a_trick_follow_from_their_later_players(index: int) -> None:
    """Of Goblin zeros both seats may have some; of any other card one."""
    whole = table_game(index).record
    gaps = (Slot(Phase.ONE, index + 1, spot) for spot in (Spot.REVEALED, Spot.BLIND))
    left = reduce(lambda record, slot: record.logged(slot, None), gaps, whole)
    assert deduce(left).tricks == deduce(whole).tricks


FOLLOWERS = [
    ("a zero of ones own is gone when it was played", "G0 K2", ""),
    ("but not when the other seat played one", "K9 G0", "G0"),
]


@pytest.mark.parametrize(("two", "left"), [row[1:] for row in FOLLOWERS], ids=[row[0] for row in FOLLOWERS])
def test_the_zeros_that_are_left(two: str, left: str) -> None:
    assert codes(compute_tally(log("G0 G3 G1 -", two, phase_two_leader=0)).followers[0]) == left


def test_a_card_that_the_other_seat_played_is_no_follower_any_more() -> None:
    assert codes(compute_tally(log("U5 G3 G1 -", "K9 U5", phase_two_leader=0)).followers[0]) == ""


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_wrote_down_all_its_own_followers_can_play_no_other_card(seat: Seat) -> None:
    game = table_game(2)
    taken = [Spot.REVEALED if winner == seat else Spot.BLIND for winner in game.leaders[1 : HAND_SIZE + 1]]
    noted = tuple(
        TableTrick(leader=leader).holding(spot, trick.at(spot))
        for leader, spot, trick in zip(game.leaders, taken, game.record.phase_one, strict=False)
    )
    known = deduce(replace(game.record, phase_one=noted, phase_two=(), phase_two_leader=game.leaders[HAND_SIZE]))
    cards = known.account
    assert cards.closed == (seat == 0, seat == 1)
    assert cards.supporters(seat) == cards.own[seat]
    assert cards.supporters(1 - seat) == cards.free
    assert {NUMBERED[card] for card, _bit in CompletionSearch(known).open[seat].cards} == set(cards.own[seat])


ZERO_OF_NOBODY = log(
    "U1 P8 P1 G0; P3 G6 G2 P5; - P0 - D8; P9 G8 G0 K9; U5 P6 D3 K4; D1 U6 G0 K5; K6 P7 K8 D2; U8 - D0 G0; G4 P2 K3 D9; "
    "D5 U3 U4 -; K7 G5 D4 D6; P4 G9 U9 G1; U0 - U7 G7",
    "- G4; - D5; G7 G0; U1 U0; G0 P4; D8 P9; D1 D9; D2 D6; - K7; K9 P3; K5 K6; U2 -; - P5",
    leader=1,
)
"""All thirteen followers of seat 0 are known, two Goblin zeros among them. One zero was played by nobody knows whom,
and a third one was logged nowhere. Seat 0 led with a zero where a card is missing."""


def test_a_zero_played_by_nobody_knows_whom_may_be_the_others() -> None:
    known = deduce(ZERO_OF_NOBODY)
    assert known.trusted
    assert known.tricks[HAND_SIZE].lead is None
    assert known.chain.leaders[HAND_SIZE].seat == 0


@settings(QUIET, max_examples=sample_size(60))
@given(seed=st.integers(0, 2**32), gaps=st.integers(0, 20), honest=st.sampled_from([1.0, 0.9, 0.5]))
def test_inferences_from_a_log_with_few_gaps_are_true(seed: int, gaps: int, honest: float) -> None:
    game = table_game(seed, honest)
    known = deduce(with_gaps(game, gaps, Random(seed)))
    assert known.trusted
    for index, trick, truth in zip(count(), known.tricks, game.record.tricks, strict=False):
        assert known.chain.leaders[index].seat in (None, game.leaders[index])
        assert all(trick.at(spot) in (None, truth.at(spot)) for spot in CARD_SPOTS[Phase.ONE])


def with_gaps(game: Played, number: int, chance: Random) -> TableRecord:
    record = game.record
    for _ in range(number):
        phase = chance.choice(tuple(Phase))
        record = record.logged(Slot(phase, chance.randint(1, HAND_SIZE), chance.choice(CARD_SPOTS[phase])), None)
    return record


@pytest.mark.parametrize("seed", [900, 1581, 1690, 1814])
def test_a_log_that_leads_to_a_thing_and_to_its_opposite_tells_neither(seed: int) -> None:
    known = deduce(mistaken(seed))
    assert not [slip for slip in known.slips if slip.code is not SlipCode.REVOKE]
    assert not known.trusted
    logged = mistaken(seed).tricks
    assert known.tricks[: len(logged)] == logged


@settings(QUIET, max_examples=sample_size(60))
@given(seed=st.integers(0, 2**32))
def test_every_log_with_mistakes_is_answered(seed: int) -> None:
    assert len(compute_tally(mistaken(seed)).factions) == 5
