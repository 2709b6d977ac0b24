"""Games as a seat sees them, for tests of minds."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import Card
from games.rules.record import Record, replay
from games.rules.rulings import ONLINE, Rulings
from games.rules.state import Seat, State
from games.rules.visible import Visible, visible

Player = Callable[[list[Visible], Seat], Card]


def shown(states: list[State], seat: Seat, rulings: Rulings = ONLINE) -> list[Visible]:
    """All that a seat was shown until the last of these states."""
    return [visible(state, seat, rulings) for state in states]


def states_of(record: Record) -> list[State]:
    """The states of a record from the deal on."""
    plays = record.plays
    return [
        replay(Record(record.seats, record.leader, record.hands, record.deck, plays[:at]))
        for at in range(len(plays) + 1)
    ]
