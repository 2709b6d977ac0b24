"""Tests of a seat's knowledge: all that it was shown, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.knowledge import build_knowledge, build_known_position
from games.engine.position import CARDS, build_position
from games.rules.cards import DECK
from games.rules.rulings import LastTrick, Rulings
from games.rules.state import Phase, State, get_other_seat
from tests.engine.games import views_of
from tests.rules.random_games import random_game

RULINGS = (Rulings(), Rulings(strict=True, last_trick=LastTrick.LEAD), Rulings(last_trick=LastTrick.ALL))


def true_followers(state: State, seat: int, mover: int) -> Counter[object]:
    """The followers of a seat whose card ``mover`` saw, by the game itself."""
    tricks = [trick for trick in state.tricks if trick.phase is Phase.ONE]
    taken = [trick.revealed for trick in tricks if trick.winner == seat]
    return Counter(taken + [trick.blind for trick in tricks if trick.winner != seat and seat == mover])


@pytest.mark.parametrize("rulings", RULINGS)
@pytest.mark.parametrize("seed", range(2))
def test_knowledge_has_played_and_recruited_cards_and_voids(seed: int, rulings: Rulings) -> None:
    states = random_game(seed)
    for at, state in enumerate(states[:26]):
        seat = state.to_play
        assert seat is not None
        found = build_knowledge(views_of(states[: at + 1], seat, rulings))
        plays = [card for trick in state.tricks for card in (trick.lead, trick.follow)]
        assert Counter(found.played) == Counter(plays + ([] if state.lead is None else [state.lead]))
        assert Counter(found.mine) == true_followers(state, seat, seat)
        assert Counter(found.theirs) == true_followers(state, get_other_seat(seat), seat)
        assert found.blind == sum(trick.winner == seat for trick in state.tricks)
        seen = Counter(found.hand + found.played + found.mine + found.theirs)
        assert Counter(found.unseen) == Counter(DECK) - seen - Counter([one for one in (state.revealed,) if one])
        assert len(found.unseen) == found.held + found.blind + found.deck
        assert not any(card.faction in found.void for card in state.hands[get_other_seat(seat)])


def test_a_void_is_a_led_faction_that_was_not_followed() -> None:
    states = random_game(5)
    last = states[24]
    seat = last.to_play
    assert seat is not None
    asked = [trick for trick in last.tricks if trick.leader == seat]
    shy = {trick.lead.faction for trick in asked if trick.follow.faction not in (trick.lead.faction, "P")}
    assert shy
    assert build_knowledge(views_of(states[:25], seat)).void == shy


@pytest.mark.parametrize("rulings", RULINGS)
@pytest.mark.parametrize("seed", range(2))
def test_phase_two_is_known_completely(seed: int, rulings: Rulings) -> None:
    states = random_game(seed)
    for at in range(26, 52):
        seat = states[at].to_play
        assert seat is not None
        knowledge = build_knowledge(views_of(states[: at + 1], seat, rulings))
        assert len(knowledge.unseen) == knowledge.held
        found, true = build_known_position(knowledge, knowledge.unseen), build_position(states[at])
        for mine, theirs in ((found.hands, true.hands), (found.score, true.score)):
            assert [Counter(CARDS[one] for one in pile) for pile in mine] == [
                Counter(CARDS[one] for one in pile) for pile in theirs
            ]
        assert (found.leader, found.to_play) == (true.leader, true.to_play)
        assert (found.lead is None) == (true.lead is None)


def test_the_last_view_alone_gives_the_remembered_cards() -> None:
    states = random_game(3)
    seat = states[20].to_play
    assert seat is not None
    whole, last = build_knowledge(views_of(states[:21], seat)), build_knowledge(views_of(states[20:21], seat))
    assert (last.played, last.theirs, last.unseen) == (whole.played, whole.theirs, whole.unseen)


def test_the_other_seat_has_no_choice() -> None:
    states = random_game(3)
    seat = states[4].to_play
    assert seat is not None
    with pytest.raises(ValueError, match="turn"):
        build_knowledge(views_of(states[:5], get_other_seat(seat)))
