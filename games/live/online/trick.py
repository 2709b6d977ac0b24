"""What changes from the last trick to the one after it, as an audience sees them, as JSON text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from games.live.online.told import Three
from games.live.online.view import shown_powers
from games.live.text import text_of
from games.rules.cards import CODES, COPIES, Card, hand_order
from games.rules.state import HAND, Phase, Seat, Trick
from games.rules.tricks import Pile, destinations, judge, powers_shown, trick_winner

CARDS = tuple(COPIES)
"""By their places in the order of hands."""
SHOWN = tuple([f'"{CODES[card]}"' for card in CARDS])
"""Cards as JSON."""
JSON = {None: "null", 0: "0", 1: "1"}
"""Seats, or none."""
NUMBER = tuple(map(str, range(4 * HAND + 1)))
"""Numbers of tricks, cards, seats and factions."""

NOTHING = ("", "", "")
CLOSED = ("}", "}", "}")


class Kind(NamedTuple):
    """What a trick may share with the one before it: who led and who won, why, and where either card went."""

    leader: Seat
    winner: Seat
    reason: str
    lead: int
    follow: int


@dataclass(frozen=True, slots=True)
class Fallen:
    """What follows from who leads and two cards alone. ``scored`` are those that were scored, the lead as 0 and the
    answer as 1, and by whom; ``alike`` is the number of its kind."""

    leader: Seat
    winner: Seat
    scored: tuple[tuple[int, Seat], ...]
    powers: str
    alike: int


def fallen(phase: Phase, leader: Seat, lead: int, follow: int) -> Fallen:
    """Of two cards as they are numbered; see ``learn``."""
    return known(phase, leader)[lead][follow]


@cache
def known(phase: Phase, leader: Seat) -> tuple[tuple[Fallen, ...], ...]:
    """Every trick that can be, by its lead and its answer. Those alike are one value: there are thousands, and what is
    looked up in so many is hardly ever in the processor's memory."""
    return tuple([tuple([_same(_found(phase, leader, lead, follow)) for follow in CARDS]) for lead in CARDS])


def _found(phase: Phase, leader: Seat, lead: Card, follow: Card) -> Fallen:
    played = lead, follow
    winner, reason = trick_winner(leader, *played), judge(*played)[1].value
    gains = destinations(phase, winner, played)
    kind = Kind(leader, winner, reason, *[_WENT.index((one.pile, one.seat)) for one in gains])
    scored = tuple([(at, one.seat) for at, one in enumerate(gains) if one.seat is not None])
    powers = text_of(shown_powers(powers_shown(phase, winner, *played)))
    return Fallen(leader, winner, scored, powers, _numbers.setdefault(kind, len(_numbers)))


@cache
def _same(value: Any) -> Any:
    """The first value that was like it, so that those alike are there once."""
    return value


Lying = tuple[Fallen, int, int, int, int | None, int | None]
"""A complete trick: what followed from its two cards, which come next, its number, and the cards that were recruited,
one of them blind; none in phase two."""

_numbers: dict[Kind, int] = {}


def learn() -> None:
    """Find all of them beforehand, a tenth of a second: the first games of a process would wait for it."""
    for phase, leader in product(Phase, (0, 1)):
        known(phase, leader)


def lies(trick: Trick) -> Lying:
    """A trick of ``games.rules``."""
    revealed, blind = (None if card is None else hand_order(card) for card in (trick.revealed, trick.blind))
    lead, follow = hand_order(trick.lead), hand_order(trick.follow)
    return fallen(trick.phase, trick.leader, lead, follow), lead, follow, trick.number, revealed, blind


def trick_of(lying: Lying) -> Trick:
    """What ``lies``, as ``games.rules`` has it."""
    found, lead, follow, number, revealed, blind = lying
    played = found.leader, CARDS[lead], CARDS[follow], found.winner
    if revealed is None or blind is None:
        return Trick(Phase.TWO, number, *played, None, None)
    return Trick(Phase.ONE, number, *played, CARDS[revealed], CARDS[blind])


_WENT = tuple([(pile, seat) for pile in Pile for seat in (0, 1, None)])
"""Where a card can go."""


def _turned(before: int, after: int) -> str:
    """What changes where a card of the last trick went, beside the card."""
    (there, who), (pile, seat) = _WENT[before], _WENT[after]
    return ("" if pile is there else f',"pile":"{pile.value}"') + ("" if seat == who else f',"seat":{JSON[seat]}')


_LIES = [f',"pile":"{pile.value}","seat":{JSON[seat]}' for pile, seat in _WENT]
"""The same beside a card that was not there before."""


@cache
def _between(before: int, after: int) -> tuple[str, ...]:
    """What changes from a trick of one kind to one of another: beside its cards, beside the lead and the answer where
    they went, and beside the cards that were recruited."""
    kinds = list(_numbers)
    there, here = kinds[before], kinds[after]
    flat = "" if there.leader == here.leader else f',"leader":{here.leader}'
    flat += "" if there.winner == here.winner else f',"winner":{here.winner}'
    flat += "" if there.reason == here.reason else f',"reason":"{here.reason}"'
    went = _turned(there.lead, here.lead), _turned(there.follow, here.follow)
    taken = ("", "") if there.winner == here.winner else (f',"seat":{here.winner}', f'"seat":{1 - here.winner}')
    return tuple(map(_same, (flat, *went, *taken)))


def following(before: Fallen, lying: Lying) -> Three:
    """What changes from one trick to another of the same phase: for either seat, and for who watches. The loser sees
    the blind card, which stands second among the gains."""
    here, lead, follow, number, revealed, blind = lying
    flat, first, second, taken, lost = _between(before.alike, here.alike)
    led, answered = SHOWN[lead], SHOWN[follow]
    begin = f',"last":{{"number":{NUMBER[number]},"lead":{led},"follow":{answered}{flat}'
    end = "}" if before.powers == here.powers else f',"powers":[{here.powers}]}}'
    if revealed is None or blind is None:
        public = f'{begin},"gains":{{"0":{{"card":{led}{first}}},"1":{{"card":{answered}{second}}}}}{end}'
        return public, public, public
    shown, own = SHOWN[revealed], SHOWN[blind]
    begin = f'{begin},"revealed":{shown},"gains":{{"0":{{"card":{shown}{taken}}},"1":{{{lost}'
    rest = f'}},"2":{{"card":{led}{first}}},"3":{{"card":{answered}{second}}}}}'
    public = f"{begin}{rest}{end}"
    if not lost:
        mine = f'{begin}"card":{own}{rest},"blind":{own}{end}'
        return (mine, public, public) if here.winner else (public, mine, public)
    mine, other = f'{begin},"card":{own}{rest},"blind":{own}{end}', f'{begin},"card":null{rest},"blind":null{end}'
    return (mine, other, public) if here.winner else (other, mine, public)


def anew(lying: Lying) -> Three:
    """A complete trick, whatever was there before: for either seat, and for who watches."""
    trick, lead, follow, number, revealed, blind = lying
    kind, phase, led, answered = list(_numbers)[trick.alike], 2 if revealed is None else 1, SHOWN[lead], SHOWN[follow]
    flat = f'{{"phase":{phase},"number":{number},"leader":{kind.leader},"lead":{led},"follow":{answered},'
    flat += f'"winner":{kind.winner},"reason":"{kind.reason}","powers":{trick.powers},'
    played = f'{{"card":{led}{_LIES[kind.lead]}}},{{"card":{answered}{_LIES[kind.follow]}}}'
    if revealed is None or blind is None:
        public = f'{flat}"revealed":null,"blind":null,"gains":[{played}]}}'
        return public, public, public
    shown, loser = SHOWN[revealed], 1 - kind.winner
    taken, lost = (_LIES[_WENT.index((Pile.FOLLOWERS, seat))] for seat in (kind.winner, loser))
    mine, public = (
        f'{flat}"revealed":{shown},"blind":{one},"gains":[{{"card":{shown}{taken}}},{{"card":{one}{lost}}},{played}]}}'
        for one in (SHOWN[blind], "null")
    )
    return (public, mine, public) if loser else (mine, public, public)


def members(shape: dict[str, Any]) -> str:
    """The members of an object as JSON, without what is around them."""
    return text_of(shape)[1:-1]
