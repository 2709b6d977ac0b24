"""What changes from the last trick to the one after it, as an audience sees them."""

from __future__ import annotations

from typing import Any

from games.live.online.view import shown_powers, shown_trick
from games.rules.cards import CODES, Card
from games.rules.state import Seat, Trick, other
from games.rules.tricks import Pile, Reason, Shown, destinations, judge, powers_shown
from games.rules.visible import lying
from games.wire.changes import changed

Shape = dict[str, Any]


def seen_trick(trick: Trick, audience: Seat | None) -> Shape:
    """A complete trick."""
    return shown_trick(lying(trick, audience))


def seen_blind(trick: Trick, audience: Seat | None) -> Card | None:
    """The blind card of a trick of phase one, as far as it is seen."""
    return trick.blind if audience == other(trick.winner) else None


def following(before: Trick, after: Trick) -> Shape:
    """What changes from one trick to another of the same phase, of which as many cards are gained."""
    change = {name: new for name, old, new in zip(_FLAT, _flat(before), _flat(after), strict=True) if new != old}
    gains = enumerate(zip(_gains(before), _gains(after), strict=True))
    change["gains"] = {str(at): _gained(old, new) for at, (old, new) in gains}
    there, here = _powers(before), _powers(after)
    if there == here:
        return change
    return change | changed({"powers": shown_powers(there)}, {"powers": shown_powers(here)})


_FLAT = ("number", "leader", "lead", "follow", "winner", "reason", "revealed")
"""What of a trick is no list, beside its phase and the blind card."""


_VALUES: dict[str, str] = {one: one.value for one in (*Pile, *Reason)}
"""Their texts: an enumeration tells them by a function in Python."""
_RECRUITS = _VALUES[Pile.FOLLOWERS]


def _flat(trick: Trick) -> tuple[Any, ...]:
    lead, follow = trick.lead, trick.follow
    reason = _VALUES[judge(lead, follow)[1]]
    return trick.number, trick.leader, CODES[lead], CODES[follow], trick.winner, reason, code_of(trick.revealed)


def _gains(trick: Trick) -> list[tuple[Any, ...]]:
    """The gains as whoever has not seen the blind card is shown them."""
    winner = trick.winner
    found = destinations(trick.phase, winner, (trick.lead, trick.follow))
    played = [(CODES[one.card], _VALUES[one.pile], one.seat) for one in found]
    if trick.revealed is None:
        return played
    return [(CODES[trick.revealed], _RECRUITS, winner), (None, _RECRUITS, other(winner)), *played]


def _gained(before: tuple[Any, ...], after: tuple[Any, ...]) -> Shape:
    card, pile, seat = after
    change: Shape = {} if card == before[0] else {"card": card}
    if pile != before[1]:
        change["pile"] = pile
    if seat != before[2]:
        change["seat"] = seat
    return change


def _powers(trick: Trick) -> tuple[Shown, ...]:
    return powers_shown(trick.phase, trick.winner, trick.lead, trick.follow)


def with_blind(public: Shape, before: Card | None, after: Card | None) -> Shape:
    """What changes of the last trick for who has seen these blind cards, beside what changes for those who saw none:
    the card itself, and that the loser got it, which stands second among the gains."""
    if before == after:
        return {}
    gains, shown = public["gains"], code_of(after)
    return {"blind": shown, "gains": {**gains, "1": {**gains["1"], "card": shown}}}


def code_of(card: Card | None) -> str | None:
    return None if card is None else CODES[card]
