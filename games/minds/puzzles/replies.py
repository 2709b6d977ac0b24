"""Perfect play in an ending, for both seats, and which cards keep a win.

``plain``: without the compiler, for which a process that answers people does not wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.minds import late
from games.minds.endings import Solver, outcome_of
from games.minds.position import CARDS, Position
from games.rules.cards import Card
from games.rules.state import Seat

WIN = 1


def winning(at: Position, plain: bool = False) -> tuple[Card, ...]:
    """The legal cards after which the seat to play wins whatever is answered, alike ones once."""
    solver = Solver(at, plain=plain)
    return tuple(dict.fromkeys(CARDS[one] for one in at.legal() if _after(solver, at, one) == WIN))


def wins(at: Position, seat: Seat, plain: bool = False) -> bool:
    """Whether a seat wins with best play of both."""
    # Solvers of a thread share their memory: one may not be used again after another one was.
    return outcome_of(Solver(at, plain=plain), at) == (WIN if at.to_play == seat else -WIN)


def best(at: Position, plain: bool = False) -> Card:
    """The card of perfect play: of those that keep the outcome the one that looks best one trick ahead.

    Who has lost plays what looks best, which asks most of the other seat; always the same card in the same position.
    """
    solver = Solver(at, plain=plain)
    outcome = outcome_of(solver, at)
    order = list(_by_looks(at))
    return CARDS[next((one for one in order if _after(solver, at, one) == outcome), order[0])]


def _by_looks(at: Position) -> Iterator[int]:
    looks = late.worths(at)
    yield from sorted(looks, key=lambda one: (-looks[one], one))


def _after(solver: Solver, at: Position, card: int) -> int | None:
    """What comes of a card for the seat to play."""
    after = at.after(card)
    found = outcome_of(solver, after)
    return found if found is None or after.to_play == at.to_play else -found
