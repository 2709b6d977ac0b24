"""The state of a physical game, worked out anew from everything that was logged."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import NamedTuple

from games.rules.cards import COPIES, Card, Faction
from games.rules.logged.bounds import Prospect
from games.rules.logged.certainty import certain, prospects, settled
from games.rules.logged.chain import scorer_of
from games.rules.logged.followers import size
from games.rules.logged.forced import holdable
from games.rules.logged.inference import Known, know
from games.rules.logged.pad import Asked, asked, missing, unseen
from games.rules.logged.slips import Slip
from games.rules.logged.slots import (
    CARD_SPOTS,
    PileCount,
    Spot,
    TableRecord,
    TableTrick,
    cards_in,
    number_of,
    phase_of,
)
from games.rules.logged.sorting import RECRUITS
from games.rules.logged.stand import ended, in_hand, leads, piles, reached, turn
from games.rules.scoring import By, Outcome, Vote, votes
from games.rules.state import HAND, Cards, Pair, Phase, Seat, other
from games.rules.tricks import Pile, Reason, judge, scored_in

TOLD = 4096
"""Tricks that are remembered: those of some hundred games."""


class TableGain(NamedTuple):
    """A card of a trick that is over and where it went; None for what is not known.

    ``spot`` is where the card was in the trick. The pile of an unknown card is known if no faction makes a difference.
    """

    spot: Spot
    card: Card | None
    pile: Pile | None
    seat: Seat | None


class TrickTally(NamedTuple):
    """What is known of a trick, cards included that only follow from the others.

    ``winner`` can be known without both cards, ``reason`` cannot. ``gains`` are empty until it is ``over``.
    """

    phase: Phase
    number: int
    leader: Seat | None
    revealed: Card | None
    lead: Card | None
    follow: Card | None
    blind: Card | None
    winner: Seat | None
    reason: Reason | None
    gains: tuple[TableGain, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class FactionTally:
    """A faction: the piles as far as known now, and who gets the vote if that is ``certain`` already.

    ``now`` has the counts of the known piles, or of the counted ones; ``seat`` None with ``certain`` means that
    nobody gets the vote.
    """

    faction: Faction
    now: Vote
    certain: bool
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What is known of the tricks and the hands of a physical game, which takes a part of what its votes take.

    ``tricks`` holds the tricks up to the last one logged, the one being played included. ``followers`` are the cards
    certainly recruited and not yet played in phase two, where they are the hands; there ``may`` are the cards that each
    seat can still play.
    """

    finished: bool
    tricks: tuple[TrickTally, ...]
    followers: Pair
    score: Pair
    slips: tuple[Slip, ...]
    may: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Played):
    """A physical game as far as known: the secrets in the record included. Who shows it to one seat tallies a record
    without the other's blind cards.

    ``sizes`` is how many followers a seat has. ``asked`` is what to log now, in order; ``missing`` are the gaps before
    it that are worth filling. ``unseen`` are the cards never logged.
    """

    phase: Phase
    number: int
    leader: Seat | None
    turn: Seat | None
    deck: int
    sizes: tuple[int, int]
    factions: tuple[FactionTally, ...]
    result: Outcome | None
    asked: tuple[Asked, ...]
    missing: tuple[Asked, ...]
    unseen: Cards


def played(record: TableRecord) -> Played:
    """What follows from a record of its tricks and hands."""
    return _played(record, know(record))


def _played(record: TableRecord, known: Known) -> Played:
    followers, may = _hands(record, known)
    return Played(
        finished=ended(record, known),
        tricks=tuple([_trick(known, index) for index in range(_shown(record, known))]),
        followers=followers,
        score=piles(known),
        slips=known.slips,
        may=may,
    )


def hands(record: TableRecord) -> tuple[Pair, Pair]:
    """Of what is ``played``: the ``followers``, and what each seat ``may`` still play."""
    return _hands(record, know(record))


def _hands(record: TableRecord, known: Known) -> tuple[Pair, Pair]:
    return in_hand(record, known), ((), ()) if reached(record, known) < HAND else holdable(known)


def tally(record: TableRecord) -> Tally:
    """Everything that follows from a record. It refuses nothing: what cannot be is in ``slips``."""
    known = know(record)
    laid, at = _played(record, known), reached(record, known)
    finished = laid.finished
    ending = prospects(record, known)
    return Tally(
        **{one.name: getattr(laid, one.name) for one in fields(laid)},
        phase=phase_of(at),
        number=number_of(at),
        leader=leads(record, known),
        turn=turn(record, known),
        deck=max(0, 2 * (HAND - at) - 1),
        sizes=(0, 0) if finished else (size(known, 0), size(known, 1)),
        factions=tuple([_faction(record, now, ending.prospects[now.faction]) for now in votes(laid.score)]),
        result=settled(ending),
        asked=() if finished else asked(known),
        missing=missing(known, record),
        unseen=tuple(unseen(record).in_order()),
    )


def _shown(record: TableRecord, known: Known) -> int:
    """The number of tricks up to the last one logged."""
    logged = HAND + len(record.phase_two) if known.over >= HAND else len(record.phase_one)
    return max(known.over, logged)


def changed(before: Played, after: Played) -> tuple[TrickTally, ...]:
    """The tricks of ``after``, over in both, in which leader, winner or where a known card went is now different.

    What merely became known by the change counts too; tricks that only one of the two has do not.
    """
    pairs = zip(before.tricks, after.tricks, strict=False)
    return tuple([new for old, new in pairs if new is not old and old.over and new.over and _story(old) != _story(new)])


def _story(trick: TrickTally) -> tuple[object, ...]:
    return trick.leader, trick.winner, trick.gains


def _trick(known: Known, index: int) -> TrickTally:
    leader, winner = known.chain.leaders[index].seat, known.chain.winners[index].seat
    return _told(index, known.tricks[index], leader, winner, index < known.over)


@lru_cache(TOLD)
def _told(index: int, trick: TableTrick, leader: Seat | None, winner: Seat | None, over: bool) -> TrickTally:
    """A trick by what is known of it; remembered, for most tricks stay as they are from one entry to the next."""
    revealed, lead, follow, blind, _ = trick
    phase, number = phase_of(index), number_of(index)
    if not over:
        return TrickTally(phase, number, leader, revealed, lead, follow, blind, None, None, (), over)
    reason = judge(lead, follow)[1] if lead and follow else None
    gains = _gains(phase, winner, cards_in(trick, index))
    return TrickTally(phase, number, leader, revealed, lead, follow, blind, winner, reason, gains, over)


_GAINED = {
    phase: tuple(sorted(enumerate(spots), key=lambda one: one[1] in (Spot.LEAD, Spot.FOLLOW)))
    for phase, spots in CARD_SPOTS.items()
}
"""The spots of a trick, the recruited cards first, each with its place in the order of the game."""


def _gains(phase: Phase, winner: Seat | None, cards: tuple[Card | None, ...]) -> tuple[TableGain, ...]:
    return tuple([gains[cards[at]] for at, gains in _gained(phase, winner)])


@cache
def _gained(phase: Phase, winner: Seat | None) -> tuple[tuple[int, dict[Card | None, TableGain]], ...]:
    """For each spot of a trick with this winner, where each card goes that may lie there."""
    return tuple(
        (at, {card: _gain(phase, spot, card, winner) for card in (None, *COPIES)}) for at, spot in _GAINED[phase]
    )


def _gain(phase: Phase, spot: Spot, card: Card | None, winner: Seat | None) -> TableGain:
    loser = None if winner is None else other(winner)
    if spot in RECRUITS:
        return TableGain(spot, card, Pile.FOLLOWERS, loser if spot is Spot.BLIND else winner)
    if card is None:
        return TableGain(spot, None, _only_pile(phase), None)
    flip = scorer_of(phase, card.faction)
    if flip is None:
        return TableGain(spot, card, Pile.DISCARD, None)
    return TableGain(spot, card, Pile.SCORE, loser if flip else winner)


def _only_pile(phase: Phase) -> Pile | None:
    """Where every card played in a phase goes, whatever its faction; None where that depends on it."""
    factions = scored_in(phase)
    if 0 < len(factions) < len(Faction):
        return None
    return Pile.SCORE if factions else Pile.DISCARD


def _faction(record: TableRecord, now: Vote, prospect: Prospect) -> FactionTally:
    faction, seat = now.faction, certain(prospect)
    pile = dict(record.piles).get(faction)
    return FactionTally(faction, now if pile is None else _counted(faction, pile, seat), len(prospect) == 1, seat)


def _counted(faction: Faction, pile: PileCount, seat: Seat | None) -> Vote:
    first, second = (None if top is None else Card(faction, top) for top in pile.highest)
    by = By.COUNT if pile.counts[0] != pile.counts[1] else By.NONE if seat is None else By.CARD
    return Vote(faction, pile.counts, (first, second), by, seat)
