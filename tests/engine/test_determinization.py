"""Worlds: each fits what the seat knows, and all that fit are equally likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from games.engine.determinization import SampledWorlds, sample_worlds
from games.engine.knowledge import Knowledge
from games.engine.position import CARDS
from games.rules.cards import Faction
from games.rules.state import Cards
from tests.engine.games import knowledge
from tests.rules.situations import cards


def rows(worlds: SampledWorlds, row: int) -> tuple[list[object], ...]:
    return tuple([CARDS[one] for one in part[row]] for part in (worlds.hands, worlds.blind, worlds.deck))


@pytest.mark.parametrize("at", [0, 7, 13, 20, 24, 25])
@pytest.mark.parametrize("seed", range(2))
def test_a_world_is_the_unseen_cards_and_no_void_is_held(seed: int, at: int) -> None:
    what = knowledge(seed, at)
    worlds = sample_worlds(what, 20, np.random.default_rng(seed))
    for row in range(20):
        hand, blind, deck = rows(worlds, row)
        assert (len(hand), len(blind), len(deck)) == (what.held, what.blind, what.deck)
        assert Counter(hand + blind + deck) == Counter(what.unseen)
        assert not {card.faction for card in hand} & what.void  # type: ignore[attr-defined]


def few(unseen: Cards, void: set[Faction]) -> Knowledge:
    return replace(knowledge(1, 24), unseen=unseen, held=2, blind=1, deck=1, void=frozenset(void))


@pytest.mark.parametrize(("void", "hands"), [(set(), 6), ({Faction.KNIGHTS}, 3)])
def test_all_consistent_worlds_are_equally_likely(void: set[Faction], hands: int) -> None:
    """Two of four cards in the other hand and one of the rest taken: twice as many worlds as hands."""
    count = 9_000
    worlds = sample_worlds(few(cards("U1 U2 U3 K5"), void), count, np.random.default_rng(4))
    found = Counter((frozenset(rows(worlds, row)[0]), rows(worlds, row)[1][0]) for row in range(count))
    assert len(found) == 2 * hands
    expected = count / len(found)
    assert all(abs(one - expected) < 5 * expected**0.5 for one in found.values())


def test_the_same_chance_makes_the_same_worlds() -> None:
    what = knowledge(2, 9)
    one, two, three = (sample_worlds(what, 50, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (one.hands == two.hands).all()
    assert (one.deck == two.deck).all()
    assert not (one.hands == three.hands).all()
