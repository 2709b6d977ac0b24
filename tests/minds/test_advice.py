"""A hint is a legal card, the same whatever nobody sees, and every reason that is given for one is true."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from games.minds.advice import FEW, Advice, Why, advise
from games.minds.endings import solve
from games.minds.levels import LEVELS
from games.minds.position import CARDS, NUMBERS, position
from games.minds.weights import fitted
from games.rules.cards import Card, Faction
from games.rules.moves import apply, legal_moves
from games.rules.scoring import vote
from games.rules.state import State
from games.rules.tricks import judge
from games.words.hints import REASONS
from tests.minds.games import shown, states_of
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world

LEVEL = replace(LEVELS[-1], worlds=16, nodes=20_000)
GAMES = (1, 4, 12, 41)
"""Between them every reason is given; the last one has draws within reach."""


@cache
def advised() -> list[tuple[State, Advice]]:
    """What is advised at every card of some games."""
    found = []
    for seed in GAMES:
        states = random_game(seed)
        for at, state in enumerate(states[:-1]):
            if state.to_play is not None:
                found.append((state, advise(shown(states[: at + 1], state.to_play), LEVEL, seed)))
    return found


def given(*reasons: Why) -> Iterator[tuple[State, Advice]]:
    """Where these were the reasons; there must be some."""
    found = [one for one in advised() if one[1].why in reasons]
    assert found, reasons
    yield from found


def worth(card: Card) -> float:
    return float(fitted().follower[NUMBERS[card][0]])


def unseen(state: State) -> list[Card]:
    """In phase one: the other hand, its blind cards, and the deck below the card turned up."""
    assert state.to_play is not None
    other = 1 - state.to_play
    blind = [trick.blind for trick in state.tricks if trick.winner != other and trick.blind is not None]
    return [*state.hands[other], *blind, *state.deck[1:]]


def turned_up(state: State) -> Card:
    assert state.revealed is not None
    return state.revealed


def better(state: State) -> int:
    """Twice the unseen cards that are better followers than the card turned up, less all of them."""
    cards = unseen(state)
    return 2 * sum(worth(card) > worth(turned_up(state)) for card in cards) - len(cards)


def wins(state: State, card: Card) -> bool:
    assert state.lead is not None
    return judge(state.lead, card)[0]


def test_every_hint_is_legal_and_every_reason_has_a_sentence() -> None:
    assert set(REASONS) == set(Why)
    assert all(advice.card in legal_moves(state) for state, advice in advised())


def test_every_reason_is_given_in_some_game() -> None:
    assert {advice.why for _, advice in advised()} == set(Why)


def test_what_a_reason_is_about_is_named() -> None:
    about = {Why.VOTE: 1, Why.TAKES: 2, Why.SURE: 2, Why.STRONG: 2, Why.LEAVES: 2, Why.SAVES: 2}
    assert all(len(advice.about) == about.get(advice.why, 0) for _, advice in advised())


def test_the_unseen_cards_make_no_difference() -> None:
    chance, differs = random.Random(3), 0
    for seed in (1, 2):
        states = random_game(seed)
        for at, state in list(enumerate(states[:-1]))[::3]:
            seat = state.to_play
            assert seat is not None
            other = states_of(redealt(world(state, states[0]), seat, chance))
            differs += other[-1].hands != state.hands
            assert advise(shown(other, seat), LEVEL, seed) == advise(shown(states[: at + 1], seat), LEVEL, seed)
    assert differs


def test_the_only_card() -> None:
    assert all(set(legal_moves(state)) == {advice.card} for state, advice in given(Why.ONLY))


def ends(state: State) -> dict[Card, int | None]:
    return {CARDS[card]: outcome for card, outcome in solve(position(state)).cards.items()}


def test_ends_are_as_the_exact_search_has_them() -> None:
    own = {Why.KEEPS_WIN: 1, Why.ALL_WIN: 1, Why.KEEPS_DRAW: 0, Why.ALL_DRAW: 0, Why.LEAST_BAD: -1}
    for state, advice in given(*own):
        outcomes = ends(state)
        assert outcomes.pop(advice.card) == own[advice.why]
        others, alike = set(outcomes.values()), advice.why not in (Why.KEEPS_WIN, Why.KEEPS_DRAW)
        assert (others == {own[advice.why]}) is alike
        assert advice.why is not Why.KEEPS_DRAW or others == {-1}


def test_a_vote_is_had_after_the_trick_and_not_before() -> None:
    for state, advice in given(Why.VOTE):
        faction = Faction(advice.about)
        seats = [vote(faction, one.score).seat for one in (state, apply(state, advice.card))]
        assert seats[0] != state.to_play == seats[1]


def test_a_follower_that_is_taken_is_better_than_most_and_won() -> None:
    for state, advice in given(Why.TAKES):
        assert wins(state, advice.card)
        assert advice.about == str(state.revealed)
        assert better(state) < 0


def test_a_follower_that_is_left_is_worse_than_most_and_could_be_won() -> None:
    for state, advice in given(Why.LEAVES):
        assert not wins(state, advice.card)
        assert any(wins(state, card) for card in legal_moves(state))
        assert better(state) > 0


def test_a_sure_lead_is_beaten_by_nothing_and_a_strong_one_by_little() -> None:
    for state, advice in given(Why.SURE, Why.STRONG):
        cards = unseen(state)
        beaten = sum(judge(advice.card, card)[0] for card in cards)
        assert (beaten == 0) is (advice.why is Why.SURE)
        assert beaten <= FEW * len(cards)
        assert better(state) < 0


def test_who_saves_strong_cards_leads_the_lowest_for_a_poor_follower() -> None:
    for state, advice in given(Why.SAVES):
        assert advice.card.value == min(card.value for card in legal_moves(state))
        assert better(state) > 0


def test_where_nothing_wins_the_lowest_card_goes() -> None:
    for state, advice in given(Why.CANNOT):
        assert not any(wins(state, card) for card in legal_moves(state))
        assert advice.card.value == min(card.value for card in legal_moves(state))


def test_a_trick_is_won_as_cheaply_as_its_faction_can() -> None:
    for state, advice in given(Why.WINS):
        alike = [card for card in legal_moves(state) if card.faction is advice.card.faction and wins(state, card)]
        assert advice.card == min(alike)


@pytest.mark.parametrize("seed", [0, 5])
def test_asked_again_it_is_the_same(seed: int) -> None:
    state = random_game(seed)[:8]
    assert state[-1].to_play is not None
    views = shown(state, state[-1].to_play)
    assert advise(views, LEVEL, 3) == advise(views, LEVEL, 3)
