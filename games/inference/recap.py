"""Recap of a finished physical game: its decisive moments, from what both players may know."""

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
"""The factions that already score in phase one: the Undead."""
Standing = tuple[Seat | None, ...]
"""The seat ahead by votes before the first logged trick and after each trick; None for neither."""


@dataclass(frozen=True, slots=True)
class Recap:
    """The decisive moments of a game; None for a moment that the known cards do not determine.

    ``turn`` is the trick after which the winner was ahead for good (a draw: level for good); ``ahead`` is whether the
    winner was ahead from the start. ``without_undead`` is a tuple with the winner if the vote of the Undead did not
    count. ``won`` has the numbers of tricks that each seat is known to have won in each phase; it is empty if piles
    were counted.
    """

    turn: TrickTally | None
    ahead: bool
    closest: FactionTally | None
    clearest: FactionTally | None
    without_undead: tuple[Seat | None] | None
    won: dict[Phase, tuple[int, int]]


def build_recap(tally: Tally, record: TableRecord, doubts: tuple[Slip, ...] = ()) -> Recap | None:
    """Return the recap of a finished game whose result is known; otherwise None.

    A trick is not given as decisive if one of the ``doubts`` is about it or is proved by it.
    """
    if not tally.finished or tally.result is None:
        return None
    exact = _is_exact(tally, record)
    turned = (
        _find_turning_point(_compute_standing(tally, record), tally.result.winner)
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


def _compute_standing(tally: Tally, record: TableRecord) -> Standing:
    apart = record.undead or ((), ())
    logged = {card for trick in tally.tricks[:HAND_SIZE] for _, card in _list_scored_cards(trick)}
    piles = [tuple(card for card in pile if card not in logged) for pile in apart]
    standing = [_get_leading_seat(piles)]
    for trick in tally.tricks:
        for seat, card in _list_scored_cards(trick):
            piles[seat] = (*piles[seat], card)
        standing.append(_get_leading_seat(piles))
    return tuple(standing)


def _list_scored_cards(trick: TrickTally) -> list[tuple[Seat, Card]]:
    gains = [(gain.seat, gain.card) for gain in trick.gains if gain.pile is Pile.SCORE]
    return [(seat, card) for seat, card in gains if seat is not None and card is not None]


def _get_leading_seat(piles: list[Cards]) -> Seat | None:
    return decide_outcome(tuple(vote.seat for vote in compute_votes((piles[0], piles[1])))).winner


def _find_turning_point(standing: Standing, winner: Seat | None) -> int | None:
    """Return the number of tricks after which the winner was final; None if the known piles have another winner."""
    if standing[-1] != winner:
        return None
    return next((at for at in range(len(standing) - 1, 0, -1) if standing[at - 1] != winner), 0)


def _is_doubtful(trick: TrickTally, doubts: tuple[Slip, ...]) -> bool:
    return any(Moment(trick.phase, trick.number) in (slip.moment, slip.evidence) for slip in doubts)


def _is_exact(tally: Tally, record: TableRecord) -> bool:
    """Return whether the score piles are known to the last card, from counted piles or from the logged tricks.

    Every Undead is played in one of the phases and scores; other cards score only if they are played in phase two.
    """
    if record.piles:
        return len(record.piles) == len(Faction)
    undead = sum(card.faction in EARLY for card in COPIES)
    late = [gain for trick in tally.tricks[HAND_SIZE:] for gain in trick.gains]
    known = sum(card.faction in EARLY for pile in tally.score for card in pile)
    return known == undead and len(late) == 2 * HAND_SIZE and all(gain.card and gain.seat is not None for gain in late)


def _find_closest(tally: Tally) -> FactionTally:
    return min(tally.factions, key=lambda faction: (_compute_margin(faction), faction.seat is None))


def _find_clearest(tally: Tally) -> FactionTally:
    return max(tally.factions, key=_compute_margin)


def _compute_margin(faction: FactionTally) -> int:
    first, second = faction.now.counts
    return abs(first - second)


def _compute_without_undead(tally: Tally, draw: str) -> tuple[Seat | None] | None:
    if not all(vote.certain for vote in tally.factions):
        return None
    others = tuple(vote.seat for vote in tally.factions if vote.faction not in EARLY)
    return (decide_outcome(others, draw).winner,)


def _count_won_tricks(tally: Tally, phase: Phase) -> tuple[int, int]:
    winners = [trick.winner for trick in tally.tricks if trick.phase is phase]
    return winners.count(0), winners.count(1)
