"""Phase two by looking one trick ahead, for whoever does not see to its end."""

from __future__ import annotations

from functools import cache

from games.minds import position
from games.minds.position import FACTIONS, Position

# Numbers out of lists are several times faster than out of arrays.
BEATS, FACTION, TO_LOSER = position.BEATS.tolist(), position.FACTION.tolist(), position.TO_LOSER.tolist()
VALUE, WILD = position.VALUE.tolist(), position.WILD.tolist()

SPENT = 0.08
"""What a point of a card's value is worth as long as it is not played, in cards of an open vote."""
WILD_SPENT = 0.25


def worths(at: Position) -> dict[int, float]:
    """What each legal card is worth for the seat to play: what the trick then brings, in cards of open votes.

    The lead is judged by the answer that is worst for it.
    """
    price = prices(at)
    return {card: _worth(at, card, price) for card in at.legal()}


def best(at: Position) -> int:
    """The card that looks best one trick ahead."""
    found = worths(at)
    return max(found, key=lambda card: (found[card], -card))


def prices(at: Position) -> list[float]:
    """What a card of each faction is worth: nothing where the vote is decided, most where it is close."""
    return [_price(at, faction) for faction in range(len(FACTIONS))]


def _price(at: Position, faction: int) -> float:
    mine, theirs = (sum(FACTION[one] == faction for one in pile) for pile in at.score)
    held = sum(FACTION[one] == faction for hand in at.hands for one in hand)
    if at.lead is not None and FACTION[at.lead] == faction:
        held += 1
    apart = abs(mine - theirs)
    return 0.05 if apart > held else 3.0 / (2 + max(1, held - apart))


def _worth(at: Position, card: int, price: list[float]) -> float:
    if at.lead is not None:
        return _trick(at.lead, card, price) - _spent(card)
    answers = at.after(card)
    return min(-_trick(card, one, price) + _spent(one) for one in answers.legal()) - _spent(card)


def _trick(lead: int, answer: int, price: list[float]) -> float:
    """What a trick brings the seat that answers."""
    won = 1.0 if BEATS[lead][answer] else -1.0
    return sum(((-won if TO_LOSER[card] else won) * price[FACTION[card]] for card in (lead, answer)), 0.0)


@cache
def _spent(card: int) -> float:
    low = float(9 - VALUE[card] if TO_LOSER[card] else VALUE[card])
    return SPENT * low + (WILD_SPENT if WILD[card] else 0)
