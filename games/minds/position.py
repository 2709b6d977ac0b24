"""Cards as small numbers, and phase two as a position of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.rules.cards import DECK, Card, Faction
from games.rules.state import Phase, Seat, State, other
from games.rules.tricks import POWERS, judge

Ids = tuple[int, ...]
Bools = npt.NDArray[np.bool_]

CARDS = DECK
"""The card of each number, 0 to 51. The five Goblin zeros are 0 to 4, and any of them stands for any other."""
NUMBERS: dict[Card, Ids] = {card: tuple(at for at, one in enumerate(CARDS) if one == card) for card in CARDS}
FACTIONS = tuple(Faction)
FACTION = np.array([FACTIONS.index(card.faction) for card in CARDS])
VALUE = np.array([card.value for card in CARDS])
WILD: Bools = np.array([POWERS[card.faction].wild for card in CARDS])
EARLY: Bools = np.array([POWERS[card.faction].scorer(Phase.ONE, 0) is not None for card in CARDS])
"""Those that are scored when they are played in phase one."""
TO_LOSER: Bools = np.array([POWERS[card.faction].scorer(Phase.TWO, 0) == 1 for card in CARDS])
"""Those that the loser of a trick of phase two scores."""
BEATS: Bools = np.array([[judge(lead, follow)[0] for follow in CARDS] for lead in CARDS])
"""Whether the second card wins the trick that the first one led."""
SUIT: Bools = FACTION[:, None] == FACTION[None, :]
APART: Bools = (BEATS[:, None] != BEATS[None, :]) | (BEATS.T[:, None] != BEATS.T[None, :])
"""Whether the third card wins against, or loses to, one of the first two and not the other."""


def numbered_apart(*groups: Iterable[Card]) -> tuple[Ids, ...]:
    """The numbers of several groups of cards of one deck, no number in two of them."""
    used: Counter[Card] = Counter()
    found = []
    for group in groups:
        numbers = []
        for card in group:
            numbers.append(NUMBERS[card][used[card]])
            used[card] += 1
        found.append(tuple(sorted(numbers)))
    return tuple(found)


_BEATS, _FACTION, _TO_LOSER, _WILD = BEATS.tolist(), FACTION.tolist(), TO_LOSER.tolist(), WILD.tolist()
"""Numbers out of lists are several times faster than out of arrays."""


@dataclass(frozen=True, slots=True)
class Position:
    """Phase two: the cards of both hands, both score piles, who leads, and the card that was led, if one lies there.

    Either hand may be of any size, as long as both play the same number of tricks.
    """

    hands: tuple[Ids, Ids]
    score: tuple[Ids, Ids]
    leader: Seat
    lead: int | None = None

    @property
    def to_play(self) -> Seat:
        return self.leader if self.lead is None else other(self.leader)

    @property
    def left(self) -> int:
        """Tricks that are not complete."""
        return max(len(hand) for hand in self.hands)

    def legal(self) -> Ids:
        """The cards that may be played now; of several Goblin zeros each."""
        hand = self.hands[self.to_play]
        if self.lead is None or not any(_FACTION[one] == _FACTION[self.lead] for one in hand):
            return hand
        return tuple(one for one in hand if _FACTION[one] == _FACTION[self.lead] or _WILD[one])

    def after(self, card: int) -> Position:
        """The position when ``card``, which must be legal, has been played."""
        seat = self.to_play
        rest = tuple(one for one in self.hands[seat] if one != card)
        hands = (rest, self.hands[1]) if seat == 0 else (self.hands[0], rest)
        if self.lead is None:
            return Position(hands, self.score, self.leader, card)
        winner = seat if _BEATS[self.lead][card] else self.leader
        piles = [list(pile) for pile in self.score]
        for one in (self.lead, card):
            piles[other(winner) if _TO_LOSER[one] else winner].append(one)
        return Position(hands, (tuple(piles[0]), tuple(piles[1])), winner)


def position(state: State) -> Position:
    """Phase two of a game; ``ValueError`` while it is in phase one."""
    if state.phase is not Phase.TWO:
        raise ValueError("phase two has not begun")
    lead = () if state.lead is None else (state.lead,)
    first, second, mine, theirs, led = numbered_apart(*state.hands, *state.score, lead)
    return Position((first, second), (mine, theirs), state.leader, led[0] if led else None)
