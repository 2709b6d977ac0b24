"""Views of a game for each audience: rulings 11 to 14."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.rulings import LastTrick, Rulings
from games.rules.state import Cards, Phase, SeatCards, State
from games.rules.tricks import Reason
from games.rules.visible_state import build_visible_state
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET, games, random_game
from tests.rules.situations import cards, codes, played, situation

AUDIENCES = (0, 1, None)
START = situation("G5 U2 G0", "K6 G6 P1", "D9 U9 K2 K3 P8 P9")


def pair(piles: SeatCards) -> list[str]:
    return [codes(pile) for pile in piles]


def shown(items: Cards | None) -> str | None:
    return None if items is None else codes(items)


def test_a_player_sees_the_own_hand_in_the_order_of_the_factions_and_a_watcher_none() -> None:
    assert shown(build_visible_state(START, 0).hand) == "G0 G5 U2"
    assert shown(build_visible_state(START, 1).hand) == "G6 K6 P1"
    assert build_visible_state(START, None).hand is None


def test_everybody_sees_the_revealed_card_the_lead_and_the_counts() -> None:
    for audience in (0, 1, None):
        view = build_visible_state(played(START, "G5"), audience)
        assert (str(view.revealed), str(view.lead), view.sizes, view.deck) == ("D9", "G5", (2, 3), 5)
        assert (view.leader, view.turn, view.followers) == (0, 1, (0, 0))


def test_only_the_seat_to_play_is_told_what_it_may_play_and_why_not_the_rest() -> None:
    state = played(START, "G5")
    assert codes(build_visible_state(state, 1).legal) == "G6 P1"
    assert build_visible_state(state, 1).refusals == ((*cards("K6"), Refusal("must_follow", key="must_follow_G")),)
    for audience in (0, None):
        assert (build_visible_state(state, audience).legal, build_visible_state(state, audience).refusals) == ((), ())


@pytest.mark.parametrize(("audience", "blind"), [(0, "U9"), (1, None), (None, None)])
def test_the_blind_card_is_shown_at_once_to_its_owner_only(audience: int | None, blind: str | None) -> None:
    """Ruling 11: seat 0 lost the trick and took the Undead 9 unseen."""
    last = build_visible_state(played(START, "G5 G6"), audience).last
    assert last is not None
    assert (str(last.revealed), last.blind and str(last.blind)) == ("D9", blind)
    recruits = [(gain.card and str(gain.card), gain.seat) for gain in last.gains if gain.pile == "followers"]
    assert recruits == [("D9", 1), (blind, 0)]


@pytest.mark.parametrize(("strict", "piles"), [(False, ["U9", "D9", None]), (True, [None, None, None])])
def test_the_own_follower_pile_may_be_looked_at_unless_memory_is_strict(strict: bool, piles: list[str | None]) -> None:
    """Ruling 12."""
    state = played(START, "G5 G6")
    views = [build_visible_state(state, audience, Rulings(strict=strict)) for audience in (0, 1, None)]
    assert [shown(view.recruits) for view in views] == piles
    assert [view.followers for view in views] == [(1, 1)] * 3


def test_strict_memory_hides_nothing_of_the_hand_of_phase_two() -> None:
    state = played(START, "G5 G6 K6 U2 P1 G0")
    assert state.phase == 2
    assert shown(build_visible_state(state, 0, Rulings(strict=True)).hand) == "K3 U9 P9"


def test_score_piles_are_open_to_all_with_the_votes_as_they_stand() -> None:
    """Ruling 13."""
    state = played(START, "G5 G6 P1 U2")
    for audience in (0, 1, None):
        view = build_visible_state(state, audience)
        assert pair(view.score) == ["", "U2"]
        assert [(vote.faction.value, vote.seat) for vote in view.votes if vote.seat is not None] == [("U", 1)]


@pytest.mark.parametrize("audience", [0, 1, None])
@pytest.mark.parametrize("kept", LastTrick)
def test_the_last_trick_stays_visible_until_the_next_lead_and_longer_where_that_is_chosen(
    audience: int | None, kept: LastTrick
) -> None:
    """Ruling 14."""
    for plies, gone in (("G5 G6", False), ("G5 G6 P1", kept is LastTrick.LEAD)):
        last = build_visible_state(played(START, plies), audience, Rulings(last_trick=kept)).last
        told = last and (str(last.lead), str(last.follow), last.winner, last.reason)
        assert told == (None if gone else ("G5", "G6", 1, Reason.HIGHER))


def blind_of(state: State, audience: int | None, rulings: Rulings) -> str | None:
    """The blind card of the trick that G5 led, which lies there as an older one."""
    (trick,) = (one for one in build_visible_state(state, audience, rulings).earlier or () if str(one.lead) == "G5")
    return trick.blind and str(trick.blind)


@pytest.mark.parametrize("kept", LastTrick)
def test_older_tricks_are_visible_only_where_that_is_chosen(kept: LastTrick) -> None:
    """Ruling 14."""
    earlier = build_visible_state(played(START, "G5 G6 P1 U2"), 0, Rulings(last_trick=kept)).earlier
    assert (earlier is not None) is (kept is LastTrick.ALL)
    assert "U2" not in {str(trick.follow) for trick in earlier or ()}


def test_the_blind_card_of_an_older_trick_is_its_owners_alone_and_hidden_from_them_where_memory_is_strict() -> None:
    one, two = played(START, "G5 G6 P1 U2"), played(START, "G5 G6 P1 U2 K6 G0")
    rulings = Rulings(last_trick=LastTrick.ALL)
    assert [blind_of(one, audience, rulings) for audience in (0, 1, None)] == ["U9", None, None]
    strict = replace(rulings, strict=True)
    assert [blind_of(one, audience, strict) for audience in (0, 1, None)] == [None] * 3
    assert [two.phase, blind_of(two, 0, strict), blind_of(two, 1, strict)] == [2, "U9", None]


def test_views_of_equal_states_are_equal() -> None:
    assert build_visible_state(played(START, "G5"), 1) == build_visible_state(played(START, "G5"), 1)
    assert build_visible_state(played(START, "G5"), 1) != build_visible_state(START, 1)


def test_the_own_hand_is_told_in_the_order_in_which_its_cards_came_too() -> None:
    state = situation("U2 G5 G0", "K6 G6 P1", "D9 U9 K2 K3 P8 P9")
    assert [shown(build_visible_state(state, audience).dealt) for audience in (0, 1, None)] == [
        "U2 G5 G0",
        "K6 G6 P1",
        None,
    ]


def first(state: State) -> State:
    """The situation with nothing before it that could be remembered."""
    return replace(state, tricks=())


@pytest.mark.parametrize(
    ("audience", "recruited"), [(0, ["K3 U9", "K2 D9"]), (1, ["", "K2 D9"]), (None, ["", "K2 D9"])]
)
def test_an_attentive_person_remembers_what_lay_open_and_the_own_unseen_cards(
    audience: int | None, recruited: list[str]
) -> None:
    """Seat 1 won both tricks with their revealed cards; seat 0 took the blind ones unseen."""
    memory = build_visible_state(
        played(first(situation("G5 G1 G0", "G6 G7 P1", "D9 U9 K2 K3 P8 P9")), "G5 G6 G7 G1"), audience
    ).memory
    assert memory is not None
    assert (codes(memory.gone), pair(memory.recruited)) == ("G1 G5 G6 G7", recruited)


def test_a_follower_that_was_played_is_gone_and_with_its_own_seat_alone() -> None:
    """In phase one seat 0 recruits a Goblin 0 that lay open; in phase two seat 1 plays one that it took unseen."""
    one = played(first(situation("P9 P8", "P1 P2", "G0 G0 U2 D3")), "P9 P1 P8 P2")
    for plays, recruited in (("", ["G0 U2", "G0 D3"]), ("U2 D3", ["G0", "G0"]), ("U2 G0", ["G0", "D3"])):
        memory = build_visible_state(played(one, plays), 1).memory
        assert memory is not None
        assert pair(memory.recruited) == recruited
        assert all(card in memory.gone for card in cards(plays))


@pytest.mark.parametrize(
    ("hands", "deck", "recruited"),
    [(("P9 G0", "P1 P2"), "G0 U2 K2 K3", ["G0", "U2"]), (("P9", "P1"), "G0 G0", ["", "G0"])],
    ids=["from the hand of phase one", "from the followers"],
)
def test_a_lead_that_lies_is_gone_and_no_recruit_of_another_place(
    hands: tuple[str, str], deck: str, recruited: list[str]
) -> None:
    """Seat 0 has recruited a Goblin 0 and leads with one, while another stays where it is."""
    memory = build_visible_state(played(first(situation(*hands, deck)), "P9 P1 G0"), 1).memory
    assert memory is not None
    assert (codes(memory.gone), pair(memory.recruited)) == ("G0 P1 P9", recruited)


def test_no_card_is_in_two_places_of_a_memory() -> None:
    """Whoever counts them, at whatever moment: the own hand, what lies open and what is remembered fit into a deck."""
    for state in random_game(3):
        for audience in (0, 1, None):
            view = build_visible_state(state, audience)
            assert view.memory is not None
            hand = view.hand if view.hand and state.phase == 1 else ()
            lies = () if view.revealed is None else (view.revealed,)
            known = Counter([*view.memory.gone, *chain(*view.memory.recruited), *hand, *lies])
            assert known <= Counter(DECK)
            assert known.total() >= state.ply + len(hand)
            if audience is not None and state.phase == 2:
                assert view.memory.recruited[audience] == view.hand


@pytest.mark.parametrize("audience", [0, 1, None])
def test_strict_memory_reminds_of_no_cards(audience: int | None) -> None:
    assert build_visible_state(played(START, "G5 G6"), audience, Rulings(strict=True)).memory is None


def test_a_trick_tells_which_powers_acted() -> None:
    last = build_visible_state(situation_after_an_undead_and_a_mask(), None).last
    assert last is not None
    assert [(one.act, str(one.card), one.seat) for one in last.powers] == [("wild", "P1", None), ("rises", "U2", 0)]


def situation_after_an_undead_and_a_mask() -> State:
    return played(situation("U2 G0", "P1 G6", "D9 U9 K2 K3"), "U2 P1")


@settings(QUIET, max_examples=sample_size(20))
@given(games(), st.booleans())
def test_a_seat_sees_its_followers_in_phase_one_alone(states: list[State], strict: bool) -> None:
    """In phase two they are the hand, so there is no pile to look at, not even an empty one."""
    for state in states:
        for audience in AUDIENCES:
            shown = build_visible_state(state, audience, Rulings(strict=strict)).recruits
            if audience is None or strict or state.phase is Phase.TWO:
                assert shown is None
            else:
                assert shown is not None
                assert sorted(shown) == sorted(state.followers[audience])


@settings(QUIET, max_examples=sample_size(20))
@given(games())
def test_every_audience_is_told_where_each_card_of_the_last_trick_went(states: list[State]) -> None:
    """A card that went to a score pile lies there, a recruited one in the winner's or the loser's pile."""
    for before, state in pairwise(states):
        if state.lead is not None:
            continue
        for audience in AUDIENCES:
            last = build_visible_state(state, audience).last
            assert last is not None
            assert (last.phase, last.number, last.leader) == (before.phase, before.number, before.leader)
            for seat in (0, 1):
                scored = [gain.card for gain in last.gains if (gain.pile, gain.seat) == ("score", seat)]
                assert sorted(before.score[seat] + tuple(filter(None, scored))) == sorted(state.score[seat])
            recruits = [gain.seat for gain in last.gains if gain.pile == "followers"]
            assert recruits == ([last.winner, 1 - last.winner] if before.phase is Phase.ONE else [])
