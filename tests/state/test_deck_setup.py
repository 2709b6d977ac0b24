"""Setup of a printed deck: the piles that it makes, and what each player can learn from it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import DECK, Card
from games.rules.state import HAND_SIZE, Cards
from games.state import deck_setup
from games.state.deck_setup import DeckSetup, build_setup

SEED = "seed"
decks = st.permutations(DECK).map(tuple)


def _deal(cards: Cards, seed: str = SEED, public: int = 0) -> DeckSetup:
    """Return the setup of a deal in which the last cards of ``cards`` are public."""
    hands = {"sorter": cards[:HAND_SIZE], "dealer": cards[HAND_SIZE : 2 * HAND_SIZE]}
    arranged = cards[: len(cards) - public]
    return build_setup(arranged, hands, arranged[2 * HAND_SIZE :], seed)


@given(decks, st.text(max_size=8), st.integers(0, 20))
def test_the_steps_give_each_player_the_cards_of_the_deal(cards: Cards, seed: str, public: int) -> None:
    setup = _deal(cards, seed, public)
    lying = dict(enumerate(setup.order, 1))
    piles = [[lying.pop(position) for position in setup.piles[name]] for name in ("sorter", "dealer")]
    assert [sorted(pile) for pile in piles] == [sorted(cards[:HAND_SIZE]), sorted(cards[HAND_SIZE : 2 * HAND_SIZE])]
    assert tuple(lying.pop(position) for position in setup.deck) == cards[2 * HAND_SIZE : len(cards) - public]
    assert not lying


@given(decks, decks)
def test_the_sorter_is_shown_the_same_whatever_lies_in_the_piles(cards: Cards, other: Cards) -> None:
    assert _deal(cards).order == _deal(other).order


@given(decks)
def test_the_positions_of_a_hand_do_not_tell_the_order_of_its_cards(cards: Cards) -> None:
    hand, rest = cards[:HAND_SIZE], cards[HAND_SIZE:]
    setup = build_setup(cards, {"hand": hand}, rest, SEED)
    assert setup.piles["hand"] == tuple(sorted(setup.piles["hand"]))


def test_the_dealer_is_shown_every_set_of_positions_equally_often_whatever_the_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    zero, *others = map(Card.parse, ("G0", "G1", "K7"))
    worlds = [(zero, zero, *others), (others[0], zero, others[1], zero), (*others, zero, zero)]
    shown = [_count_positions(monkeypatch, cards) for cards in worlds]
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) == 12
    assert len(set(shown[0].values())) == 1


def _count_positions(monkeypatch: pytest.MonkeyPatch, cards: Cards) -> Counter[object]:
    """Return how often the dealer is shown each instruction, over all outcomes of chance."""
    counts: Counter[object] = Counter()
    for order, copies in product(permutations(range(len(cards))), repeat=2):
        outcome = {"order": list(order), "copies": list(copies)}
        monkeypatch.setattr(deck_setup, "permute", lambda count, seed, purpose, outcome=outcome: outcome[purpose])
        setup = build_setup(cards, {"hand": cards[:2]}, cards[2:], SEED)
        counts[setup.piles["hand"], setup.deck] += 1
    return counts


def test_a_card_that_is_not_arranged_is_refused() -> None:
    zero = Card.parse("G0")
    with pytest.raises(ValueError, match="not arranged"):
        build_setup((zero,), {"hand": (zero, zero)}, (), SEED)
