"""Bounds on the votes, against every way to place the open cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inference import completion_search, completion_votes
from games.inference.deduction import Deduction, deduce
from games.inference.vote_bounds import _compute_prospect, _Stake, compute_vote_bounds
from games.rules.cards import DECK, Card, Faction
from games.rules.scoring import compute_vote
from games.rules.state import Cards, Seat
from tests.inference.table_logs import table_game
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET

UNDEAD = tuple(card for card in DECK if card.faction is Faction.UNDEAD)


@st.composite
def stakes(draw: st.DrawFn) -> _Stake:
    """Some Undead in the piles of the seats, some in those of seats that are not known, some that may still come."""
    cards = draw(st.permutations(UNDEAD))[: draw(st.integers(0, 7))]
    where = draw(st.lists(st.integers(0, 6), min_size=len(cards), max_size=len(cards)))
    stake = _Stake(room=(draw(st.integers(0, 3)), draw(st.integers(0, 3))))
    for card, place in zip(cards, where, strict=True):
        if place == 6:
            stake.floating.append(card)
        else:
            stake.placed[place // 2][place % 2].append(card)
    stake.floating.sort(reverse=True)
    return stake


def ways(stake: _Stake) -> Iterator[tuple[Cards, Cards]]:
    """The two piles for every way in which the unknown seats and the open cards can turn out."""
    bases = [base for base in stake.placed if base]
    for flips in product((0, 1), repeat=len(bases)):
        piles: list[list[Card]] = [list(stake.placed[0][0]), list(stake.placed[0][1])]
        for base, flip in zip(bases, flips, strict=True):
            piles[flip] += stake.placed[base][0]
            piles[1 - flip] += stake.placed[base][1]
        for takers in product((0, 1, None), repeat=len(stake.floating)):
            if all(takers.count(seat) <= stake.room[seat] for seat in (0, 1)):
                more = [[c for c, to in zip(stake.floating, takers, strict=True) if to == seat] for seat in (0, 1)]
                yield tuple(piles[0] + more[0]), tuple(piles[1] + more[1])


def leads(stake: _Stake) -> dict[Seat, int]:
    """By how many cards each seat can lead at the most."""
    margins = [len(first) - len(second) for first, second in ways(stake)]
    return {0: max(margins), 1: -min(margins)}


def copied(stake: _Stake) -> _Stake:
    """Looking at a side makes it."""
    placed = defaultdict(lambda: ([], []), {base: (list(a), list(b)) for base, (a, b) in stake.placed.items()})
    return _Stake(placed, list(stake.floating), stake.room)


@settings(QUIET, max_examples=sample_size(150))
@given(stakes())
def test_counting_excludes_nothing_that_can_be_and_nobody_who_can_lead(stake: _Stake) -> None:
    found = _compute_prospect(copied(stake))
    possible = {compute_vote(Faction.UNDEAD, piles).seat for piles in ways(stake)}
    assert found >= possible
    for seat, lead in leads(stake).items():
        # Level piles may be settled by a card, of which the count is cautious; a seat always behind gets nothing.
        assert (seat in found) or lead <= 0
        assert (seat not in found) or lead >= 0
    if found == {0, 1, None}:
        assert min(leads(stake).values()) >= 0


@settings(QUIET, max_examples=sample_size(80))
@given(stakes())
def test_bounds_of_complete_piles_are_exact(stake: _Stake) -> None:
    stake.placed = defaultdict(lambda: ([], []), {0: stake.placed[0]})
    stake.floating = []
    (piles,) = ways(stake)
    assert _compute_prospect(copied(stake)) == {compute_vote(Faction.UNDEAD, piles).seat}


@settings(QUIET, max_examples=sample_size(80))
@given(stakes())
def test_level_piles_go_to_a_seat_only_if_it_may_have_the_higher_card(stake: _Stake) -> None:
    found, best = _compute_prospect(copied(stake)), leads(stake)
    for seat in (0, 1):
        known = [card.value for card in stake.placed[0][1 - seat]]
        unknown = [card.value for base, sides in stake.placed.items() if base for side in sides for card in side]
        mine = [card.value for card in stake.placed[0][seat]]
        if best[seat] == 0 and not (stake.floating and stake.room[seat]):
            assert (seat in found) is (max([*mine, *unknown], default=-1) > max(known, default=-1))


def test_a_card_that_was_logged_in_both_piles_leaves_open_which_of_the_level_ones_wins() -> None:
    stake = _Stake()
    stake.placed[0] = ([UNDEAD[5]], [UNDEAD[5]])
    assert _compute_prospect(stake) == {0, 1, None}


@pytest.mark.parametrize("seed", range(sample_size(4)))
@pytest.mark.parametrize("left", [0, 1, 2])
def test_exact_endings_are_within_the_bounds(seed: int, left: int) -> None:
    game = table_game(seed).record
    known = deduce(replace(game, phase_two=game.phase_two[: 13 - left]))
    exact, counted = completion_votes.list_possible_endings(known), compute_vote_bounds(known)
    assert exact is not None
    for faction in Faction:
        assert exact.prospects[faction] <= counted[faction]
        assert left or len(counted[faction]) == 1


class TestLimits:
    """A log that can be completed in too many ways is left to the counting; the limits are those that are said."""

    @staticmethod
    def known(seed: int, left: int) -> Deduction:
        game = table_game(seed).record
        return deduce(replace(game, phase_two=game.phase_two[: 13 - left]))

    @pytest.mark.parametrize(("left", "tried"), [(6, True), (7, False)])
    def test_twelve_open_cards_are_tried_and_more_are_not(self, left: int, tried: bool) -> None:
        assert completion_search.CompletionSearch(self.known(5, left)).is_hopeless() is not tried
        assert completion_search.MAX_OPEN_PLAYS == 12

    def test_the_zeros_of_one_seat_are_not_open_to_the_other(self) -> None:
        known = self.known(13, 3)
        assert all(hand[Card.parse("G0")] for hand in known.account.hands)
        lines = completion_search.CompletionSearch(known)
        for seat, ways in enumerate(lines.open):
            kinds = [kind for at, (_card, kind) in enumerate(lines.cards) if ways.bits >> at & 1]
            assert (kinds, len(ways.cards)) == ([seat] * 3, 3)

    def test_a_thirteenth_open_card_is_one_too_many(self) -> None:
        game = table_game(5).record
        gap = (game.phase_two[0]._replace(lead=None), *game.phase_two[1:7])
        lines = completion_search.CompletionSearch(deduce(replace(game, phase_two=gap)))
        assert (lines.left, lines.is_hopeless()) == (13, True)
