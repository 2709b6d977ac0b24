"""Completions of a log with gaps, by all orders of the remaining cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from games.inference.record import Slot, Spot, TableRecord
from games.rules.cards import DECK, Card
from games.rules.scoring import compute_votes
from games.rules.state import HAND_SIZE, Cards, Phase, Seat
from games.rules.tricks import Pile, get_trick_winner, list_gains

PLAYS = [Slot(Phase.TWO, number, spot) for number in range(1, HAND_SIZE + 1) for spot in (Spot.LEAD, Spot.FOLLOW)]
Line = tuple[Seat | None, ...]


def completions(record: TableRecord) -> Iterator[Line]:
    """Yield the votes of every way to fill the gaps of phase two; phase one lacks blind cards alone."""
    slots = [slot for slot in PLAYS if record.card(slot) is None]
    logged = [one for trick in record.phase_one for one in (trick.lead, trick.follow)]
    logged += [card for slot in PLAYS if (card := record.card(slot)) is not None]
    left = Counter(DECK) - Counter(card for card in logged if card is not None)
    assert left.total() == len(slots)
    for order in set(permutations(sorted(left.elements()))):
        full = record
        for slot, card in zip(slots, order, strict=True):
            full = full.logged(slot, card)
        line = line_of(full)
        if line is not None:
            yield line


def line_of(record: TableRecord) -> Line | None:
    """Return the votes of a complete log; None if a seat plays more of a card than it can have recruited."""
    leader = record.leader or 0
    recruits: list[list[Card]] = [[], []]
    played: list[list[Card]] = [[], []]
    score: list[Cards] = [(), ()]
    for index, trick in enumerate(record.tricks):
        assert trick.lead is not None
        assert trick.follow is not None
        winner = get_trick_winner(leader, trick.lead, trick.follow)
        for card, seat in ((trick.revealed, winner), (trick.blind, 1 - winner)):
            if card is not None:
                recruits[seat].append(card)
        phase = Phase.ONE if index < HAND_SIZE else Phase.TWO
        if phase is Phase.TWO:
            played[leader].append(trick.lead)
            played[1 - leader].append(trick.follow)
        for gain in list_gains(phase, winner, (trick.lead, trick.follow), None, None):
            if gain.pile is Pile.SCORE and gain.seat is not None:
                score[gain.seat] += (gain.card,)
        leader = winner
    if any(Counter(recruits[seat]) - Counter(played[seat]) for seat in (0, 1)):
        return None
    return tuple(vote.seat for vote in compute_votes((score[0], score[1])))
