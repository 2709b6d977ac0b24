"""A game played through in place: as ``apply`` plays it, but without a ``State`` for each card, which takes longest.

``apply`` is the reference: tests play games here and there, and whatever is refused here is refused by it in words.
"""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.state import HAND, Cards, Pair, Phase, Seat, State, Trick
from games.rules.tricks import destinations, may_follow, trick_winner

Lists = tuple[list[Card], list[Card]]


def play_all(deal: State, cards: Cards) -> State | None:
    """The state after these cards of a deal of ``start``; None where ``apply`` refuses one of them."""
    game = Playthrough(deal)
    return game.state if all(map(game.play, cards)) else None


class Playthrough:
    """A game of 52 cards as it stands, from its deal on; ``drawn`` cards of the deck are gone."""

    __slots__ = ("deck", "drawn", "followers", "hands", "lead", "leader", "phase", "score", "tricks")

    def __init__(self, deal: State) -> None:
        self.leader, self.deck, self.drawn, self.phase = deal.leader, deal.deck, 0, Phase.ONE
        self.hands, self.followers, self.score = _lists(deal.hands), _lists(((), ())), _lists(((), ()))
        self.lead: Card | None = None
        self.tricks: list[Trick] = []

    @property
    def state(self) -> State:
        hands, followers, score = _pair(self.hands), _pair(self.followers), _pair(self.score)
        return State(self.leader, hands, self.deck[self.drawn :], self.lead, followers, score, tuple(self.tricks))

    def play(self, card: Card) -> bool:
        """Play a card. False where the seat to play may not play it: then nothing more can be played."""
        lead, leader = self.lead, self.leader
        hand = self.hands[leader if lead is None else 1 - leader]
        try:
            hand.remove(card)
        except ValueError:
            return False
        if lead is None:
            self.lead = card
        elif may_follow(hand, lead.faction, card):
            self._finish(trick_winner(leader, lead, card), lead, card)
        else:
            return False
        return True

    def _finish(self, winner: Seat, lead: Card, follow: Card) -> None:
        phase, score = self.phase, self.score
        for gain in destinations(phase, winner, (lead, follow)):
            if gain.seat is not None:
                score[gain.seat].append(gain.card)
        number = len(self.tricks) % HAND + 1
        revealed, blind = self._recruit(winner) if phase is Phase.ONE else (None, None)
        self.tricks.append(Trick(phase, number, self.leader, lead, follow, winner, revealed, blind))
        self.leader, self.lead = winner, None

    def _recruit(self, winner: Seat) -> tuple[Card, Card]:
        revealed, blind = self.deck[self.drawn : self.drawn + 2]
        self.drawn += 2
        self.followers[winner].append(revealed)
        self.followers[1 - winner].append(blind)
        if self.drawn == len(self.deck):
            self.hands, self.followers, self.phase = self.followers, _lists(((), ())), Phase.TWO
        return revealed, blind


def _lists(pair: Pair) -> Lists:
    return [*pair[0]], [*pair[1]]


def _pair(lists: Lists) -> Pair:
    return tuple(lists[0]), tuple(lists[1])
