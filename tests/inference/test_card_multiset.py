"""Cards with their copies as one number, beside what Python's own counters say."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inference.card_multiset import CARDS, FULL_DECK, MAX_COUNT, UNITS, CardMultiset
from games.rules.cards import COPIES, DECK, Card
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET

counters = st.dictionaries(st.sampled_from(tuple(COPIES)), st.integers(1, 26), max_size=12).map(Counter[Card])


def as_counter(held: CardMultiset) -> Counter[Card]:
    return Counter(dict(held.items()))


@settings(QUIET, max_examples=sample_size(40))
@given(first=counters, second=counters)
def test_cards_are_counted_as_by_a_counter(first: Counter[Card], second: Counter[Card]) -> None:
    one, other = CardMultiset(first), CardMultiset(second)
    assert as_counter(one + other) == first + second
    assert as_counter(one - other) == first - second
    assert as_counter(one | other) == first | second
    assert one.total() == first.total()
    assert sorted(one.elements()) == sorted(first.elements())
    assert set(one) == set(first)
    assert len(one) == len(first)
    assert bool(one) is bool(first)
    assert (one == other) is (first == second)
    assert all((one[card], card in one) == (first[card], card in first) for card in COPIES)
    assert as_counter(one.without(other)) == {card: count for card, count in first.items() if card not in second}
    assert one.in_order() == sorted(first.elements())


@pytest.mark.parametrize("card", [CARDS[0], CARDS[1], CARDS[-1]])
def test_a_single_card_is_recognized_with_all_its_copies(card: Card) -> None:
    assert [CardMultiset([card] * count).only() for count in (1, 5)] == [card, card]
    assert [CardMultiset([card, another]).only() for another in CARDS if another != card] == [None] * (len(CARDS) - 1)
    assert CardMultiset().only() is None


@settings(QUIET, max_examples=sample_size(20))
@given(first=counters)
def test_cards_one_by_one_are_as_many_as_their_numbers(first: Counter[Card]) -> None:
    assert (
        CardMultiset(first.elements())
        == CardMultiset(first)
        == CardMultiset.of(sum(UNITS[card] for card in first.elements()))
    )
    assert hash(CardMultiset(first.elements())) == hash(CardMultiset(first))


def test_the_whole_deck_has_every_card() -> None:
    assert sorted(FULL_DECK.elements()) == sorted(DECK)
    assert repr(FULL_DECK - FULL_DECK) == "CardMultiset([])"


def test_more_of_a_card_than_anybody_counts_runs_over_into_no_other() -> None:
    """A record may say of one card that it lies apart a thousand times."""
    card = DECK[20]
    crowd = CardMultiset([card] * 1_000)
    assert dict(crowd.items()) == {card: MAX_COUNT}
    assert crowd + crowd - crowd == crowd
    assert not FULL_DECK - crowd - (FULL_DECK - CardMultiset([card]))
