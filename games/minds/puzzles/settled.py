"""Which votes are certain whatever is still played, and whether they decide a game."""

from __future__ import annotations

from games.rules.cards import Card, Faction
from games.rules.scoring import vote
from games.rules.state import Pair, Seat, State

Settled = dict[Faction, Seat | None]
"""Who has a vote for certain, None where nobody gets it. A vote that is open yet is not in it."""


def settled(state: State) -> Settled:
    """The votes of a state of phase two that no card can change any more."""
    found: Settled = {}
    for faction in Faction:
        ends = {vote(faction, _with_all(state, seat)).seat for seat in (0, 1)}
        if len(ends) == 1:
            found[faction] = ends.pop()
    return found


def certain(state: State, seat: Seat) -> bool | None:
    """Whether a seat has won for certain (True) or cannot win any more (False); None as long as it is open."""
    holders = list(settled(state).values())
    still = len(Faction) - len(holders)
    lead = holders.count(seat) - holders.count(1 - seat)
    return True if lead > still else False if lead + still <= 0 else None


def _with_all(state: State, seat: Seat) -> Pair:
    """The score piles if one seat gets every card that is still to be played: more cards never lose a vote."""
    lead: tuple[Card, ...] = () if state.lead is None else (state.lead,)
    left = (*state.hands[0], *state.hands[1], *lead)
    first, second = state.score
    return (first + left, second) if seat == 0 else (first, second + left)
