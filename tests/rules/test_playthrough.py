"""A game played through in place is the game that ``apply`` plays card by card."""

from __future__ import annotations

from hypothesis import given, settings

from games.rules.cards import COPIES, Card
from games.rules.errors import Refusal
from games.rules.moves import apply
from games.rules.playthrough import play_all
from games.rules.record import plays_of
from games.rules.state import State
from tests.draws import some
from tests.rules.random_games import QUIET, games

EVERY_CARD = tuple(COPIES)


def applied(state: State, card: Card) -> State | None:
    try:
        return apply(state, card)
    except Refusal:
        return None


@settings(QUIET, max_examples=some(50))
@given(games())
def test_after_every_card_it_is_the_same_state(states: list[State]) -> None:
    plays = plays_of(states[-1])
    for ply, state in enumerate(states):
        assert play_all(states[0], plays[:ply]) == state


@settings(QUIET, max_examples=some(30))
@given(games())
def test_of_all_cards_that_may_come_next_it_takes_those_that_apply_takes(states: list[State]) -> None:
    plays = plays_of(states[-1])
    for ply, state in enumerate(states):
        for card in EVERY_CARD:
            assert play_all(states[0], (*plays[:ply], card)) == applied(state, card)
