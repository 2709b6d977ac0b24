"""Recap of a finished physical game: its decisive moments, from all that everybody may know."""

from __future__ import annotations

from dataclasses import dataclass

from games.inference.record import TableRecord
from games.inference.slips import Moment, Slip
from games.inference.tally import FactionTally, Tally, TrickTally
from games.rules.cards import COPIES, Card, Faction
from games.rules.scoring import compute_votes, decide_outcome
from games.rules.state import HAND_SIZE, Cards, Phase, Seat
from games.rules.tricks import Pile, list_scored_factions

EARLY = list_scored_factions(Phase.ONE)
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


def build_recap(tally: Tally, record: TableRecord, doubts: tuple[Slip, ...] = ()) -> Recap | None:
    """Return the recap of a finished game whose result is known, else None.

    A trick that one of the ``doubts`` is about, or that proves one, is not told of as decisive.
    """
    if not tally.finished or tally.result is None:
        return None
    exact = _is_exact(tally, record)
    turned = (
        _find_turning_point(_list_vote_winners(tally, record), tally.result.winner)
        if exact and not record.piles
        else None
    )
    turn = tally.tricks[turned - 1] if turned else None
    return Recap(
        turn=None if turn and _is_doubtful(turn, doubts) else turn,
        ahead=turned == 0,
        closest=_find_closest(tally) if exact else None,
        clearest=_find_clearest(tally) if exact else None,
        without_undead=_compute_without_undead(tally, record.rulings.draw),
        won={} if record.piles else {phase: _count_won_tricks(tally, phase) for phase in Phase},
    )


def _list_vote_winners(tally: Tally, record: TableRecord) -> Standing:
    apart = record.undead or ((), ())
    logged = {card for trick in tally.tricks[:HAND_SIZE] for _, card in _list_scored_cards(trick)}
    piles = [tuple(card for card in pile if card not in logged) for pile in apart]
    found = [_get_leading_seat(piles)]
    for trick in tally.tricks:
        for seat, card in _list_scored_cards(trick):
            piles[seat] = (*piles[seat], card)
        found.append(_get_leading_seat(piles))
    return tuple(found)


def _list_scored_cards(trick: TrickTally) -> list[tuple[Seat, Card]]:
    gains = [(gain.seat, gain.card) for gain in trick.gains if gain.pile is Pile.SCORE]
    return [(seat, card) for seat, card in gains if seat is not None and card is not None]


def _get_leading_seat(piles: list[Cards]) -> Seat | None:
    return decide_outcome(tuple(one.seat for one in compute_votes((piles[0], piles[1])))).winner


def _find_turning_point(standing: Standing, winner: Seat | None) -> int | None:
    """After how many tricks it was for good as it ended; None where the known piles end otherwise than the game."""
    if standing[-1] != winner:
        return None
    return next((at for at in range(len(standing) - 1, 0, -1) if standing[at - 1] != winner), 0)


def _is_doubtful(trick: TrickTally, doubts: tuple[Slip, ...]) -> bool:
    return any(Moment(trick.phase, trick.number) in (slip.moment, slip.evidence) for slip in doubts)


def _is_exact(tally: Tally, record: TableRecord) -> bool:
    """Whether the piles are known to the last card: those that were counted, or else all that can have scored.

    Every Undead is played sooner or later, and scores; of all else what was played in phase two does.
    """
    if record.piles:
        return len(record.piles) == len(Faction)
    undead = sum(card.faction in EARLY for card in COPIES)
    late = [gain for trick in tally.tricks[HAND_SIZE:] for gain in trick.gains]
    known = sum(card.faction in EARLY for pile in tally.score for card in pile)
    return known == undead and len(late) == 2 * HAND_SIZE and all(one.card and one.seat is not None for one in late)


def _find_closest(tally: Tally) -> FactionTally:
    return min(tally.factions, key=lambda one: (_compute_margin(one), one.seat is None))


def _find_clearest(tally: Tally) -> FactionTally:
    return max(tally.factions, key=_compute_margin)


def _compute_margin(one: FactionTally) -> int:
    first, second = one.now.counts
    return abs(first - second)


def _compute_without_undead(tally: Tally, draw: str) -> tuple[Seat | None] | None:
    if not all(one.certain for one in tally.factions):
        return None
    others = tuple(one.seat for one in tally.factions if one.faction not in EARLY)
    return (decide_outcome(others, draw).winner,)


def _count_won_tricks(tally: Tally, phase: Phase) -> tuple[int, int]:
    winners = [trick.winner for trick in tally.tricks if trick.phase is phase]
    return winners.count(0), winners.count(1)
