"""What a gap in each phase leaves open, against every way to fill the gaps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from games.rules.cards import DECK, Faction
from games.rules.logged import endings
from games.rules.logged.bounds import _room, counted
from games.rules.logged.inference import know
from games.rules.logged.slots import Slot, Spot, TableRecord
from games.rules.state import HAND, Phase
from tests.draws import some
from tests.rules.completions import Line, line_of
from tests.rules.logbook import table_game

PLAYS = (Spot.LEAD, Spot.FOLLOW)


def gaps(seed: int) -> tuple[Slot, ...]:
    """A card of phase one, and both of a trick of phase two."""
    chance = Random(seed)
    first, second = chance.randint(1, HAND), chance.randint(1, HAND)
    return Slot(Phase.ONE, first, chance.choice(PLAYS)), *(Slot(Phase.TWO, second, spot) for spot in PLAYS)


def holed(seed: int) -> TableRecord:
    """A log without blind cards, with these gaps."""
    record = table_game(seed).record
    record = replace(record, phase_one=tuple(trick._replace(blind=None) for trick in record.phase_one))
    for slot in gaps(seed):
        record = record.logged(slot, None)
    return record


def lines(record: TableRecord, seed: int) -> set[Line]:
    """The votes for every way to fill these gaps."""
    logged = [card for trick in record.tricks for card in (trick.lead, trick.follow) if card is not None]
    found = set()
    for order in permutations((Counter(DECK) - Counter(logged)).elements()):
        full = record
        for slot, card in zip(gaps(seed), order, strict=True):
            full = full.logged(slot, card)
        found.add(line_of(full))
    return {line for line in found if line is not None}


def found(seed: int) -> endings.Ending:
    ending = endings.endings(know(holed(seed)))
    assert ending is not None
    return ending


@pytest.mark.parametrize("seed", range(some(20)))
def test_a_gap_in_each_phase_leaves_open_at_least_what_some_way_to_fill_them_brings(seed: int) -> None:
    possible, told = lines(holed(seed), seed), found(seed).prospects
    for at, faction in enumerate(Faction):
        assert told[faction] >= {line[at] for line in possible}
    assert None not in told[Faction.UNDEAD], "no two of them are equal"


@pytest.mark.parametrize("seed", [3, 64, 187, 639, 908, 1077])
def test_nothing_more_where_it_is_known_who_won_what_was_scored_in_phase_one(seed: int) -> None:
    possible = lines(holed(seed), seed)
    assert found(seed).prospects == {f: frozenset(line[at] for line in possible) for at, f in enumerate(Faction)}


@pytest.mark.parametrize("seed", range(some(8)))
def test_a_seat_has_room_for_no_more_cards_than_there_are_places_left(seed: int) -> None:
    record = replace(holed(seed), phase_two=())
    log = counted(know(record))
    for faction in Faction:
        others = sum(count for card, count in log.sure.items() if card.faction is not faction)
        assert max(_room(log, faction, others)) <= sum(map(sum, log.spots.values())) - others
