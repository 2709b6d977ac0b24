"""Games as a seat sees them, for tests of minds."""

from __future__ import annotations

from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.rulings import ONLINE, Rulings
from games.rules.state import Seat, State
from games.rules.visible import Visible, visible


def shown(states: list[State], seat: Seat, rulings: Rulings = ONLINE) -> list[Visible]:
    """All that a seat was shown until the last of these states."""
    return [visible(state, seat, rulings) for state in states]


def states_of(record: Record) -> list[State]:
    """The states of a record from the deal on."""
    states = [start(record.hands, record.deck, record.leader)]
    for card in record.plays:
        states.append(apply(states[-1], card))
    return states
