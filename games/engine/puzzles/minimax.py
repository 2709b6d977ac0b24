"""Minimax over the rules of the game; it shares no code with the engine, so that it can check the engine."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import compute_votes, decide_outcome
from games.rules.state import Seat, State, get_other_seat

Known = dict[State, bool]


def list_minimax_wins(state: State) -> tuple[Card, ...]:
    """Return the cards after which the seat to play wins against every answer."""
    seat = _get_seat_to_play(state)
    known: Known = {}
    return tuple(card for card in dict.fromkeys(legal_moves(state)) if is_minimax_win(apply(state, card), seat, known))


def is_minimax_win(state: State, seat: Seat, known: Known) -> bool:
    """Return whether ``seat`` wins a state of phase two with best play of both seats; a draw is not a win."""
    if not state.hands[0] and not state.hands[1]:
        return decide_outcome(tuple(vote.seat for vote in compute_votes(state.score))).winner == seat
    state = _normalize_state(state)
    if state not in known:
        after = (is_minimax_win(apply(state, card), seat, known) for card in dict.fromkeys(legal_moves(state)))
        known[state] = any(after) if _get_seat_to_play(state) == seat else all(after)
    return known[state]


def _normalize_state(state: State) -> State:
    """Return the state without its tricks and with sorted score piles, so that transpositions are equal."""
    first, second = (tuple(sorted(pile)) for pile in state.score)
    return State(state.leader, state.hands, (), state.lead, score=(first, second))


def _get_seat_to_play(state: State) -> Seat:
    return state.leader if state.lead is None else get_other_seat(state.leader)
