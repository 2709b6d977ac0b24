"""Perfect play of both seats in phase two, and the cards that keep a win.

With ``plain`` the solver runs without the compiler, for processes that answer requests and must not wait for it.
"""

from __future__ import annotations

from games.engine import lookahead
from games.engine.endgame_solver import Solver, solve_after, solve_outcome
from games.engine.position import CARDS, Position
from games.rules.cards import Card
from games.rules.state import Seat

WIN = 1


def list_winning_cards(position: Position, plain: bool = False) -> tuple[Card, ...]:
    """Return the legal cards after which the seat to play wins against every answer; equal cards are listed once."""
    solver = Solver(position, plain=plain)
    return tuple(
        dict.fromkeys(CARDS[card] for card in position.list_legal() if solve_after(solver, position, card) == WIN)
    )


def is_won(position: Position, seat: Seat, plain: bool = False) -> bool:
    """Return whether a seat wins with best play of both seats."""
    # Solvers of a thread share their table, so a solver must not be used again after another was created.
    return solve_outcome(Solver(position, plain=plain), position) == (WIN if position.to_play == seat else -WIN)


def choose_best_card(position: Position, plain: bool = False) -> Card:
    """Return the card with the highest lookahead value that keeps the outcome.

    In a lost position every card keeps the outcome, and the one with the highest lookahead value is hardest to answer.
    The same position always gives the same card.
    """
    solver = Solver(position, plain=plain)
    outcome = solve_outcome(solver, position)
    order = lookahead.order_cards(position)
    return CARDS[next((card for card in order if solve_after(solver, position, card) == outcome), order[0])]
