"""Bounds on the votes by counting: sound for any log, and quick."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.inference.card_locations import CardLocations
from games.inference.card_multiset import CardMultiset
from games.inference.deduction import Deduction
from games.inference.record import TRICK_COUNT, get_phase
from games.inference.trick_chain import Side, get_scorer
from games.rules.cards import Card, Faction
from games.rules.state import Phase, Seat

Prospect = frozenset[Seat | None]
"""The seats that may get a vote; None among them: that nobody gets it."""

UNKNOWN_SEAT = 2
Spots = dict[Phase, list[int]]
"""Of each phase: in how many open plays seat 0 won the trick, seat 1 did, and who did is not known."""

ANY_PROSPECT: Prospect = frozenset({0, 1, None})


@dataclass(slots=True)
class _Stake:
    """A faction's cards: by the side that gets them, and those of which at most so many may go to a seat."""

    placed: dict[int, tuple[list[Card], list[Card]]] = field(default_factory=lambda: defaultdict(lambda: ([], [])))
    floating: list[Card] = field(default_factory=list)
    room: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class _CountBasis:
    """What all factions are counted by.

    The known cards that score, those that are certainly open, where the others are, the open plays, and how many there
    are in phase two.
    """

    scored: list[tuple[Card, Side]]
    sure: CardMultiset
    account: CardLocations
    spots: Spots
    late: int

    @property
    def floating(self) -> tuple[CardMultiset, ...]:
        return self.sure, self.account.free, self.account.adrift


def compute_vote_bounds(known: Deduction) -> dict[Faction, Prospect]:
    """Return the seats that may get each vote. A prospect of one seat is certain; a larger one may be too cautious."""
    return {faction: _compute_prospect(stake) for faction, stake in _build_stakes(build_count_basis(known)).items()}


def build_count_basis(known: Deduction) -> _CountBasis:
    """Return what the counting goes by."""
    account = known.account
    sure = account.hands[0] + account.hands[1] + account.loose
    spots = _list_spots(known)
    return _CountBasis([*list_scored_cards(known)], sure, account, spots, sum(spots[Phase.TWO]))


def _list_spots(known: Deduction) -> Spots:
    found: Spots = {Phase.ONE: [0, 0, 0], Phase.TWO: [0, 0, 0]}
    for index in list_open_plays(known):
        seat = known.chain.winners[index].seat
        found[get_phase(index)][UNKNOWN_SEAT if seat is None else seat] += 1
    return found


def list_scored_cards(known: Deduction, tricks: int = TRICK_COUNT) -> Iterator[tuple[Card, Side]]:
    """Return the known cards that go to score piles in the first so many tricks, and to whose."""
    stated = {card: seat for seat, card in known.apart}
    for index, (trick, winner) in enumerate(zip(known.tricks[:tricks], known.chain.winners, strict=False)):
        phase = get_phase(index)
        for card in (trick.lead, trick.follow):
            flip = None if card is None else get_scorer(phase, card.faction)
            if card is not None and flip is not None:
                yield card, winner.opponent if flip else winner
    for card, seat in stated.items():
        yield card, Side(0, seat)


def list_open_plays(known: Deduction) -> Iterator[int]:
    """Return the index of the trick for each card still to be played or not logged, missing tricks included."""
    for index, trick in enumerate(known.tricks):
        if trick.lead is None:
            yield index
        if trick.follow is None:
            yield index


def _build_stakes(log: _CountBasis) -> dict[Faction, _Stake]:
    stakes = {faction: _Stake() for faction in Faction}
    for card, side in log.scored:
        stakes[card.faction].placed[side.base][side.flip].append(card)
    for card in [card for held in log.floating for card in held.elements()]:
        stakes[card.faction].floating.append(card)
    sure = Counter(card.faction for card in log.sure.elements())
    for faction, stake in stakes.items():
        stake.room = _compute_room(log, faction, sure.total() - sure[faction])
    return stakes


def _compute_room(log: _CountBasis, faction: Faction, others: int) -> tuple[int, int]:
    """How many open plays may bring each seat a card of the faction; in phase two some surely hold others."""
    most = max(0, log.late - others)
    early, late = (_count_open_plays(log.spots[phase], get_scorer(phase, faction)) for phase in Phase)
    return early[0] + min(late[0], most), early[1] + min(late[1], most)


def _count_open_plays(spots: list[int], flip: int | None) -> tuple[int, int]:
    """In how many open plays each seat may get a card that goes to the winner (0) or the loser (1)."""
    if flip is None:
        return 0, 0
    return spots[flip] + spots[UNKNOWN_SEAT], spots[1 - flip] + spots[UNKNOWN_SEAT]


def _compute_prospect(stake: _Stake) -> Prospect:
    best = [_compute_best_lead(stake, seat) for seat in (0, 1)]
    found: set[Seat | None] = {seat for seat in (0, 1) if best[seat] > 0 or _can_win_by_card(stake, seat, best[seat])}
    placed = [card for sides in stake.placed.values() for side in sides for card in side]
    if min(best) >= 0 and not any(card.value for card in placed):
        found.add(None)
    return frozenset(found) or ANY_PROSPECT


def _compute_best_lead(stake: _Stake, seat: Seat) -> int:
    """By how many cards a seat can lead at the most."""
    lead = min(stake.room[seat], len(stake.floating))
    for base, sides in stake.placed.items():
        margin = len(sides[seat]) - len(sides[1 - seat])
        lead += margin if base == 0 else abs(margin)
    return lead


def _can_win_by_card(stake: _Stake, seat: Seat, best: int) -> bool:
    """Whether a seat that can only come level may then have the higher card."""
    if best < 0:
        return False
    against = max((card.value for card in stake.placed[0][1 - seat]), default=-1)
    mine = [card.value for base, sides in stake.placed.items() if base for side in sides for card in side]
    mine += [card.value for card in stake.placed[0][seat]]
    mine += [card.value for card in stake.floating] if stake.room[seat] else []
    return max(mine, default=-1) > against
