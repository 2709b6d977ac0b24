"""Locations of the 52 cards of a physical game, as far as the log determines them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from games.inference.card_multiset import FULL_DECK, UNITS, CardMultiset
from games.inference.record import EMPTY_TRICK, Spot, TableTrick
from games.inference.trick_chain import TrickChain
from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Seat

RECRUITS = (Spot.REVEALED, Spot.BLIND)
COUNTED: dict[Card | None, int] = {None: 0} | UNITS
"""The addend of each card in a packed ``CardMultiset``; 0 for None."""


@dataclass(frozen=True, slots=True)
class LoggedCards:
    """The logged cards, by the kind of spot in which they were logged.

    ``played`` were played in phase one, ``recruited`` were recruited, ``supported`` were played in phase two.
    ``recruits`` and ``supporters`` are the recruited and the supported cards of each seat, as far as the seat is known.
    ``opposed`` has an item for each side, known or relative, of a base with logged cards of both kinds: the cards that
    the side played in phase two together with the cards that its opponent recruited.
    """

    played: CardMultiset
    recruited: CardMultiset
    supported: CardMultiset
    recruits: tuple[CardMultiset, CardMultiset]
    supporters: tuple[CardMultiset, CardMultiset]
    opposed: tuple[CardMultiset, ...]


def collect_logged_cards(tricks: tuple[TableTrick, ...], links: TrickChain) -> LoggedCards:
    """Collect the cards logged in these tricks; ``links`` has the leaders and winners of the tricks."""
    played = recruited = supported = 0
    recruits, supporters = defaultdict(_build_empty_counts, {0: [0, 0]}), defaultdict(_build_empty_counts, {0: [0, 0]})
    for index, trick in enumerate(tricks):
        if trick is EMPTY_TRICK:
            continue
        lead, follow = COUNTED[trick.lead], COUNTED[trick.follow]
        if index < HAND_SIZE:
            revealed, blind, (base, flip) = COUNTED[trick.revealed], COUNTED[trick.blind], links.winners[index]
            played += lead + follow
            recruited += revealed + blind
            sides = recruits[base]
            sides[flip] += revealed
            sides[1 - flip] += blind
        else:
            base, flip = links.leaders[index]
            supported += lead + follow
            sides = supporters[base]
            sides[flip] += lead
            sides[1 - flip] += follow
    both = recruits.keys() & supporters
    opposed = [CardMultiset.of(supporters[base][flip] + recruits[base][1 - flip]) for base in both for flip in (0, 1)]
    logged = CardMultiset.of(played), CardMultiset.of(recruited), CardMultiset.of(supported)
    return LoggedCards(*logged, _unpack_pair(recruits[0]), _unpack_pair(supporters[0]), tuple(opposed))


def _build_empty_counts() -> list[int]:
    return [0, 0]


def _unpack_pair(packed: list[int]) -> tuple[CardMultiset, CardMultiset]:
    return CardMultiset.of(packed[0]), CardMultiset.of(packed[1])


# Locations of the 52 cards.


@dataclass(frozen=True, slots=True)
class CardLocations:
    """The locations of the cards, as far as they are known.

    ``own`` are the known followers of each seat. A seat is ``closed`` when all its 13 followers are known. ``loose``
    are followers whose seat is unknown. ``free`` cards may be in any unlogged spot.

    ``placeless`` cards were played in phase one, but in no logged spot; ``adrift`` are the ``placeless`` cards whose
    winner is unknown. ``unassigned`` cards were recruited, but in no logged spot.

    ``hands`` are followers that their seat has certainly not played in a logged spot of phase two. ``left`` are
    followers that their seat has possibly not played there: if an unknown seat played a Goblin zero, a Goblin zero of
    either seat may be in ``left`` without being in ``hands``.
    """

    own: tuple[CardMultiset, CardMultiset]
    placeless: CardMultiset
    adrift: CardMultiset
    unassigned: CardMultiset
    hands: tuple[CardMultiset, CardMultiset]
    left: tuple[CardMultiset, CardMultiset]
    loose: CardMultiset
    free: CardMultiset
    closed: tuple[bool, bool]

    def options(self) -> tuple[CardMultiset, CardMultiset]:
        """Return the cards that an unlogged play can be, in phase one and in phase two."""
        return self.placeless + self.free, self.supporters()

    def supporters(self, seat: Seat | None = None) -> CardMultiset:
        """Return the cards that a seat, or either seat if None, may hold or play in unlogged spots of phase two."""
        if seat is None:
            return self.hands[0] + self.hands[1] + self.loose + self.free
        return self.left[seat] if self.closed[seat] else self.hands[seat] + self.loose + self.free

    def blurred(self) -> CardLocations:
        """Return the locations with nothing inferred by elimination, for a log whose cards do not add up."""
        free = self.free + self.loose + self.hands[0] + self.hands[1] + self.adrift
        nothing = (CardMultiset(), CardMultiset())
        return CardLocations(
            self.own,
            CardMultiset(),
            CardMultiset(),
            self.unassigned,
            nothing,
            nothing,
            CardMultiset(),
            free,
            (False, False),
        )


def locate_cards(logged: LoggedCards, apart: tuple[Card, ...]) -> CardLocations:
    """Locate the 52 cards from the cards logged in tricks.

    ``apart`` are the Undead played in phase one and logged in no trick. A card that was logged both as recruited and as
    played in phase two is a single card, so the larger of the two counts is used. For the Goblin zeros that is a lower
    bound, and no more is certain.
    """
    separate = CardMultiset(apart)
    spent = logged.played + separate
    own = (logged.recruits[0] | logged.supporters[0], logged.recruits[1] | logged.supporters[1])
    recruits = logged.recruited | logged.supported | (own[0] + own[1])
    free, placeless = FULL_DECK - spent - recruits, separate
    if spent.total() == 2 * HAND_SIZE:
        recruits, free = recruits + free, CardMultiset()
    elif recruits.total() == 2 * HAND_SIZE:
        placeless, free = placeless + free, CardMultiset()
    own = _complete_recruits(own, recruits)
    unknown = logged.supported - logged.supporters[0] - logged.supporters[1]
    left = (own[0] - logged.supporters[0], own[1] - logged.supporters[1])
    hands = (left[0] - unknown, left[1] - unknown)
    loose = recruits - logged.supported - hands[0] - hands[1]
    closed = (own[0].total() == HAND_SIZE, own[1].total() == HAND_SIZE)
    unassigned, adrift = recruits - logged.recruited, placeless - separate
    return CardLocations(own, placeless, adrift, unassigned, hands, left, loose, free, closed)


def _complete_recruits(
    own: tuple[CardMultiset, CardMultiset], recruits: CardMultiset
) -> tuple[CardMultiset, CardMultiset]:
    """Return ``own``. If all 26 recruits and the 13 of one seat are known, the other seat gets the rest."""
    if recruits.total() != 2 * HAND_SIZE:
        return own
    if own[0].total() == HAND_SIZE:
        return own[0], recruits - own[0]
    return (recruits - own[1], own[1]) if own[1].total() == HAND_SIZE else own
