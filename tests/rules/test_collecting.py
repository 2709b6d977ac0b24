"""Where the cards of a trick go: follower piles, score piles, discards."""

from __future__ import annotations

import pytest

from games.rules.cards import Faction
from games.rules.state import Phase
from games.rules.tricks import Pile, Power, collect, powers_shown
from tests.powers import GivePower
from tests.rules.situations import cards, codes, played, situation

PHASE_ONE = [
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


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(("lead", "follow", "scored"), PHASE_ONE)
def test_phase_one_only_undead_reach_the_winners_score_pile(leader: int, lead: str, follow: str, scored: str) -> None:
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


PHASE_TWO = [
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


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(("lead", "follow", "leads", "follows"), PHASE_TWO)
def test_phase_two_the_winner_takes_all_but_the_dwarves(
    leader: int, lead: str, follow: str, leads: str, follows: str
) -> None:
    hands = (lead, follow) if leader == 0 else (follow, lead)
    state = played(situation(*hands, "", leader), f"{lead} {follow}")
    assert (codes(state.score[leader]), codes(state.score[1 - leader])) == (leads, follows)


def test_the_gains_of_a_trick_are_told_card_by_card() -> None:
    one = collect(situation("G1", "G2", "D9 U9").phase, 1, cards("U3 P7"), *cards("D9 U9"))
    assert [(str(gain.card), gain.pile, gain.seat) for gain in one] == [
        ("D9", Pile.FOLLOWERS, 1),
        ("U9", Pile.FOLLOWERS, 0),
        ("U3", Pile.SCORE, 1),
        ("P7", Pile.DISCARD, None),
    ]
    two = collect(situation("G1", "G2").phase, 0, cards("D7 G1"), None, None)
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
    shown = powers_shown(phase, winner, lead, follow)
    assert [(one.act.value, str(one.card), one.seat) for one in shown] == acts


def test_no_loser_is_told_of_a_card_that_is_discarded(give_power: GivePower) -> None:
    """A power that names a phase in which its cards do not score has nothing to show there."""
    give_power(Faction.GOBLINS, Power(to_loser=frozenset(Phase)))
    assert powers_shown(ONE, 0, *cards("G5 G1")) == ()
    assert [one.seat for one in powers_shown(TWO, 0, *cards("G5 G1"))] == [1, 1]
