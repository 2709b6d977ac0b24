"""Where the real deck's cards are: what stays true when nothing may be inferred, and what one gap tells."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from games.rules.cards import Faction
from games.rules.logged.account import Account
from games.rules.logged.held import Held
from games.rules.logged.inference import know
from games.rules.logged.slots import Slot, Spot, TableTrick
from games.rules.logged.standing import NUMBERED
from games.rules.logged.tally import tally
from games.rules.logged.walk import Walk
from games.rules.state import HAND, Phase, Seat
from tests.draws import some
from tests.rules.logbook import log, table_game
from tests.rules.situations import cards, codes


def held(line: str) -> Held:
    return Held(cards(line))


def test_where_nothing_is_inferred_every_card_without_a_spot_may_be_anywhere() -> None:
    own, recruited = (held("K2"), held("K3")), held("K4")
    hands = (held("D1"), held("D2 G0"))
    told = Account(own, held("U1 U2"), held("U2"), recruited, hands, hands, held("G0 D3"), held("D4"), (True, True))
    nothing, free = Held(), held("U2 D1 D2 G0 G0 D3 D4")
    none = (nothing, nothing)
    expected = Account(own, nothing, nothing, recruited, none, none, nothing, free, (False, False))
    assert told.blurred() == expected


@pytest.mark.parametrize("seed", range(some(8)))
def test_an_undead_told_apart_that_fills_its_gap_is_still_one_card(seed: int) -> None:
    whole = table_game(seed).record
    told = tally(whole)
    index, spot, card = next(
        (index, spot, card)
        for index, trick in enumerate(whole.phase_one)
        for spot, card in ((Spot.LEAD, trick.lead), (Spot.FOLLOW, trick.follow))
        if card is not None and card.faction is Faction.UNDEAD
    )
    winner = 0 if card in told.score[0] else 1
    piles = ((card,), ()) if winner == 0 else ((), (card,))
    gap = Slot(Phase.ONE, index + 1, spot)
    known = know(replace(whole.logged(gap, None), undead=piles))
    assert known.tricks == know(whole).tricks
    assert known.apart == ()
    again = tally(replace(whole.logged(gap, None), undead=piles))
    assert (again.score, again.result, again.slips) == (told.score, told.result, ())


def test_an_undead_told_apart_stays_apart_while_no_trick_holds_it() -> None:
    known = know(log("U5 G3 G7 -; U6 K8 K3 -", undead=(cards("U3"), cards("U4"))))
    assert known.apart == ((0, *cards("U3")), (1, *cards("U4")))


@pytest.mark.parametrize("seed", range(some(5)))
@pytest.mark.parametrize("index", range(HAND))
def test_the_two_recruits_of_a_trick_follow_from_who_played_them_later(seed: int, index: int) -> None:
    """Of Goblin zeros both seats may have some; of any other card one."""
    whole = table_game(seed).record
    gaps = (Slot(Phase.ONE, index + 1, spot) for spot in (Spot.REVEALED, Spot.BLIND))
    left = reduce(lambda record, slot: record.logged(slot, None), gaps, whole)
    assert know(left).tricks == know(whole).tricks


FOLLOWERS = [
    ("a zero of ones own is gone when it was played", "G0 K2", ""),
    ("but not when the other seat played one", "K9 G0", "G0"),
]


@pytest.mark.parametrize(("two", "left"), [row[1:] for row in FOLLOWERS], ids=[row[0] for row in FOLLOWERS])
def test_the_zeros_that_are_left(two: str, left: str) -> None:
    assert codes(tally(log("G0 G3 G1 -", two, phase_two_leader=0)).followers[0]) == left


def test_a_card_that_the_other_seat_played_is_no_follower_any_more() -> None:
    assert codes(tally(log("U5 G3 G1 -", "K9 U5", phase_two_leader=0)).followers[0]) == ""


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_wrote_down_all_its_own_followers_can_play_no_other_card(seat: Seat) -> None:
    game = table_game(2)
    taken = [Spot.REVEALED if winner == seat else Spot.BLIND for winner in game.leaders[1 : HAND + 1]]
    noted = tuple(
        TableTrick(leader=leader).holding(spot, trick.at(spot))
        for leader, spot, trick in zip(game.leaders, taken, game.record.phase_one, strict=False)
    )
    known = know(replace(game.record, phase_one=noted, phase_two=(), phase_two_leader=game.leaders[HAND]))
    cards = known.account
    assert cards.closed == (seat == 0, seat == 1)
    assert cards.supporters(seat) == cards.own[seat]
    assert cards.supporters(1 - seat) == cards.free
    assert {NUMBERED[card] for card, _bit in Walk(known).open[seat].cards} == set(cards.own[seat])
