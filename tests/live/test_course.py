"""A card that is decided in numbers stands, and is told, as the plain path has it."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product

import pytest

from games.live.online import trick
from games.live.online.lists import cards_of
from games.live.online.moved import moved
from games.live.online.trick import CARDS, fallen
from games.live.online.view import shown_trick
from games.live.text import text_of
from games.rules.cards import hand_order
from games.rules.moves import legal_moves
from games.rules.state import Phase
from games.rules.visible import lying
from games.store.known import Cache
from games.stories.online import Options
from tests.live.courses import OPTIONS, course_of, laid
from tests.live.folders import DEALT, GAME
from tests.live.test_shape import whole_game


class TestTheStand:
    @pytest.mark.parametrize("options", OPTIONS)
    def test_is_that_of_the_rules_after_each_card(self, options: Options) -> None:
        for seed in range(20):
            game = whole_game(seed, options)[DEALT:-1]
            board = course_of(game[0]).board
            for match in game:
                assert match.state is not None
                assert board.state == match.state
                if match.state.to_play is None:
                    break
                assert {CARDS[one] for one in cards_of(board.legal)} == set(legal_moves(match.state))
                board.play(hand_order(game[game.index(match) + 1].plays[-1]))

    @pytest.mark.parametrize("options", OPTIONS)
    def test_is_told_as_the_plain_path_tells_it(self, options: Options) -> None:
        """The last one too, for those who may ask for a rematch."""
        game = whole_game(7, options)[DEALT:-1]
        ((first, *rest), on) = game, course_of(game[0])
        for match in rest:
            told = moved(first, match)
            (card,) = laid(on, match)
            for audience in (0, 1) if match.over else (0, 1, None):
                if told is not None:
                    assert card.shown.seen(audience, "nl") == told.seen(audience, "nl")
            first = match
        assert first.over

    def test_every_trick_that_can_be_is_known_beforehand_and_said_as_the_plain_path_says_it(self) -> None:
        trick.learn()
        assert trick.known.cache_info().currsize == len(Phase) * 2
        every = [one for at in product(Phase, (0, 1)) for row in trick.known(*at) for one in row]
        assert len(every) == len(Phase) * 2 * len(CARDS) ** 2
        assert len(set(map(id, every))) == len(set(every)) < len(every) / 8
        cards, chance = range(len(CARDS)), random.Random(4)
        for phase, leader, lead, follow in product(Phase, (0, 1), cards[::5], cards[::3]):
            drawn = chance.sample(cards, 2) if phase is Phase.ONE else (None, None)
            one = fallen(phase, leader, lead, follow), lead, follow, 7, *drawn
            assert trick.lies(trick.trick_of(one)) == one
            for said, audience in zip(trick.anew(one), (0, 1, None), strict=True):
                assert json.loads(said) == json.loads(text_of(shown_trick(lying(trick.trick_of(one), audience))))
        assert trick.known.cache_info().currsize == len(Phase) * 2

    def test_goes_on_from_wherever_the_game_stands(self) -> None:
        for match, after in zip(GAME[DEALT:-2], GAME[DEALT + 1 : -2], strict=False):
            on = course_of(match)
            (card,) = laid(on, after)
            assert match.fold([card.fact._replace(client_id=None, at=None)]) == after
            assert (on.match.plays, on.match.state) == (after.plays, after.state)


class TestWhatIsKnown:
    def test_a_story_takes_its_cards_in_when_somebody_asks_for_it(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 4]:
            (card,) = laid(on, match)
            cache.follow([card])
            assert cache.mark(card.game_id) is card
        assert cache.get(1) == on.match
        assert cache.mark(1) is card
        cache.put(GAME[DEALT + 1])
        assert cache.get(1) == on.match

    def test_a_card_that_does_not_follow_is_none_of_it(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        laid(on, GAME[DEALT + 1])
        (card,) = laid(on, GAME[DEALT + 2])
        cache.follow([card])
        assert (cache.get(1), cache.mark(1), cache.mark(2)) == (GAME[DEALT], GAME[DEALT], None)
        card.game_id = 2
        cache.follow([card])
        assert cache.get(2) is None

    def test_a_game_that_is_played_is_remembered_longest(self) -> None:
        cache, (one, two) = Cache(2), (GAME[DEALT], GAME[DEALT].changed(game_id=2))
        cache.put(one)
        cache.put(two)
        cache.follow(laid(course_of(one), GAME[DEALT + 1]))
        cache.put(two.changed(game_id=3))
        assert [cache.mark(game_id) is not None for game_id in (1, 2, 3)] == [True, False, True]

    def test_a_newer_story_takes_the_place_of_cards(self) -> None:
        cache, on = Cache(2), course_of(GAME[DEALT])
        cache.put(GAME[DEALT])
        for match in GAME[DEALT + 1 : DEALT + 4]:
            cache.follow(laid(on, match))
        cache.put(GAME[DEALT + 2])
        assert replace(cache.get(1), answers={}) == GAME[DEALT + 3]  # type: ignore[type-var]
        cache.put(GAME[DEALT + 9])
        assert cache.get(1) is cache.mark(1) is GAME[DEALT + 9]
