"""Whether a seat wins, by playing out every card through the rules: it shares nothing with the engine."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import decide, votes
from games.rules.state import Seat, State, other

Known = dict[State, bool]


def winning_cards(state: State) -> tuple[Card, ...]:
    """The cards after which the seat to play wins whatever is answered."""
    seat = _to_play(state)
    known: Known = {}
    return tuple(card for card in dict.fromkeys(legal_moves(state)) if wins(apply(state, card), seat, known))


def wins(state: State, seat: Seat, known: Known) -> bool:
    """Whether ``seat`` wins a state of phase two with best play; a draw is no win."""
    if not state.hands[0] and not state.hands[1]:
        return decide(tuple(vote.seat for vote in votes(state.score))).winner == seat
    state = _plain(state)
    if state not in known:
        after = (wins(apply(state, card), seat, known) for card in dict.fromkeys(legal_moves(state)))
        known[state] = any(after) if _to_play(state) == seat else all(after)
    return known[state]


def _plain(state: State) -> State:
    """Without the tricks that led there and the order of the piles, so that a state reached in two ways is one."""
    first, second = (tuple(sorted(pile)) for pile in state.score)
    return State(state.leader, state.hands, (), state.lead, score=(first, second))


def _to_play(state: State) -> Seat:
    return state.leader if state.lead is None else other(state.leader)
