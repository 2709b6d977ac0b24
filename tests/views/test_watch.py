"""The page of games to watch: public running games, the best first, and no hand."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from games.models import Game, Rating, User
from games.models.people import AUDIENCE_NOBODY
from games.queries import watchable_games
from games.rules.state import State
from games.services.bots.bot_games import get_bot
from games.services.matches import lobby, play
from games.services.moderation import games as moderation
from games.services.moderation.permissions import Justification, Moderator
from games.state.match_state import MatchOptions
from games.state.result import RatingPool
from games.views.watch.watch import build_mini_table
from tests.people import guest, person
from tests.realtime.match_states import match_at
from tests.rules.random_games import random_game
from tests.rules.worlds import difference, world
from tests.services.matches.games import match_of, play_at_once

pytestmark = pytest.mark.django_db


def begun(first: User, second: User, **options: Any) -> Game:
    game = lobby.create_game(first, MatchOptions(**options))
    lobby.join_game(game, second, lobby.invite_token(game))
    return game


def rate(user: User, points: int, *, sure: bool) -> None:
    until = timezone.now() + timedelta(days=1 if sure else -1)
    Rating.objects.create(user=user, pool=RatingPool.LIVE, at=timezone.now(), rating=points, sure_until=until)


def text(client: Client) -> str:
    answer = client.get("/watch/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def codes(client: Client) -> list[str]:
    found = re.findall(r'data-code="(\w+)"', client.get("/watch/tables/").content.decode())
    return list(map(str, found))


class TestGames:
    def test_a_running_game_is_shown_with_its_trick(self, game: Game, visitor: Client) -> None:
        play_at_once(game, 7)
        match = match_of(game)
        shown = text(visitor)
        assert codes(visitor) == [game.code]
        assert "Ana against Bram" in shown
        assert "Phase one · trick 4" in shown
        felt = shown.partition("small-felt")[2].partition("small-race")[0]
        assert match.state is not None
        assert sorted(re.findall(r"#([GKUDP]\d)", felt)) == sorted(map(str, (match.plays[6], match.state.revealed)))

    def test_between_two_tricks_the_last_one_is_shown_whole(self, game: Game, visitor: Client) -> None:
        play_at_once(game, 6)
        state = match_of(game).state
        assert state is not None
        shown = text(visitor)
        assert "Phase one · trick 3" in shown
        assert "to play" not in shown
        felt = shown.partition("small-felt")[2].partition("small-race")[0]
        last = state.tricks[-1]
        lying = (last.lead, last.follow, last.revealed)
        assert sorted(re.findall(r"#([GKUDP]\d)", felt)) == sorted(map(str, lying))

    def test_a_private_game_changes_no_byte(self, ana: User, bram: User, visitor: Client) -> None:
        before = visitor.get("/watch/tables/").content
        begun(ana, bram, listed=False)
        begun(ana, bram, watch=False)
        assert visitor.get("/watch/tables/").content == before

    def test_waiting_finished_frozen_and_abandoned_games_are_left_out(
        self, ana: User, bram: User, mona: Moderator, visitor: Client
    ) -> None:
        lobby.create_game(ana, MatchOptions())
        over, frozen, abandoned = (begun(ana, bram) for _ in range(3))
        play.resign(over, ana)
        moderation.freeze_game(mona, frozen, Justification("x"))
        long_ago = timezone.now() - watchable_games.ACTIVE_WITHIN - timedelta(seconds=1)
        Game.objects.filter(pk=abandoned.pk).update(changed_at=long_ago)
        assert codes(visitor) == []

    @pytest.mark.parametrize(("ago", "shown"), [((3, 60), True), ((60, 3), True), ((12, 60), False)])
    def test_games_that_both_players_left_are_left_out(
        self, game: Game, visitor: Client, ago: tuple[int, int], shown: bool
    ) -> None:
        """Although the last card is fresh."""
        began = timezone.now() - timedelta(minutes=2)
        Game.objects.update(created_at=began, changed_at=timezone.now())
        for seat, seconds in enumerate(ago):
            game.players.filter(seat=seat).update(seen_at=timezone.now() - timedelta(seconds=seconds))
        assert codes(visitor) == ([game.code] if shown else [])


class TestOrder:
    def test_accounts_then_guests_then_bots_then_latest_card(self, ana: User, bram: User, visitor: Client) -> None:
        older, newer = begun(ana, bram), begun(ana, bram)
        guests = begun(guest("Gita"), guest("Hans"))
        alone = begun(ana, get_bot("squire"))
        assert codes(visitor) == [game.code for game in (newer, older, guests, alone)]
        play_at_once(older, 1)
        assert codes(visitor)[:2] == [older.code, newer.code]

    def test_best_public_ratings_first(self, ana: User, bram: User, visitor: Client) -> None:
        cleo, dirk, eva, finn = map(person, ("Cleo", "Dirk", "Eva", "Finn"))
        strong, hidden, guessed = begun(ana, bram), begun(cleo, dirk), begun(eva, finn)
        for one, points in ((ana, 1700), (bram, 1500), (cleo, 2000), (dirk, 1400), (eva, 2500)):
            rate(one, points, sure=one != eva)
        User.objects.filter(pk=cleo.pk).update(profile_for=AUDIENCE_NOBODY)
        assert codes(visitor) == [game.code for game in (strong, hidden, guessed)]


def test_games_tell_spectators_no_hidden_card() -> None:
    chance, start = random.Random(3), random_game(6)[0]

    def drawn(state: State, _: object) -> str:
        return render_to_string(
            "watch/mini_table_list.html",
            {"tables": [build_mini_table(match_at(state, MatchOptions(last_trick="all")))]},
        )

    for state in random_game(6)[:-1:4]:
        assert difference(world(state, start), None, drawn, chance) is None, state.ply
