"""How the levels play a puzzle: as a person does, with both hands open."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.minds.choice import choose
from games.minds.levels import Level
from games.minds.position import CARDS, Ids, Position
from games.rules.cards import DECK, Card
from games.rules.state import HAND, Cards, State, other
from games.rules.visible import Memory, Visible, visible


def card_of(level: Level, at: Position, seed: int) -> Card:
    """The card that a level plays for the seat to play; the same for the same seed."""
    return choose([_seen(at)], level, seed)


def number_of(at: Position, card: Card) -> int:
    """The number under which a legal card lies in the hand of the seat to play."""
    return next(one for one in at.legal() if CARDS[one] == card)


def _seen(at: Position) -> Visible:
    """What the seat to play sees, with all that was played before, so that the other hand is known for certain."""
    hands, score = (_cards(at.hands[0]), _cards(at.hands[1])), (_cards(at.score[0]), _cards(at.score[1]))
    lead = None if at.lead is None else CARDS[at.lead]
    seen = visible(State(at.leader, hands, (), lead, score=score), at.to_play)
    gone = tuple((Counter(DECK) - Counter(hands[0] + hands[1])).elements())
    theirs = hands[other(at.to_play)]
    memory = Memory(gone, (theirs, ()) if at.to_play else ((), theirs))
    return replace(seen, ply=len(DECK) - len(hands[0] + hands[1]), number=HAND + 1 - at.left, memory=memory)


def _cards(ids: Ids) -> Cards:
    return tuple(CARDS[one] for one in ids)
