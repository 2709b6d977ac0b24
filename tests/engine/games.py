"""Games as a seat sees them."""

from __future__ import annotations

from games.engine.knowledge import Knowledge, build_knowledge
from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.rulings import MATCH_RULINGS, Rulings
from games.rules.state import Seat, State
from games.rules.visible_state import VisibleState, build_visible_state
from tests.rules.random_games import random_game


def views_of(states: list[State], seat: Seat, rulings: Rulings = MATCH_RULINGS) -> list[VisibleState]:
    """Return the views of a seat up to the last of these states."""
    return [build_visible_state(state, seat, rulings) for state in states]


def knowledge(seed: int, at: int) -> Knowledge:
    """Return the knowledge of the seat to play of a random game."""
    states = random_game(seed)
    seat = states[at].to_play
    assert seat is not None
    return build_knowledge(views_of(states[: at + 1], seat))


def states_of(record: Record) -> list[State]:
    """Return the states of a record, from the deal on."""
    states = [start(record.hands, record.deck, record.leader)]
    for card in record.plays:
        states.append(apply(states[-1], card))
    return states
