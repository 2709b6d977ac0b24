"""Position of phase two, with cards as numbers, and tables by card number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.rules.cards import DECK, Card, Faction
from games.rules.state import Phase, Seat, SeatCards, State, get_other_seat
from games.rules.tricks import POWERS, decide_trick

Ids = tuple[int, ...]
Bools = npt.NDArray[np.bool_]

CARDS = DECK
"""The card of each number, 0 to 51. The five Goblin zeros are 0 to 4 and interchangeable."""
NUMBERS: dict[Card, Ids] = {
    card: tuple(number for number, other in enumerate(CARDS) if other == card) for card in CARDS
}
FACTIONS = tuple(Faction)
FACTION = np.array([FACTIONS.index(card.faction) for card in CARDS])
VALUE = np.array([card.value for card in CARDS])
WILD: Bools = np.array([POWERS[card.faction].wild for card in CARDS])
SCORES_IN_PHASE_ONE: Bools = np.array([POWERS[card.faction].scorer(Phase.ONE, 0) is not None for card in CARDS])
"""True if a card is scored when it is played in phase one."""
TO_LOSER: Bools = np.array([POWERS[card.faction].scorer(Phase.TWO, 0) == 1 for card in CARDS])
"""True if the loser of a trick of phase two scores the card."""
BEATS: Bools = np.array([[decide_trick(lead, follow)[0] for follow in CARDS] for lead in CARDS])
"""True if the second card wins the trick as an answer to the first."""
SUIT: Bools = FACTION[:, None] == FACTION[None, :]
IS_DISTINGUISHABLE: Bools = (BEATS[:, None] != BEATS[None, :]) | (BEATS.T[:, None] != BEATS.T[None, :])
"""True if the third card wins against, or loses to, exactly one of the first two."""
BEATS_LIST, FACTION_LIST, TO_LOSER_LIST = BEATS.tolist(), FACTION.tolist(), TO_LOSER.tolist()
VALUE_LIST, WILD_LIST = VALUE.tolist(), WILD.tolist()
"""Lists of the same values, because reading a single value from a list is faster than from an array."""


def number_groups(*groups: Iterable[Card]) -> tuple[Ids, ...]:
    """Return the numbers of several groups of cards from one deck, each number at most once."""
    used: Counter[Card] = Counter()
    numbered = []
    for group in groups:
        numbers = []
        for card in group:
            numbers.append(NUMBERS[card][used[card]])
            used[card] += 1
        numbered.append(tuple(sorted(numbers)))
    return tuple(numbered)


@dataclass(frozen=True, slots=True)
class Position:
    """Position of phase two: both hands, both score piles, the leader, and the card that was led, if any.

    The hands may have any size, as long as both seats play the same number of tricks.
    """

    hands: tuple[Ids, Ids]
    score: tuple[Ids, Ids]
    leader: Seat
    lead: int | None = None

    @property
    def to_play(self) -> Seat:
        """The seat to play."""
        return self.leader if self.lead is None else get_other_seat(self.leader)

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete yet."""
        return max(len(hand) for hand in self.hands)

    def list_legal(self) -> Ids:
        """Return the numbers of the legal cards, including each of several Goblin zeros."""
        hand = self.hands[self.to_play]
        if self.lead is None or not any(FACTION_LIST[card] == FACTION_LIST[self.lead] for card in hand):
            return hand
        return tuple(card for card in hand if FACTION_LIST[card] == FACTION_LIST[self.lead] or WILD_LIST[card])

    def get_number(self, card: Card) -> int:
        """Return a number of the card in the hand of the seat to play."""
        return next(number for number in self.hands[self.to_play] if CARDS[number] == card)

    def play(self, card: int) -> Position:
        """Return the position after ``card``, which must be legal."""
        seat = self.to_play
        rest = tuple(held for held in self.hands[seat] if held != card)
        hands = (rest, self.hands[1]) if seat == 0 else (self.hands[0], rest)
        if self.lead is None:
            return Position(hands, self.score, self.leader, card)
        winner = seat if BEATS_LIST[self.lead][card] else self.leader
        piles = [list(pile) for pile in self.score]
        for played in (self.lead, card):
            piles[get_other_seat(winner) if TO_LOSER_LIST[played] else winner].append(played)
        return Position(hands, (tuple(piles[0]), tuple(piles[1])), winner)


def build_position(state: State) -> Position:
    """Return the position of a game in phase two; raise ``ValueError`` while it is in phase one."""
    if state.phase is not Phase.TWO:
        raise ValueError("phase two has not begun")
    return build_position_of_cards(state.hands, state.score, state.leader, state.lead)


def build_position_of_cards(hands: SeatCards, score: SeatCards, leader: Seat, lead: Card | None) -> Position:
    """Return the position with these cards."""
    led = () if lead is None else (lead,)
    first, second, first_score, second_score, lead_numbers = number_groups(*hands, *score, led)
    number = lead_numbers[0] if lead_numbers else None
    return Position((first, second), (first_score, second_score), leader, number)
