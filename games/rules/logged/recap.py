"""What was decisive in a physical game that is over, from all that everybody may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import COPIES, Card, Faction
from games.rules.logged.slips import Moment, Slip
from games.rules.logged.slots import TableRecord
from games.rules.logged.tally import FactionTally, Tally, TrickTally
from games.rules.scoring import decide, votes
from games.rules.state import HAND, Cards, Phase, Seat
from games.rules.tricks import Pile, scored_in

EARLY = scored_in(Phase.ONE)
"""The factions that score in phase one already: the Undead."""
Standing = tuple[Seat | None, ...]
"""Who was ahead by votes before the first logged trick, and after each."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What decided a game; what is not known to the last card that scored is None.

    ``turn`` is the trick after which whoever won was ahead for good (a draw: level for good); ``ahead`` is whether it
    was so from the first logged trick on. ``without_undead`` is who would have won without the vote of the Undead, in
    a tuple. ``won`` are the tricks of each phase that each seat is known to have won, none where piles were counted.
    """

    turn: TrickTally | None
    ahead: bool
    closest: FactionTally | None
    clearest: FactionTally | None
    without_undead: tuple[Seat | None] | None
    won: dict[Phase, tuple[int, int]]


def recap(tally: Tally, record: TableRecord, doubts: tuple[Slip, ...] = ()) -> Recap | None:
    """The recap of a finished game whose result is known, else None.

    A trick that one of the ``doubts`` is about, or that proves one, is not told of as decisive.
    """
    if not tally.finished or tally.result is None:
        return None
    exact = _exact(tally, record)
    turned = _turned(_standing(tally, record), tally.result.winner) if exact and not record.piles else None
    turn = tally.tricks[turned - 1] if turned else None
    return Recap(
        turn=None if turn and _doubtful(turn, doubts) else turn,
        ahead=turned == 0,
        closest=_closest(tally) if exact else None,
        clearest=_clearest(tally) if exact else None,
        without_undead=_without_undead(tally, record.rulings.draw),
        won={} if record.piles else {phase: _won(tally, phase) for phase in Phase},
    )


def _standing(tally: Tally, record: TableRecord) -> Standing:
    apart = record.undead or ((), ())
    logged = {card for trick in tally.tricks[:HAND] for _, card in _scored(trick)}
    piles = [tuple(card for card in pile if card not in logged) for pile in apart]
    found = [_ahead(piles)]
    for trick in tally.tricks:
        for seat, card in _scored(trick):
            piles[seat] = (*piles[seat], card)
        found.append(_ahead(piles))
    return tuple(found)


def _scored(trick: TrickTally) -> list[tuple[Seat, Card]]:
    gains = [(gain.seat, gain.card) for gain in trick.gains if gain.pile is Pile.SCORE]
    return [(seat, card) for seat, card in gains if seat is not None and card is not None]


def _ahead(piles: list[Cards]) -> Seat | None:
    return decide(tuple(one.seat for one in votes((piles[0], piles[1])))).winner


def _turned(standing: Standing, winner: Seat | None) -> int | None:
    """After how many tricks it was for good as it ended; None where the known piles end otherwise than the game."""
    if standing[-1] != winner:
        return None
    return next((at for at in range(len(standing) - 1, 0, -1) if standing[at - 1] != winner), 0)


def _doubtful(trick: TrickTally, doubts: tuple[Slip, ...]) -> bool:
    return any(Moment(trick.phase, trick.number) in (slip.moment, slip.evidence) for slip in doubts)


def _exact(tally: Tally, record: TableRecord) -> bool:
    """Whether the piles are known to the last card: those that were counted, or else all that can have scored.

    Every Undead is played sooner or later, and scores; of all else what was played in phase two does.
    """
    if record.piles:
        return len(record.piles) == len(Faction)
    undead = sum(card.faction in EARLY for card in COPIES)
    late = [gain for trick in tally.tricks[HAND:] for gain in trick.gains]
    known = sum(card.faction in EARLY for pile in tally.score for card in pile)
    return known == undead and len(late) == 2 * HAND and all(one.card and one.seat is not None for one in late)


def _closest(tally: Tally) -> FactionTally:
    return min(tally.factions, key=lambda one: (_margin(one), one.seat is None))


def _clearest(tally: Tally) -> FactionTally:
    return max(tally.factions, key=_margin)


def _margin(one: FactionTally) -> int:
    first, second = one.now.counts
    return abs(first - second)


def _without_undead(tally: Tally, draw: str) -> tuple[Seat | None] | None:
    if not all(one.certain for one in tally.factions):
        return None
    others = tuple(one.seat for one in tally.factions if one.faction not in EARLY)
    return (decide(others, draw).winner,)


def _won(tally: Tally, phase: Phase) -> tuple[int, int]:
    winners = [trick.winner for trick in tally.tricks if trick.phase is phase]
    return winners.count(0), winners.count(1)
