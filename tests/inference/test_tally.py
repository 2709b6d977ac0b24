"""Tally of a log: winners, piles, hands, and what to log next.

Tricks of phase one read: revealed, lead, follow, blind; ``-`` was not logged. Seat 0 leads first.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.inference.pad import list_remaining_cards, list_remaining_undead
from games.inference.record import PileCount, Slot, Spot, TableRecord, read
from games.inference.tally import compute_tally, list_changed_tricks
from games.rules.cards import Card, Faction
from games.rules.record_fields import BadRecord
from games.rules.scoring import Outcome
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import Pile, Reason
from tests.inference.table_logs import log, table_game
from tests.rules.situations import cards, codes


def leaders(record: TableRecord) -> list[Seat | None]:
    return [trick.leader for trick in compute_tally(record).tricks]


def winners(record: TableRecord) -> list[Seat | None]:
    return [trick.winner for trick in compute_tally(record).tricks if trick.over]


WINNERS = [
    ("both cards", "U5 G3 G7 -", 1),
    ("nothing beats a Knight 9", "U5 K9 - -; - - - -", 0),
    ("nor a Doppelgänger 9", "U5 P9 - -; - - - -", 0),
    ("a Knight can beat a Goblin 9", "U5 G9 - -; - - - -", None),
    ("nothing loses to a zero that answers", "U5 - D0 -; - - - -", 0),
    ("a Knight that answers may have won or not", "U5 - K9 -; - - - -", None),
    ("all higher cards are elsewhere", "D9 D8 - P9; - - - -", 0),
    ("one higher card is not", "U5 D8 - P9; - - - -", None),
    ("the next leader is stated", "U5 D2 - -; >1 - - - -", 1),
]


@pytest.mark.parametrize(("line", "winner"), [row[1:] for row in WINNERS], ids=[row[0] for row in WINNERS])
def test_the_winner_is_known_as_soon_as_what_is_missing_cannot_matter(line: str, winner: Seat | None) -> None:
    assert winners(log(line))[0] == winner


def test_a_stated_leader_tells_backwards_through_complete_tricks() -> None:
    record = log("U5 - - -; U6 K8 K3 -; U7 D4 D7 -; >1 - - - -")
    assert leaders(record) == [0, 0, 0, 1]
    assert winners(record) == [0, 0, 1]


def test_the_first_leader_of_phase_two_won_trick_13() -> None:
    record = log("; ".join(["- - - -"] * 13), "- -", phase_two_leader=1)
    assert winners(record)[12] == 1


def test_a_follower_that_is_played_tells_who_recruited_it() -> None:
    record = log("U5 G3 - -", "U5 D2", phase_two_leader=1)
    assert winners(record)[0] == 1


def test_a_recruit_of_known_owner_tells_who_played_it() -> None:
    assert leaders(log("U5 G3 G1 -", "U5 D2"))[13] == 0


def test_an_undead_listed_with_a_seat_tells_who_won_its_trick() -> None:
    assert winners(log("D5 U3 - -; - - - -", undead=((), cards("U3"))))[0] == 1


def test_why_a_trick_was_won_and_where_its_cards_went() -> None:
    trick = compute_tally(log("U5 U3 U7 D3")).tricks[0]
    assert (trick.winner, trick.reason) == (1, Reason.HIGHER)
    told = [(gain.spot, str(gain.card), gain.pile, gain.seat) for gain in trick.gains]
    assert told == [
        (Spot.REVEALED, "U5", Pile.FOLLOWERS, 1),
        (Spot.BLIND, "D3", Pile.FOLLOWERS, 0),
        (Spot.LEAD, "U3", Pile.SCORE, 1),
        (Spot.FOLLOW, "U7", Pile.SCORE, 1),
    ]


def test_an_unknown_card_of_a_trick_has_no_destination() -> None:
    gains = compute_tally(log("U5 - D0 -; - - - -")).tricks[0].gains
    assert [(gain.card and str(gain.card), gain.pile, gain.seat) for gain in gains] == [
        ("U5", Pile.FOLLOWERS, 0),
        (None, Pile.FOLLOWERS, 1),
        (None, None, None),
        ("D0", Pile.DISCARD, None),
    ]


def test_dwarves_of_phase_two_go_to_the_loser() -> None:
    told = compute_tally(log("", "D4 P9; K2 K3", phase_two_leader=0))
    assert [codes(pile) for pile in told.score] == ["D4 K2 K3", "P9"]


def test_a_trick_that_is_being_played_has_no_winner_yet() -> None:
    told = compute_tally(log("U5 K9 - -"))
    assert (told.tricks[0].over, told.tricks[0].winner, told.tricks[0].gains) == (False, None, ())
    assert (told.phase, told.number, told.turn, told.deck, told.sizes) == (Phase.ONE, 1, 1, 25, (0, 0))


def test_the_followers_are_known_as_far_as_logged() -> None:
    told = compute_tally(log("U5 G3 G7 D3; U6 G8 G9 -; U8 - - -"))
    assert [codes(pile) for pile in told.followers] == ["D3 U6", "U5"]
    assert told.sizes == (2, 2)


def test_the_rest_of_a_hand_is_known_when_the_other_thirteen_are() -> None:
    """One seat logs its blind cards, and every card that was played is known: the rest are the other's."""
    game = table_game(8)
    full = compute_tally(replace(game.record, phase_two=()))
    own = [
        t._replace(blind=None if full.tricks[n].winner == 0 else t.blind) for n, t in enumerate(game.record.phase_one)
    ]
    told = compute_tally(replace(game.record, phase_one=tuple(own), phase_two=()))
    assert told.followers == full.followers
    assert [len(hand) for hand in told.followers] == [13, 13]


def test_after_an_unlogged_play_no_card_of_that_hand_is_certain() -> None:
    told = compute_tally(log("U5 G3 G7 D3; U6 G8 G9 -", "- K9; >0 K5 K6", phase_two_leader=0))
    assert [codes(pile) for pile in told.followers] == ["", "U5"]
    assert told.sizes == (11, 11)


ASKED = [
    ("nothing logged", log(), ["1.1 revealed None", "1.1 lead 0", "1.1 follow 1"]),
    (
        "no leader chosen",
        log(leader=None),
        ["1.1 leader None", "1.1 revealed None", "1.1 lead None", "1.1 follow None"],
    ),
    ("the answer came first", log("- - G7 -"), ["1.1 revealed None", "1.1 lead 0"]),
    ("one card is missing", log("U5 G3 - -"), ["1.1 follow 1"]),
    (
        "the blind card is open beside the next trick",
        log("U5 G3 G7 -"),
        ["1.1 blind 0", "1.2 revealed None", "1.2 lead 1", "1.2 follow 0"],
    ),
    (
        "who leads is not known",
        log("U5 - - D2; U6 G3 G7 D3"),
        ["1.3 leader None", "1.3 revealed None", "1.3 lead None", "1.3 follow None"],
    ),
    ("phase two", log("", "K5 K6; K7 -", phase_two_leader=0), ["2.2 follow 0"]),
]


@pytest.mark.parametrize(("record", "wanted"), [row[1:] for row in ASKED], ids=[row[0] for row in ASKED])
def test_the_pad_asks_for_the_next_cards(record: TableRecord, wanted: list[str]) -> None:
    told = [f"{slot.phase}.{slot.number} {slot.spot} {seat}" for slot, seat in compute_tally(record).asked]
    assert told == wanted


def test_after_trick_13_the_last_blind_card_and_the_first_lead_are_asked() -> None:
    game = table_game(4)
    one = tuple(trick._replace(blind=None) for trick in game.record.phase_one)
    told = compute_tally(replace(game.record, phase_one=one, phase_two=()))
    assert [(slot.phase, slot.number, slot.spot) for slot, _ in told.asked] == [
        (Phase.ONE, 13, Spot.BLIND),
        (Phase.TWO, 1, Spot.LEAD),
        (Phase.TWO, 1, Spot.FOLLOW),
    ]
    assert (told.phase, told.number, told.leader) == (Phase.TWO, 1, game.leaders[HAND_SIZE])


def test_missing_slots_are_gaps_without_blind_cards() -> None:
    told = compute_tally(log("U5 G3 - -; - K5 K6 -; >0 U7 - - -"))
    assert [(slot.number, slot.spot) for slot, _ in told.missing] == [(1, Spot.FOLLOW), (2, Spot.REVEALED)]


def test_a_leader_is_missing_once_for_all_tricks_that_hang_on_it() -> None:
    told = compute_tally(log("U5 - - -; U6 G3 G1 -; U7 G4 G2 -; >0 U8 - - -; >1 - - - -; - - - -"))
    assert Spot.LEADER not in [slot.spot for slot, _ in told.missing]
    told = compute_tally(log("U5 - - -; U6 G3 G1 -; U7 - - -; >0 U8 - - -"))
    assert [(s.number, s.spot) for s, _ in told.missing if s.spot is Spot.LEADER] == [(2, Spot.LEADER)]


def test_a_leader_who_is_asked_for_now_is_not_also_missing() -> None:
    told = compute_tally(log("U5 - - -; U6 G3 G1 -"))
    assert (3, Spot.LEADER) in [(slot.number, slot.spot) for slot, _ in told.asked]
    assert Spot.LEADER not in [slot.spot for slot, _ in told.missing]


def test_keys_are_the_cards_that_can_still_be() -> None:
    record = log("U5 G0 G0 D3", "U5 K2", phase_two_leader=0)
    two = list_remaining_cards(record, Slot(Phase.TWO, 2, Spot.LEAD))
    assert two[Card.parse("G0")] == 3
    for gone in cards("U5 K2"):
        assert gone not in two
    assert Card.parse("D3") in two, "a blind card that is still to be played"
    one = list_remaining_cards(record, Slot(Phase.ONE, 2, Spot.LEAD))
    assert not set(cards("U5 D3 K2")) & set(one)
    assert Card.parse("K2") in list_remaining_cards(record, Slot(Phase.ONE, 2, Spot.BLIND)), (
        "it may be logged after it was played"
    )


def test_the_card_in_a_slot_can_be_logged_there_again() -> None:
    slot = Slot(Phase.ONE, 1, Spot.LEAD)
    assert Card.parse("G3") in list_remaining_cards(log("U5 G3 G7 -"), slot)


def test_undead_of_phase_one_are_offered_until_they_are_seen() -> None:
    left = list_remaining_undead(log("U5 - - -", "U6 K2", undead=(cards("U3"), ())))
    assert codes(tuple(sorted(left))) == "U0 U1 U2 U4 U7 U8 U9"
    assert {card.faction for card in left} == {Faction.UNDEAD}


def test_a_correction_tells_which_tricks_turned_out_otherwise() -> None:
    before = log("U5 G3 G7 -; U6 K8 K3 -; U7 D4 D7 -")
    after = before.logged(Slot(Phase.ONE, 1, Spot.FOLLOW), Card.parse("G1"))
    told = list_changed_tricks(compute_tally(before), compute_tally(after))
    assert [(trick.number, trick.leader, trick.winner) for trick in told] == [(1, 0, 0), (2, 0, 0), (3, 0, 1)]
    assert list_changed_tricks(compute_tally(before), compute_tally(before)) == ()


def test_a_correction_that_leaves_the_winner_touches_one_trick() -> None:
    before = log("U5 G3 G7 -; U6 K8 K3 -")
    after = before.logged(Slot(Phase.ONE, 1, Spot.FOLLOW), Card.parse("G8"))
    assert [trick.number for trick in list_changed_tricks(compute_tally(before), compute_tally(after))] == [1]


def test_cards_can_be_logged_in_any_order_and_taken_back() -> None:
    lead, follow = Slot(Phase.TWO, 2, Spot.LEAD), Slot(Phase.TWO, 2, Spot.FOLLOW)
    record = log().logged(follow, Card.parse("K3")).logged(lead, Card.parse("K2"))
    assert record == log("", "- -; K2 K3")
    assert record.card(lead) == Card.parse("K2")
    assert record.logged(lead, None).logged(follow, None) == log()


def test_leaders_can_be_stated_and_taken_back() -> None:
    first, second, two = (Slot(Phase.ONE, n, Spot.LEADER) for n in (1, 2, 3))
    assert log(leader=None).led(first, 1).leader == 1
    assert log("U5 G3 G7 -").led(second, 0).tricks[1].leader == 0
    opening = Slot(Phase.TWO, 1, Spot.LEADER)
    assert log("", ">0 K2 K3").led(opening, 1).tricks[HAND_SIZE].leader == 1
    assert log().led(opening, 1).led(opening, None) == log()
    assert log().led(two, 1).led(two, None) == log()


def test_counted_piles_end_the_game() -> None:
    piles = tuple((faction, PileCount((2, 1))) for faction in Faction)
    told = compute_tally(log(piles=piles))
    assert (told.finished, told.asked, told.turn, told.result) == (True, (), None, Outcome(0, (5, 0)))
    assert told.factions[0].now.counts == (2, 1)


@pytest.mark.parametrize("highest", [(9, None), (None, 8), (9, 8), (None, None)])
def test_counted_piles_show_the_highest_cards_that_were_told(highest: tuple[int | None, int | None]) -> None:
    told = compute_tally(log(piles=((Faction.UNDEAD, PileCount((5, 5), highest)),))).factions[2].now
    assert told.highest == tuple(None if top is None else Card(Faction.UNDEAD, top) for top in highest)


@pytest.mark.parametrize("longer", [0, 1])
def test_a_trick_that_only_one_of_two_tallies_has_is_no_change(longer: int) -> None:
    two = log("U5 G3 G7 -; U6 K8 K3 -")
    one, both = compute_tally(replace(two, phase_one=two.phase_one[:1])), compute_tally(two)
    assert list_changed_tricks(*((one, both) if longer else (both, one))) == ()


def test_a_trick_that_is_being_played_is_no_change() -> None:
    assert list_changed_tricks(compute_tally(log("U5 G3 - -")), compute_tally(log("U5 G3 G7 -"))) == ()
    assert list_changed_tricks(compute_tally(log("U5 G3 G7 -")), compute_tally(log("U5 G3 - -"))) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bad_undead_is_named_with_its_seat(seat: int) -> None:
    piles: list[list[str]] = [[], []]
    piles[seat] = ["X1"]
    with pytest.raises(BadRecord, match=f"undead of seat {seat}"):
        read({"format": "claim-table/1", "seats": ["Ana", "Bram"], "undead": piles})


@pytest.mark.parametrize("seed", range(2))
def test_an_undead_told_apart_and_logged_in_its_trick_is_one_card(seed: int) -> None:
    whole = table_game(seed).record
    told = compute_tally(whole)
    piles = [tuple(one for one in told.score[seat] if one.faction is Faction.UNDEAD) for seat in (0, 1)]
    played = {card for trick in whole.phase_one for card in (trick.lead, trick.follow)}
    apart = (tuple(c for c in piles[0] if c in played), tuple(c for c in piles[1] if c in played))
    again = compute_tally(replace(whole, undead=apart))
    assert (again.score, again.result, again.slips) == (told.score, told.result, ())
