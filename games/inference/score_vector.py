"""The score piles of all factions as one number, quick to reckon with where very many are compared."""

from __future__ import annotations

from functools import cache

from games.rules.cards import COPIES, Faction
from games.rules.state import Phase, Seat
from games.rules.tricks import POWERS, decide_trick

Pile = tuple[int, int, int]
"""A faction's cards: how many more seat 0 has, and the highest value of each seat, -1 for none."""
ScoreVector = int
"""The piles of all factions as one number, for which a trick is an addition and an or: for each faction by how many
cards seat 0 is ahead, and a bit for each value up to the highest of seat 0, then of seat 1."""

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
"""What a faction's first six bits say where no seat is ahead, so that they are never below zero."""
EMPTY_SCORE: ScoreVector = sum(LEVEL_COUNT << FIELD * at for at in FIELD_INDEX.values())
Fields = int
"""Some factions: a bit for each."""
ALL_FIELDS: Fields = (1 << len(FIELD_INDEX)) - 1
Outcome = tuple[Seat, int, int]
"""Of a trick: who wins it, what it adds to the piles, and the bits that it sets."""


def encode_gain(number: int, seat: Seat) -> tuple[int, int]:
    """Return what a card that goes to a seat adds to the piles, and then the bits that it sets."""
    at, value = CARD_VALUES[number]
    return (-1 if seat else 1) << FIELD * at, (2 << value) - 1 << FIELD * at + 6 + VALUES * seat


@cache
def mask_fields(fields: Fields) -> ScoreVector:
    """Return the bits of these factions."""
    return sum(FIELD_BITS << FIELD * at for at in FIELD_INDEX.values() if fields >> at & 1)


@cache
def list_trick_results(leader: Seat, lead: int, fields: Fields = ALL_FIELDS) -> tuple[Outcome, ...]:
    """For each answer to a lead what comes of the trick, as far as the piles of these factions go."""
    led = NUMBERED[lead]
    found = []
    for follow, answer in enumerate(NUMBERED):
        winner = leader ^ decide_trick(led, answer)[0]
        gains = _encode_gains(winner, fields)
        (first, bits), (second, more) = gains[lead], gains[follow]
        found.append((winner, first + second, bits | more))
    return tuple(found)


@cache
def _encode_gains(winner: Seat, fields: Fields) -> tuple[tuple[int, int], ...]:
    """Of each card played in a trick with this winner: what it adds to the piles of these factions, and its bits."""
    seats = [scorers[winner] for scorers in SCORERS]
    counted = [fields >> at & 1 for at, _value in CARD_VALUES]
    return tuple(
        [
            encode_gain(card, seat) if counts and seat is not None else (0, 0)
            for card, (seat, counts) in enumerate(zip(seats, counted, strict=True))
        ]
    )


def get_lead(standing: ScoreVector, at: int) -> int:
    """By how many cards of a faction seat 0 is ahead."""
    return (standing >> FIELD * at & 63) - LEVEL_COUNT


def split_fields(standing: ScoreVector) -> list[int]:
    """Return what the number says of each faction."""
    return [standing >> FIELD * at & FIELD_BITS for at in range(len(FIELD_INDEX))]


def decode_pile(field: int) -> Pile:
    """Return the pile of a faction by what the number says of it."""
    first, second = field >> 6 & VALUE_BITS, field >> 6 + VALUES & VALUE_BITS
    return (field & 63) - LEVEL_COUNT, first.bit_length() - 1, second.bit_length() - 1


def add_card(pile: Pile, value: int, seat: Seat) -> Pile:
    """Return a pile when a seat gets a card of this value."""
    lead, first, second = pile
    return (lead - 1, first, max(second, value)) if seat else (lead + 1, max(first, value), second)


def get_vote_winner(pile: Pile) -> Seat | None:
    """Who gets the vote."""
    lead, first, second = pile
    margin = lead or first - second
    return None if margin == 0 else int(margin < 0)
