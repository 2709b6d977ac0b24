"""What a tally tells beside winners and votes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.cards import DECK, Card, Faction
from games.rules.errors import Refusal
from games.rules.fields import BadRecord
from games.rules.logged.record import read
from games.rules.logged.slots import PileCount
from games.rules.logged.tally import changed, tally
from games.rules.moves import start
from tests.draws import some
from tests.rules.logbook import log, table_game


@pytest.mark.parametrize("highest", [(9, None), (None, 8), (9, 8), (None, None)])
def test_counted_piles_show_the_highest_cards_that_were_told(highest: tuple[int | None, int | None]) -> None:
    told = tally(log(piles=((Faction.UNDEAD, PileCount((5, 5), highest)),))).factions[2].now
    assert told.highest == tuple(None if top is None else Card(Faction.UNDEAD, top) for top in highest)


@pytest.mark.parametrize("longer", [0, 1])
def test_a_trick_that_only_one_of_two_tallies_has_is_no_change(longer: int) -> None:
    two = log("U5 G3 G7 -; U6 K8 K3 -")
    one, both = tally(replace(two, phase_one=two.phase_one[:1])), tally(two)
    assert changed(*((one, both) if longer else (both, one))) == ()


def test_nor_is_one_that_was_still_being_played() -> None:
    assert changed(tally(log("U5 G3 - -")), tally(log("U5 G3 G7 -"))) == ()
    assert changed(tally(log("U5 G3 G7 -")), tally(log("U5 G3 - -"))) == ()


@pytest.mark.parametrize(("hands", "words"), [((13, 13), "not 26"), ((12, 13), "not 13"), ((13, 14), "not 13")])
def test_a_bad_deal_says_how_many_cards_there_should_be(hands: tuple[int, int], words: str) -> None:
    with pytest.raises(Refusal) as caught:
        start((DECK[: hands[0]], DECK[: hands[1]]), DECK[:25], 0)
    assert words in str(caught.value)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bad_undead_is_named_with_its_seat(seat: int) -> None:
    piles: list[list[str]] = [[], []]
    piles[seat] = ["X1"]
    with pytest.raises(BadRecord, match=f"undead of seat {seat}"):
        read({"format": "claim-table/1", "seats": ["Ana", "Bram"], "undead": piles})


@pytest.mark.parametrize("seed", range(some(6)))
def test_an_undead_told_apart_and_logged_in_its_trick_is_one_card(seed: int) -> None:
    whole = table_game(seed).record
    told = tally(whole)
    piles = [tuple(one for one in told.score[seat] if one.faction is Faction.UNDEAD) for seat in (0, 1)]
    played = {card for trick in whole.phase_one for card in (trick.lead, trick.follow)}
    apart = (tuple(c for c in piles[0] if c in played), tuple(c for c in piles[1] if c in played))
    again = tally(replace(whole, undead=apart))
    assert (again.score, again.result, again.slips) == (told.score, told.result, ())
