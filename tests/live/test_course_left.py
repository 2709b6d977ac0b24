"""Whatever is no ordinary card is left to the plain path."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.live.online import course
from games.models import Game
from games.rules.moves import legal_moves
from games.store import log
from games.store.played import Played
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.live.courses import Storing, played
from tests.services.plays import match_of

pytestmark = [
    pytest.mark.faults,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the others gather nothing"),
]


class TestWhatIsLeft(Storing):
    @pytest.mark.parametrize(
        ("seat", "card", "ply", "more", "code"),
        [
            (2, "G0", 0, {}, "not_seated"),
            (3, "G0", 0, {}, "not_seated"),
            (1, "G0", 0, {}, "not_your_turn"),
            (0, "G0", 1, {}, "stale_ply"),
            (0, "X9", 0, {}, "bad_card"),
            (0, "theirs", 0, {}, "not_in_hand"),
            (0, "mine", 0, {"line": 1}, "stale_ply"),
            (0, "mine", 0, {"program": True}, "own_hand"),
        ],
    )
    def test_what_is_no_ordinary_card_is_refused_as_ever(
        self, game: Game, say: Callable[..., Any], seat: int, card: str, ply: int, more: dict[str, Any], code: str
    ) -> None:
        state = match_of(game).state
        assert state is not None
        mine, theirs = state.hands
        named = {"mine": str(mine[0]), "theirs": next(str(one) for one in theirs if one not in mine)}
        assert say(game, seat, named.get(card, card), ply, **more) == code
        self.stands(game)
        self.play_on(game, say, 3, random.Random(1))

    def test_so_is_one_of_a_faction_that_was_not_led(self, game: Game, say: Callable[..., Any]) -> None:
        chance, codes = random.Random(1), set()
        while (match := match_of(game)).state is not None and not match.over:
            seat = match.state.to_play
            barred = set(match.state.hands[seat or 0]) - set(legal_moves(match.state))
            codes |= {say(game, seat, str(card), match.state.ply, f"no{card}") for card in barred}
            self.play_on(game, say, 1, chance)
        assert codes == {"must_follow"}

    def test_the_same_card_once_more_gets_the_answer_of_the_first_time(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        seat, card = played(match_of(game), random.Random(1))
        version = say(game, seat, card, 0, "twice")
        self.play_on(game, say, 2, random.Random(2))
        assert say(game, seat, card, 0, "twice") == version
        assert len(cards) == 3
        self.stands(game)

    @pytest.mark.parametrize("kind", [Kind.RESIGNED, "frozen"])
    def test_whatever_else_happens_is_known_to_the_next_card(
        self, game: Game, say: Callable[..., Any], kind: str
    ) -> None:
        self.play_on(game, say, 4, random.Random(1))
        froze = Fact("judged", None, {"act": 1, "what": "freeze", "why": "", "undoes": None})
        fact = froze if kind == "frozen" else Fact(Kind.RESIGNED, 0)
        match = log.append(Match, game.pk, lambda match: [fact])
        seat, card = played(match, random.Random(1))
        assert say(game, seat, card, 4) == ("frozen" if kind == "frozen" else "game_over")
        self.stands(game)

    def test_where_somebody_asked_for_a_rematch_unheard_before_the_game_went_on_its_end_is_told_to_each(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        self.play_on(game, say, 4, random.Random(1))
        reopened = Fact("judged", None, {"act": 1, "what": "reopen", "why": "", "undoes": None})
        asked = Fact(Kind.REMATCH, 0, {"accept": True, "quiet": True})
        match = log.append(Match, game.pk, lambda match: [Fact(Kind.RESIGNED, 1), asked, reopened])
        assert (match.over, match.heard_asking(0), match.heard_asking(1)) == (False, (True, False), (False, False))
        self.play_on(game, say, 48, random.Random(2))
        assert match_of(game).over
        assert len(cards) == 4

    def test_one_that_breaks_half_way_is_played_the_plain_path(
        self, game: Game, say: Callable[..., Any], cards: list[Played], monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        self.play_on(game, say, 3, random.Random(1))
        with monkeypatch.context() as broken:
            broken.setattr(course, "Played", lambda *said: 1 // 0)
            self.play_on(game, say, 1, random.Random(2))
        assert [one.levelname for one in caplog.records] == ["ERROR"]
        self.play_on(game, say, 4, random.Random(3))
        self.stands(game)
        assert len(cards) == 7
