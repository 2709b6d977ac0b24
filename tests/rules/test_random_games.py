"""What holds in every game at every card."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK, Card
from games.rules.moves import legal_moves
from games.rules.record import Record, plays_of, read, replay, report, write
from games.rules.scoring import outcome
from games.rules.state import Phase, State
from tests.draws import some
from tests.rules import naive
from tests.rules.random_games import QUIET, games, random_game


def record_of(states: list[State], plies: int) -> Record:
    start = states[0]
    return Record(("Ana", "Bram"), start.leader, start.hands, start.deck, plays_of(states[plies]))


def discards(state: State) -> list[Card]:
    done = [trick for trick in state.tricks if trick.phase is Phase.ONE]
    return [card for trick in done for card in (trick.lead, trick.follow) if str(card)[0] != "U"]


@settings(QUIET, max_examples=some(50))
@given(games())
def test_no_card_is_lost_or_doubled(states: list[State]) -> None:
    for state in states:
        table = () if state.lead is None else (state.lead,)
        piles = (*state.hands, state.deck, *state.followers, *state.score, table, discards(state))
        assert sorted(card for pile in piles for card in pile) == sorted(DECK)


@settings(QUIET, max_examples=some(50))
@given(games())
def test_every_game_ends_after_52_plays_with_empty_hands(states: list[State]) -> None:
    assert len(states) == 53
    assert [outcome(state) is not None for state in states] == [False] * 52 + [True]
    assert (states[-1].hands, states[-1].followers) == (((), ()), ((), ()))


@settings(QUIET, max_examples=some(50))
@given(games())
def test_the_legal_cards_are_held_and_there_is_always_one(states: list[State]) -> None:
    for state in states[:-1]:
        assert state.to_play is not None
        assert legal_moves(state)
        assert set(legal_moves(state)) <= set(state.hands[state.to_play])


@settings(QUIET, max_examples=some(50))
@given(games(), st.integers(0, 52))
def test_reading_and_writing_a_record_are_inverse(states: list[State], plies: int) -> None:
    record = record_of(states, plies)
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)


@settings(QUIET, max_examples=some(50))
@given(games(), st.integers(0, 52))
def test_replaying_a_record_gives_the_state_that_was_played(states: list[State], plies: int) -> None:
    assert replay(record_of(states, plies)) == states[plies]


@settings(QUIET, max_examples=some(50))
@given(games(), st.integers(0, 52))
def test_a_report_says_what_the_plain_rules_say(states: list[State], plies: int) -> None:
    record = record_of(states, plies)
    assert report(replay(record)) == naive.report(write(record))


def test_a_thousand_positions_are_reported_as_by_the_plain_rules() -> None:
    chance = random.Random(7)
    for seed in range(some(200)):
        states = random_game(seed)
        for plies in (52, *chance.sample(range(52), 4)):
            assert report(states[plies]) == naive.report(write(record_of(states, plies)))


def test_draws_are_met_too() -> None:
    """Ruling 15 is rare, but not so rare that random games never meet it."""
    ends = (outcome(random_game(seed)[-1]) for seed in range(1000))
    assert any(end and end.winner is None for end in ends)
