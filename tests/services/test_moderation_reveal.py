"""A look at hidden cards: what it shows, what of it is kept, and who may not."""

from __future__ import annotations

import pytest

from games.models import Act, Game, User
from games.rules.cards import hand_order
from games.services import moderation
from games.services.moderation import Judge, Why, undo
from games.services.online import lobby
from games.stories.online import Options
from tests.moderators import WHY, staff
from tests.services.plays import match_of, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)


class TestReveal:
    def test_shows_all_cards_once_and_records_none(self, game: Game, mona: Judge) -> None:
        play_out(game, 9)
        seen = moderation.reveal(mona, game, Why("A report of cheating."))
        state = state_of(game)
        assert seen.hands == tuple(tuple(map(str, sorted(hand, key=hand_order))) for hand in state.hands)
        assert seen.deck == tuple(map(str, state.deck))
        entry = game.entries.order_by("number").last()
        assert entry is not None
        assert (seen.act.data, set(entry.data)) == ({}, {"act", "what", "why"})

    def test_changes_nothing_and_is_not_undone(self, game: Game, mona: Judge) -> None:
        before = match_of(game)
        seen = moderation.reveal(mona, game, WHY)
        after = match_of(game)
        assert (after.state, after.status, after.notice) == (before.state, before.status, None)
        assert refusal_code(undo, mona, seen.act, WHY) == "not_undoable"

    def test_every_look_is_recorded(self, game: Game, mona: Judge) -> None:
        moderation.reveal(mona, game, WHY)
        moderation.reveal(mona, game, WHY)
        assert list(Act.objects.values_list("what", flat=True)) == ["reveal", "reveal"]

    @pytest.mark.parametrize("who", ["ana", "cleo"])
    def test_not_for_players_or_strangers(self, game: Game, cleo: User, who: str) -> None:
        assert refusal_code(moderation.reveal, Judge(User.objects.get(username=who)), game, WHY) == "not_permitted"

    def test_not_for_a_moderator_who_plays(self, bram: User, sara: Judge) -> None:
        player = staff("Mona")
        game = lobby.create(player, Options())
        lobby.join(game, bram)
        assert refusal_code(moderation.reveal, Judge(player), game, WHY) == "plays_here"
