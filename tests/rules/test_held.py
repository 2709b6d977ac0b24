"""Cards with their copies as one number, beside what Python's own counters say."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import COPIES, DECK, Card
from games.rules.logged.held import CARDS, MOST, UNITS, WHOLE, Held
from tests.draws import some
from tests.rules.random_games import QUIET

counters = st.dictionaries(st.sampled_from(tuple(COPIES)), st.integers(1, 26), max_size=12).map(Counter[Card])


def as_counter(held: Held) -> Counter[Card]:
    return Counter(dict(held.items()))


@settings(QUIET, max_examples=some(100))
@given(first=counters, second=counters)
def test_it_counts_as_counters_do(first: Counter[Card], second: Counter[Card]) -> None:
    one, other = Held(first), Held(second)
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
def test_one_card_is_told_from_several_however_often_it_is_there(card: Card) -> None:
    assert [Held([card] * count).only() for count in (1, 5)] == [card, card]
    assert [Held([card, another]).only() for another in CARDS if another != card] == [None] * (len(CARDS) - 1)
    assert Held().only() is None


@settings(QUIET, max_examples=some(40))
@given(first=counters)
def test_cards_one_by_one_are_as_many_as_their_numbers(first: Counter[Card]) -> None:
    assert Held(first.elements()) == Held(first) == Held.of(sum(UNITS[card] for card in first.elements()))
    assert hash(Held(first.elements())) == hash(Held(first))


def test_the_whole_deck_has_every_card() -> None:
    assert sorted(WHOLE.elements()) == sorted(DECK)
    assert repr(WHOLE - WHOLE) == "Held([])"


def test_more_of_a_card_than_anybody_counts_runs_over_into_no_other() -> None:
    """A record may say of one card that it lies apart a thousand times."""
    card = DECK[20]
    crowd = Held([card] * 1_000)
    assert dict(crowd.items()) == {card: MOST}
    assert crowd + crowd - crowd == crowd
    assert not WHOLE - crowd - (WHOLE - Held([card]))
