"""Bounds on the votes by counting cards: sound for any log, and fast."""

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
"""The seats that may get a vote; None among them stands for neither seat."""

UNKNOWN_SEAT = 2
Spots = dict[Phase, list[int]]
"""For each phase, the numbers of open plays in tricks won by seat 0, by seat 1 and by an unknown seat."""

ANY_PROSPECT: Prospect = frozenset({0, 1, None})


@dataclass(slots=True)
class _Stake:
    """The cards of a faction: ``placed`` by base and flip of the side that gets them, and ``floating``.

    At most ``room`` of the floating cards may go to each seat.
    """

    placed: dict[int, tuple[list[Card], list[Card]]] = field(default_factory=lambda: defaultdict(lambda: ([], [])))
    floating: list[Card] = field(default_factory=list)
    room: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class _CountBasis:
    """The basis on which the cards of all factions are counted.

    ``scored`` are the known cards that score, ``sure`` the cards that are certainly in open plays of phase two. The
    other cards are in ``account``. ``spots`` has the numbers of open plays, ``late`` is their number in phase two.
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
    """Return the seats that may get each vote. A prospect of one seat is certain; a larger one may be too wide."""
    return {faction: _compute_prospect(stake) for faction, stake in _build_stakes(build_count_basis(known)).items()}


def build_count_basis(known: Deduction) -> _CountBasis:
    """Return the basis on which the cards of a game are counted."""
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
    """Yield the known cards scored in the first ``tricks`` tricks or logged apart, each with the scoring side."""
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
    """Yield the index of the trick of each play that is not logged or not made yet, including missing tricks."""
    for index, trick in enumerate(known.tricks):
        if trick.lead is None:
            yield index
        if trick.follow is None:
            yield index


def _build_stakes(basis: _CountBasis) -> dict[Faction, _Stake]:
    stakes = {faction: _Stake() for faction in Faction}
    for card, side in basis.scored:
        stakes[card.faction].placed[side.base][side.flip].append(card)
    for card in [card for cards in basis.floating for card in cards.elements()]:
        stakes[card.faction].floating.append(card)
    sure = Counter(card.faction for card in basis.sure.elements())
    for faction, stake in stakes.items():
        stake.room = _compute_room(basis, faction, sure.total() - sure[faction])
    return stakes


def _compute_room(basis: _CountBasis, faction: Faction, others: int) -> tuple[int, int]:
    """Return how many open plays may bring each seat a card of the faction.

    ``others`` cards of other factions are certainly among the open plays of phase two.
    """
    most = max(0, basis.late - others)
    early, late = (_count_open_plays(basis.spots[phase], get_scorer(phase, faction)) for phase in Phase)
    return early[0] + min(late[0], most), early[1] + min(late[1], most)


def _count_open_plays(spots: list[int], flip: int | None) -> tuple[int, int]:
    """Return how many open plays may bring each seat a card that goes to the winner (0) or to the loser (1)."""
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
    """Return the largest lead that a seat can get, in cards."""
    lead = min(stake.room[seat], len(stake.floating))
    for base, sides in stake.placed.items():
        margin = len(sides[seat]) - len(sides[1 - seat])
        lead += margin if base == 0 else abs(margin)
    return lead


def _can_win_by_card(stake: _Stake, seat: Seat, best: int) -> bool:
    """Return whether a seat that comes level at best may then have the higher card."""
    if best < 0:
        return False
    against = max((card.value for card in stake.placed[0][1 - seat]), default=-1)
    mine = [card.value for base, sides in stake.placed.items() if base for side in sides for card in side]
    mine += [card.value for card in stake.placed[0][seat]]
    mine += [card.value for card in stake.floating] if stake.room[seat] else []
    return max(mine, default=-1) > against
