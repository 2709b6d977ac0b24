"""Who wins a trick, and why."""

from __future__ import annotations

import itertools

import pytest

from games.rules.cards import DECK
from games.rules.tricks import Reason, judge, trick_winner
from tests.rules import naive
from tests.rules.situations import cards, played, situation

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
def test_winning(lead: str, follow: str, beats: bool, reason: Reason) -> None:
    assert judge(*cards(f"{lead} {follow}")) == (beats, reason)


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("deck", ["D9 D8", ""])
@pytest.mark.parametrize(("lead", "follow", "beats", "reason"), WINNING)
def test_the_winner_of_a_trick_leads_the_next_one(
    leader: int, deck: str, lead: str, follow: str, beats: bool, reason: Reason
) -> None:
    hands = (lead, follow) if leader == 0 else (follow, lead)
    state = played(situation(*hands, deck, leader), f"{lead} {follow}")
    assert state.leader == state.tricks[-1].winner == (1 - leader if beats else leader)


def test_every_pair_of_cards_is_won_as_the_plain_rules_say() -> None:
    for lead, follow in itertools.permutations(DECK, 2):
        for leader in (0, 1):
            assert trick_winner(leader, lead, follow) == naive.winner_of(leader, str(lead), str(follow))
