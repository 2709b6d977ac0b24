"""Cards in lists, as JSON text, and what is said where one of them comes or goes: saves making lists of them for each
card that is played.

A number is a card's place in the order of hands. In the text of a hand all cards are as long as ``WIDTH``, so that a
place in it is told by where it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from games.live.online.trick import CARDS, SHOWN
from games.rules.cards import CODES
from games.rules.state import HAND
from games.rules.tricks import POWERS

Places = list[int]

CODE = tuple([CODES[card] for card in CARDS])
PLACES = {code: place for place, code in enumerate(CODE)}
LISTED = tuple([f"{shown}," for shown in SHOWN])
"""Cards as they stand in the text of a hand."""
WIDTH = len(LISTED[0])
SPOTS = range(4 * HAND + 1)
OUT = tuple([f"[{at},1]" for at in SPOTS])
"""A card is taken from a spot of a list."""
TAKEN = tuple([OUT[at // WIDTH] for at in range(HAND * WIDTH)])
"""The same by where the card stood in the text of a hand."""
INTO = tuple([f"[{at},0," for at in SPOTS])
COMES = tuple([f"{shown}]" for shown in SHOWN])
"""A card is put into one: both parts are written together anew, since one table of all there are would be so large that
what is looked up is hardly ever in the processor's memory."""

_OPENS = tuple([f'"{card.faction.value}' for card in CARDS])
"""How any card of each card's faction begins in a hand."""
(_WILD,) = {_OPENS[place] for place, card in enumerate(CARDS) if POWERS[card.faction].wild}
"""How wild ones begin, which stand last."""


def put(cards: Places, card: int) -> str:
    """Put a card among others in their order; the change that does."""
    at = bisect_left(cards, card)
    cards.insert(at, card)
    return INTO[at] + COMES[card]


def put_both(cards: Places, first: int, last: int) -> str:
    """``put`` for two cards, in their order."""
    begin = bisect_left(cards, first)
    cards.insert(begin, first)
    end = bisect_left(cards, last, begin + 1)
    cards.insert(end, last)
    return f"[{begin},{end - begin - 1},{hand(cards[begin : end + 1])[:-1]}]"


def hand(cards: Iterable[int]) -> str:
    """The text of a hand."""
    return "".join([LISTED[card] for card in cards])


def cards_of(hand: str) -> list[int]:
    """The cards of such a text."""
    return [PLACES[code] for code in hand[1:-2].split('","') if code]


def split(hand: str, lead: int) -> tuple[str, str]:
    """What may be played of a hand after this lead, as ``rules.tricks.follow_options`` says, and what not."""
    opens = _OPENS[lead]
    begin = hand.find(opens)
    if begin < 0:
        return hand, ""
    after = hand.rfind(opens) + WIDTH
    wild = hand.find(_WILD, after)
    if wild < 0:
        return hand[begin:after], hand[:begin] + hand[after:]
    return hand[begin:after] + hand[wild:], hand[:begin] + hand[after:wild]


def named(hand: str) -> str:
    """The cards of a hand as they are named together, each once."""
    names = hand[1:-2].replace('","', " ")
    while names[:2] == names[3:5]:
        names = names[3:]
    return names
