"""What a seat knows: all that it was shown, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from games.minds.knowledge import as_position, known
from games.minds.position import CARDS, position
from games.rules.cards import DECK
from games.rules.rulings import LastTrick, Rulings
from games.rules.state import Phase, State, other
from tests.draws import some
from tests.minds.games import shown
from tests.rules.random_games import random_game

RULINGS = (Rulings(), Rulings(strict=True, last_trick=LastTrick.LEAD), Rulings(last_trick=LastTrick.ALL))


def true_followers(state: State, seat: int, mover: int) -> Counter[object]:
    """The followers of a seat whose card ``mover`` saw, by the game itself."""
    tricks = [trick for trick in state.tricks if trick.phase is Phase.ONE]
    taken = [trick.revealed for trick in tricks if trick.winner == seat]
    return Counter(taken + [trick.blind for trick in tricks if trick.winner != seat and seat == mover])


@pytest.mark.parametrize("rulings", RULINGS)
@pytest.mark.parametrize("seed", range(some(12)))
def test_it_knows_what_was_played_taken_and_never_followed(seed: int, rulings: Rulings) -> None:
    states = random_game(seed)
    for at, state in enumerate(states[:26]):
        seat = state.to_play
        assert seat is not None
        found = known(shown(states[: at + 1], seat, rulings))
        plays = [card for trick in state.tricks for card in (trick.lead, trick.follow)]
        assert Counter(found.played) == Counter(plays + ([] if state.lead is None else [state.lead]))
        assert Counter(found.mine) == true_followers(state, seat, seat)
        assert Counter(found.theirs) == true_followers(state, other(seat), seat)
        assert found.blind == sum(trick.winner == seat for trick in state.tricks)
        seen = Counter(found.hand + found.played + found.mine + found.theirs)
        assert Counter(found.unseen) == Counter(DECK) - seen - Counter([one for one in (state.revealed,) if one])
        assert len(found.unseen) == found.held + found.blind + found.deck
        assert not any(card.faction in found.void for card in state.hands[other(seat)])


def test_a_void_is_a_led_faction_that_was_not_followed() -> None:
    states = random_game(5)
    last = states[24]
    seat = last.to_play
    assert seat is not None
    asked = [trick for trick in last.tricks if trick.leader == seat]
    shy = {trick.lead.faction for trick in asked if trick.follow.faction not in (trick.lead.faction, "P")}
    assert shy
    assert known(shown(states[:25], seat)).void == shy


@pytest.mark.parametrize("rulings", RULINGS)
@pytest.mark.parametrize("seed", range(some(12)))
def test_phase_two_is_known_completely(seed: int, rulings: Rulings) -> None:
    states = random_game(seed)
    for at in range(26, 52):
        seat = states[at].to_play
        assert seat is not None
        found, true = as_position(known(shown(states[: at + 1], seat, rulings))), position(states[at])
        for mine, theirs in ((found.hands, true.hands), (found.score, true.score)):
            assert [Counter(CARDS[one] for one in pile) for pile in mine] == [
                Counter(CARDS[one] for one in pile) for pile in theirs
            ]
        assert (found.leader, found.to_play) == (true.leader, true.to_play)
        assert (found.lead is None) == (true.lead is None)


def test_who_was_shown_the_last_view_alone_still_knows_what_it_reminds_of() -> None:
    states = random_game(3)
    seat = states[20].to_play
    assert seat is not None
    whole, last = known(shown(states[:21], seat)), known(shown(states[20:21], seat))
    assert (last.played, last.theirs, last.unseen) == (whole.played, whole.theirs, whole.unseen)


def test_nobody_else_chooses() -> None:
    states = random_game(3)
    seat = states[4].to_play
    assert seat is not None
    with pytest.raises(ValueError, match="turn"):
        known(shown(states[:5], other(seat)))
    with pytest.raises(ValueError, match="not known"):
        as_position(known(shown(states[:5], seat)))
