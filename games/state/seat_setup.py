"""Setup of the printed deck for one player, when an online game moves to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.rules.cards import Card, hand_sort_key
from games.rules.record import list_plays
from games.rules.state import Cards, Phase, Seat, SeatCards, State, get_other_seat
from games.state.deck_setup import Positions, build_setup

SORTER: Seat = 0
"""Seat that arranges the unseen cards in phase one; the other seat takes its own cards from there."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Cards that one player gathers; ``score``, ``discards``, ``revealed`` and ``lead`` are public.

    In phase one, the sorter gets the ``order`` of the cards to arrange, and the other seat the ``positions`` of its
    hand and of its followers there, among ``arranged_count``. In phase two, both know all cards.
    """

    phase: Phase
    hand: Cards
    followers: Cards
    score: SeatCards
    discards: Cards
    revealed: Cards
    lead: Cards
    order: Cards = ()
    hand_positions: Positions = ()
    follower_positions: Positions = ()
    arranged_count: int = 0

    @property
    def is_dealer(self) -> bool:
        """Return whether the player takes cards at positions."""
        return bool(self.arranged_count)


def build_seat_setup(state: State, seat: Seat, seed: str) -> SeatSetup:
    """Return the setup for a seat. It has no card that the seat has not seen, except unordered among others."""
    played = Counter(list_plays(state)[: 2 * len(state.tricks)])
    found = SeatSetup(
        phase=state.phase,
        hand=_sort(state.hands[seat]),
        followers=_sort(state.followers[seat]),
        score=(_sort(state.score[0]), _sort(state.score[1])),
        discards=_sort((played - Counter(state.score[0] + state.score[1])).elements()),
        revealed=state.deck[:1],
        lead=() if state.lead is None else (state.lead,),
    )
    if state.phase is Phase.TWO:
        return found
    dealer = get_other_seat(SORTER)
    piles = {"hand": state.hands[dealer], "followers": state.followers[dealer]}
    arranged = state.hands[dealer] + state.followers[dealer] + state.deck[1:]
    setup = build_setup(arranged, piles, (), seed)
    if seat == SORTER:
        return replace(found, order=setup.order)
    hand, followers = setup.piles["hand"], setup.piles["followers"]
    return replace(found, hand_positions=hand, follower_positions=followers, arranged_count=len(arranged))


def _sort(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards, key=hand_sort_key))
