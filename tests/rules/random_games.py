"""Random games, for hypothesis and for plain loops."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from hypothesis import settings
from hypothesis import strategies as st

from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.record import Record, list_plays
from games.rules.state import State
from tests.repetitions import sample_size

QUIET = settings(deadline=None, database=None, max_examples=sample_size(100))


def play_on(state: State, choose: Callable[[int], int], plies: int = 52) -> list[State]:
    """Play from ``state`` on and return all states; ``choose`` picks one of so many legal cards."""
    states = [state]
    while (moves := legal_moves(states[-1])) and len(states) <= plies:
        states.append(apply(states[-1], moves[choose(len(moves))]))
    return states


def random_game(seed: int) -> list[State]:
    """Return the states of a game, in a new list."""
    return list(_random_game(seed))


@lru_cache(maxsize=128)
def _random_game(seed: int) -> tuple[State, ...]:
    chance = random.Random(seed)
    return tuple(play_on(deal(tuple(chance.sample(DECK, 52)), chance.randrange(2)), chance.randrange))


def record_of(states: list[State], plies: int) -> Record:
    """Return the record of a game after so many plays."""
    start = states[0]
    return Record(("Ana", "Bram"), start.leader, start.hands, start.deck, list_plays(states[plies]))


def few_votes() -> list[State]:
    """Return a game in which all Knights and Dwarves are gone after phase one, so that neither faction votes.

    Seat 0 gets two votes and seat 1 one.
    """
    gone, rest = ([card for card in DECK if (card.faction.value in "KD") is early] for early in (True, False))
    chance = random.Random(7)
    chance.shuffle(rest)
    return play_on(deal((*gone[:9], *rest[:4], *gone[9:], *rest[4:]), 0), chance.randrange)


@st.composite
def games(draw: st.DrawFn) -> list[State]:
    """Draw all states of a game, from the deal to the last trick."""
    start = deal(tuple(draw(st.permutations(DECK))), draw(st.integers(0, 1)))
    choices = iter(draw(st.lists(st.integers(0, 12), min_size=52, max_size=52)))
    return play_on(start, lambda count: next(choices) % count)
