"""Tricks: legal cards, the winner, and where the cards go."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from games.rules.cards import COPIES, DECK, Faction
from games.rules.errors import SENTENCES, Refusal
from games.rules.moves import apply, legal_moves
from games.rules.state import Phase
from games.rules.tricks import Pile, Power, Reason, decide_trick, get_trick_winner, list_gains, list_power_effects
from tests.powers import GivePower
from tests.rules import reference
from tests.rules.situations import cards, codes, played, situation

DECKS = {1: "G9 K9 U9 D9 P9 U8 D8 P8", 2: ""}

FOLLOWING = [
    # lead, hand of the follower, what may be played
    ("G5", "G0 G9 K4 U1", "G0 G9"),
    ("G5", "G0 K9 D2 U1", "G0"),  # no Knight on a Goblin while a Goblin is held
    ("G5", "K2 K9 D2 U1", "D2 K2 K9 U1"),
    ("K5", "K2 K9 G9 P1", "K2 K9 P1"),
    ("U5", "U0 G1 D1 P1", "P1 U0"),
    ("D5", "D0 D7 P0 P9", "D0 D7 P0 P9"),
    ("D5", "G1 K2 U3 P4", "G1 K2 P4 U3"),  # ruling 7: a Doppelgänger is never obligatory
    ("U5", "G1 G0 G0 K2", "G0 G0 G1 K2"),
    ("P5", "P0 P9 G1 K2", "P0 P9"),  # a led Doppelgänger asks for a Doppelgänger
    ("P5", "G1 K2 U3 D4", "D4 G1 K2 U3"),
    ("G0", "G0 G0 K3 P2", "G0 G0 P2"),
]


@pytest.mark.parametrize(("lead", "hand", "may"), FOLLOWING)
def test_a_follower_plays_the_led_faction_or_a_doppelganger(lead: str, hand: str, may: str) -> None:
    for phase, leader in itertools.product((1, 2), (0, 1)):
        hands = (f"{lead} K7 K8 U7", hand) if leader == 0 else (hand, f"{lead} K7 K8 U7")
        assert codes(legal_moves(played(situation(*hands, DECKS[phase], leader), lead))) == may


@pytest.mark.parametrize(("lead", "hand", "may"), FOLLOWING)
def test_every_card_that_may_not_follow_is_refused_with_the_led_faction(lead: str, hand: str, may: str) -> None:
    state = played(situation(f"{lead} K7 K8 U7", hand, DECKS[1]), lead)
    for card in set(cards(hand)) - set(cards(may)):
        with pytest.raises(Refusal) as refusal:
            apply(state, card)
        assert (refusal.value.code, refusal.value.key) == ("must_follow", f"must_follow_{lead[0]}")


@pytest.mark.parametrize("phase", [1, 2])
def test_the_leader_may_lead_any_card(phase: int) -> None:
    state = situation("G1 K2 U3 P4", "D1 D2 D3 D4", DECKS[phase])
    assert codes(legal_moves(state)) == "G1 K2 P4 U3"


@pytest.mark.parametrize(
    ("faction", "sentence"),
    [
        ("G", "You hold a Goblin, so you must follow with a Goblin or play a Doppelgänger."),
        ("K", "You hold a Knight, so you must follow with a Knight or play a Doppelgänger."),
        ("U", "You hold an Undead, so you must follow with an Undead or play a Doppelgänger."),
        ("D", "You hold a Dwarf, so you must follow with a Dwarf or play a Doppelgänger."),
        ("P", "You hold a Doppelgänger, so you must follow with a Doppelgänger."),
    ],
)
def test_a_refusal_to_follow_says_what_is_asked(faction: str, sentence: str) -> None:
    other = "K4" if faction != "K" else "U4"
    state = played(situation(f"{faction}5 D9", f"{faction}6 {other}"), f"{faction}5")
    with pytest.raises(Refusal) as refusal:
        apply(state, *cards(other))
    assert str(refusal.value) == sentence


def test_a_card_that_is_not_held_is_refused_before_anything_else() -> None:
    state = played(situation("G5 D9", "G6 K4"), "G5")
    for card in cards("G9 D9 G5 P0"):
        with pytest.raises(Refusal) as refusal:
            apply(state, card)
        assert refusal.value.code == "not_in_hand"
        assert str(refusal.value) == f"You don't have {card}. Play a card from your hand."


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    state = played(situation("G5", "G6"), "G5 G6")
    assert (state.finished, state.to_play, legal_moves(state)) == (True, None, ())
    with pytest.raises(Refusal) as refusal:
        apply(state, *cards("G5"))
    assert refusal.value.code == "game_over"


def test_a_refused_card_changes_nothing() -> None:
    state = played(situation("G5 D9", "G6 K4"), "G5")
    before = repr(state)
    with pytest.raises(Refusal):
        apply(state, *cards("K4"))
    assert repr(state) == before


def test_every_refusal_has_a_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
    assert {f"must_follow_{faction}" for faction in "GKUDP"} < set(SENTENCES)


HIGHER, EQUAL, OTHER, POWER = Reason.HIGHER, Reason.EQUAL, Reason.OTHER_FACTION, Reason.POWER

WINNING = [
    # lead, follow, does the follower win, why
    ("G3", "G7", True, HIGHER),
    ("G7", "G3", False, HIGHER),
    ("G0", "G0", False, EQUAL),  # Goblin zeros are level: the leader
    ("G0", "G1", True, HIGHER),
    ("K2", "K9", True, HIGHER),
    ("U9", "U0", False, HIGHER),
    ("D4", "D5", True, HIGHER),
    ("P4", "P5", True, HIGHER),
    ("P5", "P4", False, HIGHER),
    # a card of another faction loses, whatever its value
    ("U0", "D9", False, OTHER),
    ("D0", "G9", False, OTHER),
    ("U0", "K9", False, OTHER),
    ("D0", "K9", False, OTHER),
    ("P0", "K9", False, OTHER),
    ("P0", "U9", False, OTHER),
    ("K2", "G9", False, OTHER),  # a Goblin played on a Knight is only another faction
    # a Knight on a Goblin wins whatever the values
    ("G9", "K2", True, POWER),
    ("G0", "K2", True, POWER),
    ("G5", "K5", True, POWER),
    # a Doppelgänger played second is compared as the led faction
    ("G3", "P7", True, HIGHER),
    ("G7", "P3", False, HIGHER),
    ("K5", "P6", True, HIGHER),
    ("U5", "P5", False, EQUAL),
    ("D9", "P9", False, EQUAL),
    ("G9", "P2", False, HIGHER),  # and on a Goblin it is no Knight
]


@pytest.mark.parametrize(("lead", "follow", "beats", "reason"), WINNING)
def test_the_winner_of_a_trick_leads_the_next_one(lead: str, follow: str, beats: bool, reason: Reason) -> None:
    assert decide_trick(*cards(f"{lead} {follow}")) == (beats, reason)
    for leader, deck in itertools.product((0, 1), ("D9 D8", "")):
        hands = (lead, follow) if leader == 0 else (follow, lead)
        state = played(situation(*hands, deck, leader), f"{lead} {follow}")
        assert state.leader == state.tricks[-1].winner == (1 - leader if beats else leader)


def test_every_pair_of_cards_is_won_as_the_plain_rules_say() -> None:
    for lead, follow in itertools.permutations(DECK, 2):
        for leader in (0, 1):
            assert get_trick_winner(leader, lead, follow) == reference.winner_of(leader, str(lead), str(follow))


PAD_SCRIPT = Path(__file__).parents[2] / "static/js/companion/pad/projection.js"
ORDER = "GKUDP"


def test_the_script_of_the_pad_has_the_same_winner_for_each_pair() -> None:
    cards = sorted(COPIES, key=lambda card: (ORDER.index(card.faction.value), card.value))
    rows = re.findall(r"\b[0-9a-f]{12}\b", PAD_SCRIPT.read_text())
    table = [[bool(int(row, 16) >> (47 - at) & 1) for at in range(48)] for row in rows]
    assert table == [[decide_trick(lead, follow)[0] for follow in cards] for lead in cards]


SCORED_IN_PHASE_ONE = [
    # lead, follow, score pile of the winner; the loser's stays empty
    ("G3", "G7", ""),
    ("K3", "K7", ""),
    ("D3", "D7", ""),  # ruling 4: Dwarves are ordinary in phase one
    ("P3", "P7", ""),
    ("U3", "U7", "U3 U7"),  # ruling 2: each Undead played, two
    ("U3", "G7", "U3"),  # or one, that led and won
    ("U7", "P9", "U7"),  # or led and lost
    ("G7", "U9", "U9"),  # or played second and lost
    ("P3", "U9", "U9"),
    ("U3", "P1", "U3"),  # ruling 6: the Doppelgänger on an Undead is discarded
    ("U3", "D9", "U3"),
]


@pytest.mark.parametrize(("lead", "follow", "scored"), SCORED_IN_PHASE_ONE)
def test_phase_one_only_undead_reach_the_winners_score_pile(lead: str, follow: str, scored: str) -> None:
    for leader in (0, 1):
        hands = (f"{lead} K9", f"{follow} K8") if leader == 0 else (f"{follow} K8", f"{lead} K9")
        state = played(situation(*hands, "G1 G2 G3 G4", leader), f"{lead} {follow}")
        winner = state.leader
        assert (codes(state.score[winner]), codes(state.score[1 - winner])) == (scored, "")


@pytest.mark.parametrize(("revealed", "blind"), [("G1", "G2"), ("U1", "D2"), ("D1", "U2"), ("U1", "U2"), ("P1", "K2")])
@pytest.mark.parametrize("leader", [0, 1])
def test_phase_one_the_winner_recruits_the_revealed_card_and_the_loser_the_blind_one(
    leader: int, revealed: str, blind: str
) -> None:
    """Ruling 3: of whatever faction, Undead too."""
    hands = ("K5 G9", "K4 G8") if leader == 0 else ("K4 G8", "K5 G9")
    state = played(situation(*hands, f"{revealed} {blind} P8 P9", leader), "K5 K4")
    assert (codes(state.followers[leader]), codes(state.followers[1 - leader])) == (revealed, blind)
    assert codes(state.deck) == "P8 P9"
    assert state.score == ((), ())


SCORED_IN_PHASE_TWO = [
    # lead, follow, score pile of the leader, score pile of the follower
    ("G3", "G7", "", "G3 G7"),
    ("K7", "K3", "K7 K3", ""),
    ("U7", "U3", "U7 U3", ""),
    ("U3", "G7", "U3 G7", ""),
    ("P3", "P7", "", "P3 P7"),
    ("G9", "K2", "", "G9 K2"),
    ("D3", "D7", "D3 D7", ""),  # ruling 5: the loser takes both Dwarves
    ("D7", "D3", "", "D7 D3"),
    ("D3", "G9", "G9", "D3"),  # the leader wins with a Dwarf, and the loser takes it
    ("G3", "D9", "G3", "D9"),  # the follower loses and takes the own Dwarf
    ("P0", "D9", "P0", "D9"),
    ("D5", "P9", "D5", "P9"),  # ruling 6: a Doppelgänger on a Dwarf is no Dwarf
    ("D5", "P2", "P2", "D5"),
    ("U5", "P9", "", "U5 P9"),
]


@pytest.mark.parametrize(("lead", "follow", "leads", "follows"), SCORED_IN_PHASE_TWO)
def test_phase_two_the_winner_takes_all_but_the_dwarves(lead: str, follow: str, leads: str, follows: str) -> None:
    for leader in (0, 1):
        hands = (lead, follow) if leader == 0 else (follow, lead)
        state = played(situation(*hands, "", leader), f"{lead} {follow}")
        assert (codes(state.score[leader]), codes(state.score[1 - leader])) == (leads, follows)


def test_the_gains_of_a_trick_are_told_card_by_card() -> None:
    one = list_gains(situation("G1", "G2", "D9 U9").phase, 1, cards("U3 P7"), *cards("D9 U9"))
    assert [(str(gain.card), gain.pile, gain.seat) for gain in one] == [
        ("D9", Pile.FOLLOWERS, 1),
        ("U9", Pile.FOLLOWERS, 0),
        ("U3", Pile.SCORE, 1),
        ("P7", Pile.DISCARD, None),
    ]
    two = list_gains(situation("G1", "G2").phase, 0, cards("D7 G1"), None, None)
    assert [(str(gain.card), gain.pile, gain.seat) for gain in two] == [
        ("D7", Pile.SCORE, 1),
        ("G1", Pile.SCORE, 0),
    ]


ONE, TWO = Phase.ONE, Phase.TWO


@pytest.mark.parametrize(
    ("phase", "winner", "trick", "acts"),
    [
        (ONE, 0, "G5 G1", []),
        (ONE, 1, "G9 K2", [("beats", "K2", None)]),
        (ONE, 0, "K2 G9", []),
        (ONE, 1, "K2 P5", [("wild", "P5", None)]),
        (ONE, 0, "P5 P2", []),
        (ONE, 0, "U5 U2", [("rises", "U5", 0), ("rises", "U2", 0)]),
        (ONE, 1, "U5 P9", [("wild", "P9", None), ("rises", "U5", 1)]),
        (ONE, 0, "D5 D2", []),
        (TWO, 0, "U5 U2", []),
        (TWO, 0, "D5 D2", [("to_loser", "D5", 1), ("to_loser", "D2", 1)]),
        (TWO, 0, "G5 D2", [("to_loser", "D2", 1)]),
        (TWO, 1, "D2 P9", [("wild", "P9", None), ("to_loser", "D2", 0)]),
        (TWO, 1, "G9 K2", [("beats", "K2", None)]),
    ],
)
def test_a_power_that_acts_is_told_with_its_card_and_who_scored_it(
    phase: Phase, winner: int, trick: str, acts: list[tuple[str, str, int | None]]
) -> None:
    lead, follow = cards(trick)
    shown = list_power_effects(phase, winner, lead, follow)
    assert [(one.act.value, str(one.card), one.seat) for one in shown] == acts


def test_no_loser_is_told_of_a_card_that_is_discarded(give_power: GivePower) -> None:
    """A power that names a phase in which its cards do not score has nothing to show there."""
    give_power(Faction.GOBLINS, Power(to_loser=frozenset(Phase)))
    assert list_power_effects(ONE, 0, *cards("G5 G1")) == ()
    assert [one.seat for one in list_power_effects(TWO, 0, *cards("G5 G1"))] == [1, 1]
