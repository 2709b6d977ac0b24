"""What changes from the last trick to the one after it, as an audience sees them, as JSON text."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

from games.live.online.view import shown_powers
from games.live.text import text_of
from games.rules.cards import CODES, COPIES, hand_order
from games.rules.state import Phase, Seat, Trick
from games.rules.tricks import Pile, destinations, judge, powers_shown, trick_winner

CARDS = tuple(COPIES)
"""By their places in the order of hands."""
SHOWN = tuple([f'"{CODES[card]}"' for card in CARDS])
"""Cards as JSON."""
JSON = {None: "null", 0: "0", 1: "1"}
"""Seats, or none."""


class Fallen(NamedTuple):
    """What follows from who leads and two cards alone. ``gains`` are the played cards as JSON, each with where it went;
    ``scored`` the places of those that were scored, and by whom."""

    winner: Seat
    lead: str
    follow: str
    reason: str
    gains: tuple[tuple[str, int], ...]
    scored: tuple[tuple[int, Seat], ...]
    powers: str


class Lying(NamedTuple):
    """A complete trick. The cards that were recruited, one of them blind, are None in phase two."""

    phase: Phase
    number: int
    leader: Seat
    lead: int
    follow: int
    fallen: Fallen
    revealed: int | None
    blind: int | None

    @property
    def trick(self) -> Trick:
        """The same as ``games.rules`` has it."""
        revealed, blind = (None if place is None else CARDS[place] for place in (self.revealed, self.blind))
        cards = CARDS[self.lead], CARDS[self.follow]
        return Trick(self.phase, self.number, self.leader, *cards, self.fallen.winner, revealed, blind)


def lies(trick: Trick) -> Lying:
    """A trick of ``games.rules``."""
    lead, follow = hand_order(trick.lead), hand_order(trick.follow)
    revealed, blind = (None if card is None else hand_order(card) for card in (trick.revealed, trick.blind))
    found = fallen(trick.phase, trick.leader, lead, follow)
    return Lying(trick.phase, trick.number, trick.leader, lead, follow, found, revealed, blind)


@cache
def fallen(phase: Phase, leader: Seat, lead: int, follow: int) -> Fallen:
    """There are some nine thousand; see ``learn``."""
    played = CARDS[lead], CARDS[follow]
    winner, reason = trick_winner(leader, *played), judge(*played)[1].value
    gains = destinations(phase, winner, played)
    went = tuple([(SHOWN[hand_order(one.card)], _WENT.index((one.pile, one.seat))) for one in gains])
    scored = tuple([(hand_order(one.card), one.seat) for one in gains if one.seat is not None])
    powers = text_of(shown_powers(powers_shown(phase, winner, *played)))
    return Fallen(winner, SHOWN[lead], SHOWN[follow], reason, went, scored, powers)


def learn() -> None:
    """Find all of them beforehand, a tenth of a second: the first games of a process would wait for each."""
    for phase, leader, lead, follow in product(Phase, (0, 1), range(len(CARDS)), range(len(CARDS))):
        fallen(phase, leader, lead, follow)


_WENT = tuple([(pile, seat) for pile in Pile for seat in (0, 1, None)])
"""Where a card can go."""


def _turned(before: int, after: int) -> str:
    """What changes where a card of the last trick went, beside the card."""
    (there, who), (pile, seat) = _WENT[before], _WENT[after]
    return ("" if pile is there else f',"pile":"{pile.value}"') + ("" if seat == who else f',"seat":{JSON[seat]}')


_LIES = [f',"pile":"{pile.value}","seat":{JSON[seat]}' for pile, seat in _WENT]
"""The same beside a card that was not there before."""
_TURNED = [[_turned(before, after) for after in range(len(_WENT))] for before in range(len(_WENT))]


def following(before: Lying, after: Lying) -> tuple[str, str, str]:
    """What changes from one trick to another of the same phase: for either seat, and for who watches. The loser sees
    the blind card, which stands second among the gains."""
    there, here = before.fallen, after.fallen
    (card, went), (answer, fell) = here.gains
    first = f'{{"card":{card}{_TURNED[there.gains[0][1]][went]}}}'
    second = f'{{"card":{answer}{_TURNED[there.gains[1][1]][fell]}}}'
    flat = f'{{"number":{after.number},"lead":{here.lead},"follow":{here.follow},'
    if before.leader != after.leader:
        flat += f'"leader":{after.leader},'
    if there.winner != here.winner:
        flat += f'"winner":{here.winner},'
    if there.reason != here.reason:
        flat += f'"reason":"{here.reason}",'
    end = "}" if there.powers == here.powers else f',"powers":[{here.powers}]}}'
    if after.revealed is None or after.blind is None:
        public = f'{flat}"gains":{{"0":{first},"1":{second}}}{end}'
        return public, public, public
    shown, loser = SHOWN[after.revealed], 1 - here.winner
    taken, lost = ("", "") if there.winner == here.winner else (f',"seat":{here.winner}', f'"seat":{loser}')
    begin = f'{flat}"revealed":{shown},"gains":{{"0":{{"card":{shown}{taken}}},"1":{{'
    rest = f'}},"2":{first},"3":{second}}}{end}'
    public = f"{begin}{lost}{rest}"
    own, comma = SHOWN[after.blind], "," if lost else ""
    mine = f'{begin}{lost}{comma}"card":{own}}},"2":{first},"3":{second}}},"blind":{own}{end}'
    other = f'{begin}{lost},"card":null}},"2":{first},"3":{second}}},"blind":null{end}' if lost else public
    return (other, mine, public) if loser else (mine, other, public)


def anew(trick: Lying) -> tuple[str, str, str]:
    """A complete trick, whatever was there before: for either seat, and for who watches."""
    found = trick.fallen
    flat = f'{{"phase":{trick.phase:d},"number":{trick.number},"leader":{trick.leader},"lead":{found.lead},'
    flat += f'"follow":{found.follow},"winner":{found.winner},"reason":"{found.reason}","powers":{found.powers},'
    played = ",".join([f'{{"card":{card}{_LIES[went]}}}' for card, went in found.gains])
    if trick.revealed is None or trick.blind is None:
        public = f'{flat}"revealed":null,"blind":null,"gains":[{played}]}}'
        return public, public, public
    shown, loser = SHOWN[trick.revealed], 1 - found.winner
    taken, lost = (_LIES[_WENT.index((Pile.FOLLOWERS, seat))] for seat in (found.winner, loser))
    mine, public = (
        f'{flat}"revealed":{shown},"blind":{blind},"gains":[{{"card":{shown}{taken}}},{{"card":{blind}{lost}}},{played}]}}'
        for blind in (SHOWN[trick.blind], "null")
    )
    return (public, mine, public) if loser else (mine, public, public)


def members(shape: dict[str, Any]) -> str:
    """The members of an object as JSON, without what is around them."""
    return text_of(shape)[1:-1]
