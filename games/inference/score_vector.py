"""Score piles of all factions packed into one number, so that searches can add and compare them fast."""

from __future__ import annotations

from functools import cache

from games.rules.cards import COPIES, Faction
from games.rules.state import Phase, Seat
from games.rules.tricks import POWERS, decide_trick

Pile = tuple[int, int, int]
"""A faction's piles: the lead of seat 0 in cards, and the highest value of each seat, -1 for none."""
ScoreVector = int
"""The piles of all factions as one number, to which a trick is applied with an addition and an or. It has a field for
each faction: the lead of seat 0 in cards, and a bit for each value up to the highest of seat 0, then of seat 1."""

FIELD_INDEX = {faction: at for at, faction in enumerate(Faction)}
NUMBERED = tuple(COPIES)
NUMBER = {card: number for number, card in enumerate(NUMBERED)}
CARD_VALUES = tuple((FIELD_INDEX[card.faction], card.value) for card in NUMBERED)
SCORERS = tuple(tuple(POWERS[card.faction].scorer(Phase.TWO, seat) for seat in (0, 1)) for card in NUMBERED)
VALUES = 10
VALUE_BITS = (1 << VALUES) - 1
FIELD = 6 + 2 * VALUES
FIELD_BITS = (1 << FIELD) - 1
LEVEL_COUNT = 32
"""The value of a faction's first six bits if neither seat is ahead: an offset, so that they are never negative."""
EMPTY_SCORE: ScoreVector = sum(LEVEL_COUNT << FIELD * at for at in FIELD_INDEX.values())
Fields = int
"""A set of factions, with a bit for each."""
ALL_FIELDS: Fields = (1 << len(FIELD_INDEX)) - 1
Outcome = tuple[Seat, int, int]
"""The result of a trick: its winner, the addend for the piles, and the bits that it sets in them."""


def encode_gain(number: int, seat: Seat) -> tuple[int, int]:
    """Return the addend for the piles and the bits set in them when a seat gets the card with this number."""
    at, value = CARD_VALUES[number]
    return (-1 if seat else 1) << FIELD * at, (2 << value) - 1 << FIELD * at + 6 + VALUES * seat


@cache
def mask_fields(fields: Fields) -> ScoreVector:
    """Return the mask for the fields of these factions."""
    return sum(FIELD_BITS << FIELD * at for at in FIELD_INDEX.values() if fields >> at & 1)


@cache
def list_trick_results(leader: Seat, lead: int, fields: Fields = ALL_FIELDS) -> tuple[Outcome, ...]:
    """Return the results of a trick for all follows, by card number, as far as the piles of these factions go."""
    lead_card = NUMBERED[lead]
    results = []
    for follow, follow_card in enumerate(NUMBERED):
        winner = leader ^ decide_trick(lead_card, follow_card)[0]
        gains = _encode_gains(winner, fields)
        (first, bits), (second, more) = gains[lead], gains[follow]
        results.append((winner, first + second, bits | more))
    return tuple(results)


@cache
def _encode_gains(winner: Seat, fields: Fields) -> tuple[tuple[int, int], ...]:
    """Return ``encode_gain`` of each card played in a trick with this winner; zeros for factions not in ``fields``."""
    seats = [scorers[winner] for scorers in SCORERS]
    counted = [fields >> at & 1 for at, _value in CARD_VALUES]
    return tuple(
        [
            encode_gain(card, seat) if counts and seat is not None else (0, 0)
            for card, (seat, counts) in enumerate(zip(seats, counted, strict=True))
        ]
    )


def get_lead(standing: ScoreVector, at: int) -> int:
    """Return the lead of seat 0 in a faction, in cards."""
    return (standing >> FIELD * at & 63) - LEVEL_COUNT


def split_fields(standing: ScoreVector) -> list[int]:
    """Return the field of each faction, in the order of the factions."""
    return [standing >> FIELD * at & FIELD_BITS for at in range(len(FIELD_INDEX))]


def decode_pile(field: int) -> Pile:
    """Return the pile that the field of a faction stands for."""
    first, second = field >> 6 & VALUE_BITS, field >> 6 + VALUES & VALUE_BITS
    return (field & 63) - LEVEL_COUNT, first.bit_length() - 1, second.bit_length() - 1


def add_card(pile: Pile, value: int, seat: Seat) -> Pile:
    """Return a pile after a seat gets a card of this value."""
    lead, first, second = pile
    return (lead - 1, first, max(second, value)) if seat else (lead + 1, max(first, value), second)


def get_vote_winner(pile: Pile) -> Seat | None:
    """Return the seat that gets the vote; None for neither seat."""
    lead, first, second = pile
    margin = lead or first - second
    return None if margin == 0 else int(margin < 0)
