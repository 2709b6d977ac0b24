"""Hints: a legal card, independent of hidden cards, with a true reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from games.engine.endgame_solver import solve_endgame
from games.engine.hints import FEW_CARDS, Advice, AdviceReason, suggest_card
from games.engine.levels import LEVELS
from games.engine.position import CARDS, NUMBERS, build_position
from games.engine.weights import load_weights
from games.rules.cards import Card, Faction
from games.rules.moves import apply, legal_moves
from games.rules.scoring import compute_vote
from games.rules.state import State
from games.rules.tricks import decide_trick
from games.texts.hints import HINT_REASONS
from tests.engine.games import states_of, views_of
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world

LEVEL = replace(LEVELS[-1], worlds=16, max_nodes=20_000)
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
                found.append((state, suggest_card(views_of(states[: at + 1], state.to_play), LEVEL, seed)))
    return found


def given(*reasons: AdviceReason) -> Iterator[tuple[State, Advice]]:
    """Where these were the reasons; there must be some."""
    found = [one for one in advised() if one[1].reason in reasons]
    assert found, reasons
    yield from found


def worth(card: Card) -> float:
    return float(load_weights().follower[NUMBERS[card][0]])


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
    return decide_trick(state.lead, card)[0]


def test_every_hint_is_legal_and_every_reason_has_a_sentence() -> None:
    assert set(HINT_REASONS) == set(AdviceReason)
    assert all(advice.card in legal_moves(state) for state, advice in advised())


def test_every_reason_is_given_in_some_game() -> None:
    assert {advice.reason for _, advice in advised()} == set(AdviceReason)


def test_the_subject_of_a_reason_is_named() -> None:
    about = {
        AdviceReason.VOTE: 1,
        AdviceReason.TAKES: 2,
        AdviceReason.SURE: 2,
        AdviceReason.STRONG: 2,
        AdviceReason.LEAVES: 2,
        AdviceReason.SAVES: 2,
    }
    assert all(len(advice.about) == about.get(advice.reason, 0) for _, advice in advised())


def test_the_unseen_cards_make_no_difference() -> None:
    chance, differs = random.Random(3), 0
    for seed in (1,):
        states = random_game(seed)
        for at, state in list(enumerate(states[:-1]))[::3]:
            seat = state.to_play
            assert seat is not None
            other = states_of(redealt(world(state, states[0]), seat, chance))
            differs += other[-1].hands != state.hands
            assert suggest_card(views_of(other, seat), LEVEL, seed) == suggest_card(
                views_of(states[: at + 1], seat), LEVEL, seed
            )
    assert differs


def test_the_only_card() -> None:
    assert all(set(legal_moves(state)) == {advice.card} for state, advice in given(AdviceReason.ONLY))


def ends(state: State) -> dict[Card, int | None]:
    return {CARDS[card]: outcome for card, outcome in solve_endgame(build_position(state)).cards.items()}


def test_ends_are_as_the_exact_search_has_them() -> None:
    own = {
        AdviceReason.KEEPS_WIN: 1,
        AdviceReason.ALL_WIN: 1,
        AdviceReason.KEEPS_DRAW: 0,
        AdviceReason.ALL_DRAW: 0,
        AdviceReason.LEAST_BAD: -1,
    }
    for state, advice in given(*own):
        outcomes = ends(state)
        assert outcomes.pop(advice.card) == own[advice.reason]
        others, alike = set(outcomes.values()), advice.reason not in (AdviceReason.KEEPS_WIN, AdviceReason.KEEPS_DRAW)
        assert (others == {own[advice.reason]}) is alike
        assert advice.reason is not AdviceReason.KEEPS_DRAW or others == {-1}


def test_a_vote_is_had_after_the_trick_and_not_before() -> None:
    for state, advice in given(AdviceReason.VOTE):
        faction = Faction(advice.about)
        seats = [compute_vote(faction, one.score).seat for one in (state, apply(state, advice.card))]
        assert seats[0] != state.to_play == seats[1]


def test_a_follower_that_is_taken_is_better_than_most_and_won() -> None:
    for state, advice in given(AdviceReason.TAKES):
        assert wins(state, advice.card)
        assert advice.about == str(state.revealed)
        assert better(state) < 0


def test_a_follower_that_is_left_is_worse_than_most_and_could_be_won() -> None:
    for state, advice in given(AdviceReason.LEAVES):
        assert not wins(state, advice.card)
        assert any(wins(state, card) for card in legal_moves(state))
        assert better(state) > 0


def test_a_sure_lead_is_beaten_by_nothing_and_a_strong_one_by_little() -> None:
    for state, advice in given(AdviceReason.SURE, AdviceReason.STRONG):
        cards = unseen(state)
        beaten = sum(decide_trick(advice.card, card)[0] for card in cards)
        assert (beaten == 0) is (advice.reason is AdviceReason.SURE)
        assert beaten <= FEW_CARDS * len(cards)
        assert better(state) < 0


def test_the_lowest_card_is_led_for_a_poor_follower() -> None:
    for state, advice in given(AdviceReason.SAVES):
        assert advice.card.value == min(card.value for card in legal_moves(state))
        assert better(state) > 0


def test_the_lowest_card_follows_if_none_wins() -> None:
    for state, advice in given(AdviceReason.CANNOT):
        assert not any(wins(state, card) for card in legal_moves(state))
        assert advice.card.value == min(card.value for card in legal_moves(state))


def test_a_trick_is_won_as_cheaply_as_its_faction_can() -> None:
    for state, advice in given(AdviceReason.WINS):
        alike = [card for card in legal_moves(state) if card.faction is advice.card.faction and wins(state, card)]
        assert advice.card == min(alike)
