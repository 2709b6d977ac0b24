"""Tally of a physical game: its state, computed anew from everything that was logged."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import NamedTuple

from games.inference.card_locations import RECRUITS
from games.inference.certainty import compute_prospects, get_certain_seat, get_settled_outcome
from games.inference.deduction import Deduction, deduce
from games.inference.pad import RequestedSlot, get_requested_slot, list_missing_slots, list_unseen_cards
from games.inference.progress import (
    count_followers,
    get_current_trick,
    get_leader,
    get_turn,
    is_ended,
    list_hands,
    list_possible_hands,
    list_score_piles,
)
from games.inference.record import (
    CARD_SPOTS,
    PileCount,
    Spot,
    TableRecord,
    TableTrick,
    get_phase,
    get_trick_number,
    list_trick_cards,
)
from games.inference.slips import Slip
from games.inference.trick_chain import get_scorer
from games.inference.vote_bounds import Prospect
from games.rules.cards import COPIES, Card, Faction
from games.rules.scoring import Outcome, Vote, VoteBasis, compute_votes
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards, get_other_seat
from games.rules.tricks import Pile, Reason, decide_trick, list_scored_factions

TRICK_CACHE_SIZE = 4096
"""The number of cached tricks: those of some hundred games."""


class TableGain(NamedTuple):
    """A card of a finished trick, and the pile and the seat to which it went; None for what is unknown.

    ``spot`` is its spot in the trick. The pile of an unknown card is known if it is the same for all factions.
    """

    spot: Spot
    card: Card | None
    pile: Pile | None
    seat: Seat | None


class TrickTally(NamedTuple):
    """A trick as far as it is known, including cards that follow from the others.

    ``winner`` can be known without both cards, ``reason`` cannot. ``gains`` are empty until the trick is ``over``.
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
    """A faction: its piles as far as known, and the seat that gets its vote if that is ``certain`` already.

    ``now`` is the vote by the known piles, or by the counted piles. ``seat`` is None if the vote is not ``certain``,
    and also if certainly neither seat gets it.
    """

    faction: Faction
    now: Vote
    certain: bool
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTally:
    """The tricks and hands of a physical game as far as known. Its votes, which take longer, are left out.

    ``tricks`` are the tricks up to the last one logged, including the current trick. ``followers`` are the cards
    certainly recruited and not yet played in phase two. ``may`` are the cards that each seat can still play in phase
    two; they are empty in phase one.
    """

    finished: bool
    tricks: tuple[TrickTally, ...]
    followers: SeatCards
    score: SeatCards
    slips: tuple[Slip, ...]
    may: SeatCards


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(PlayTally):
    """A physical game as far as known, including the secrets in the record.

    To show it to one seat, tally a record without the blind cards of the other seat. ``sizes`` are the numbers of
    followers of the seats. ``asked`` are the slots to log now, in order; ``missing`` are the earlier gaps that are
    worth filling. ``unseen`` are the cards that are not logged anywhere.
    """

    phase: Phase
    number: int
    leader: Seat | None
    turn: Seat | None
    deck: int
    sizes: tuple[int, int]
    factions: tuple[FactionTally, ...]
    result: Outcome | None
    asked: tuple[RequestedSlot, ...]
    missing: tuple[RequestedSlot, ...]
    unseen: Cards


def compute_play(record: TableRecord) -> PlayTally:
    """Return the tally of a record without its votes."""
    return _build_play(record, deduce(record))


def _build_play(record: TableRecord, known: Deduction) -> PlayTally:
    followers, may = _build_hands(record, known)
    return PlayTally(
        finished=is_ended(record, known),
        tricks=tuple([_build_trick(known, index) for index in range(_count_logged_tricks(record, known))]),
        followers=followers,
        score=list_score_piles(known),
        slips=known.slips,
        may=may,
    )


def compute_hands(record: TableRecord) -> tuple[SeatCards, SeatCards]:
    """Return only ``followers`` and ``may`` of ``compute_play``."""
    return _build_hands(record, deduce(record))


def _build_hands(record: TableRecord, known: Deduction) -> tuple[SeatCards, SeatCards]:
    return list_hands(record, known), ((), ()) if get_current_trick(record, known) < HAND_SIZE else list_possible_hands(
        known
    )


def compute_tally(record: TableRecord) -> Tally:
    """Return the tally of a record. Nothing is refused: ``slips`` has the warnings about what cannot be."""
    known = deduce(record)
    play, at = _build_play(record, known), get_current_trick(record, known)
    finished = play.finished
    ending = compute_prospects(record, known)
    return Tally(
        **{field.name: getattr(play, field.name) for field in fields(play)},
        phase=get_phase(at),
        number=get_trick_number(at),
        leader=get_leader(record, known),
        turn=get_turn(record, known),
        deck=max(0, 2 * (HAND_SIZE - at) - 1),
        sizes=(0, 0) if finished else (count_followers(known, 0), count_followers(known, 1)),
        factions=tuple(
            [_build_faction(record, now, ending.prospects[now.faction]) for now in compute_votes(play.score)]
        ),
        result=get_settled_outcome(ending),
        asked=() if finished else get_requested_slot(known),
        missing=list_missing_slots(known, record),
        unseen=tuple(list_unseen_cards(record).in_order()),
    )


def _count_logged_tricks(record: TableRecord, known: Deduction) -> int:
    """Return the number of tricks up to the last one logged."""
    logged = HAND_SIZE + len(record.phase_two) if known.over >= HAND_SIZE else len(record.phase_one)
    return max(known.over, logged)


def list_changed_tricks(before: PlayTally, after: PlayTally) -> tuple[TrickTally, ...]:
    """Return the tricks of ``after`` whose leader, winner or gains differ from ``before``.

    Only tricks that are over in both are compared. Something that merely became known is a difference too.
    """
    pairs = zip(before.tricks, after.tricks, strict=False)
    return tuple(
        [
            new
            for old, new in pairs
            if new is not old and old.over and new.over and _build_comparison(old) != _build_comparison(new)
        ]
    )


def _build_comparison(trick: TrickTally) -> tuple[object, ...]:
    return trick.leader, trick.winner, trick.gains


def _build_trick(known: Deduction, index: int) -> TrickTally:
    leader, winner = known.chain.leaders[index].seat, known.chain.winners[index].seat
    return _build_trick_tally(index, known.tricks[index], leader, winner, index < known.over)


@lru_cache(TRICK_CACHE_SIZE)
def _build_trick_tally(
    index: int, trick: TableTrick, leader: Seat | None, winner: Seat | None, over: bool
) -> TrickTally:
    """Return the tally of a trick. Cached, since most tricks stay the same from one entry to the next."""
    revealed, lead, follow, blind, _ = trick
    phase, number = get_phase(index), get_trick_number(index)
    if not over:
        return TrickTally(phase, number, leader, revealed, lead, follow, blind, None, None, (), over)
    reason = decide_trick(lead, follow)[1] if lead and follow else None
    gains = _build_gains(phase, winner, list_trick_cards(trick, index))
    return TrickTally(phase, number, leader, revealed, lead, follow, blind, winner, reason, gains, over)


_SPOT_ORDER = {
    phase: tuple(sorted(enumerate(spots), key=lambda item: item[1] in (Spot.LEAD, Spot.FOLLOW)))
    for phase, spots in CARD_SPOTS.items()
}
"""The spots of a trick, recruited cards first, each with its index in the order of the game."""


def _build_gains(phase: Phase, winner: Seat | None, cards: tuple[Card | None, ...]) -> tuple[TableGain, ...]:
    return tuple([gains[cards[at]] for at, gains in _list_destinations(phase, winner)])


@cache
def _list_destinations(phase: Phase, winner: Seat | None) -> tuple[tuple[int, dict[Card | None, TableGain]], ...]:
    """Return the index of each spot of a trick with this winner, and where each possible card in it goes."""
    return tuple(
        (at, {card: _build_gain(phase, spot, card, winner) for card in (None, *COPIES)})
        for at, spot in _SPOT_ORDER[phase]
    )


def _build_gain(phase: Phase, spot: Spot, card: Card | None, winner: Seat | None) -> TableGain:
    loser = None if winner is None else get_other_seat(winner)
    if spot in RECRUITS:
        return TableGain(spot, card, Pile.FOLLOWERS, loser if spot is Spot.BLIND else winner)
    if card is None:
        return TableGain(spot, None, _get_only_pile(phase), None)
    flip = get_scorer(phase, card.faction)
    if flip is None:
        return TableGain(spot, card, Pile.DISCARD, None)
    return TableGain(spot, card, Pile.SCORE, loser if flip else winner)


def _get_only_pile(phase: Phase) -> Pile | None:
    """Return the pile to which all cards played in a phase go; None if that depends on the faction."""
    factions = list_scored_factions(phase)
    if 0 < len(factions) < len(Faction):
        return None
    return Pile.SCORE if factions else Pile.DISCARD


def _build_faction(record: TableRecord, now: Vote, prospect: Prospect) -> FactionTally:
    faction, seat = now.faction, get_certain_seat(prospect)
    pile = dict(record.piles).get(faction)
    return FactionTally(
        faction, now if pile is None else _build_counted_faction(faction, pile, seat), len(prospect) == 1, seat
    )


def _build_counted_faction(faction: Faction, pile: PileCount, seat: Seat | None) -> Vote:
    first, second = (None if top is None else Card(faction, top) for top in pile.highest)
    by = VoteBasis.COUNT if pile.counts[0] != pile.counts[1] else VoteBasis.NONE if seat is None else VoteBasis.CARD
    return Vote(faction, pile.counts, (first, second), by, seat)
