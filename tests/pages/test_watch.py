"""The page of games to watch: public ones that are going on, the best first, and never a hand."""

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
from games.models.people import NOBODY
from games.pages.watch.small import small
from games.people import watching
from games.services.minds.people import opponent
from games.services.moderation import games as moderation
from games.services.moderation.judges import Judge, Why
from games.services.online import lobby, play
from games.stories.online import Options
from games.stories.result import Pool
from tests.live.test_secrecy import match_at
from tests.people import guest, person
from tests.rules.random_games import random_game
from tests.rules.worlds import difference, world
from tests.services.plays import match_of, play_at_once

pytestmark = pytest.mark.django_db


def begun(first: User, second: User, **options: Any) -> Game:
    game = lobby.create(first, Options(**options))
    lobby.join(game, second, lobby.invite_token(game))
    return game


def rate(user: User, points: int, *, sure: bool) -> None:
    until = timezone.now() + timedelta(days=1 if sure else -1)
    Rating.objects.create(user=user, pool=Pool.LIVE, at=timezone.now(), rating=points, sure_until=until)


def text(client: Client) -> str:
    answer = client.get("/watch/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def codes(client: Client) -> list[str]:
    found = re.findall(r'data-code="(\w+)"', client.get("/watch/tables/").content.decode())
    return list(map(str, found))


class TestWhich:
    def test_a_game_that_is_going_on_with_the_cards_that_lie_there(self, game: Game, visitor: Client) -> None:
        play_at_once(game, 7)
        match = match_of(game)
        shown = text(visitor)
        assert codes(visitor) == [game.code]
        assert "Ana against Bram" in shown
        assert "Phase one · trick 4" in shown
        felt = shown.partition("small-felt")[2].partition("small-race")[0]
        assert match.state is not None
        assert sorted(re.findall(r"#([GKUDP]\d)", felt)) == sorted(map(str, (match.plays[6], match.state.revealed)))

    def test_between_two_tricks_the_last_one_lies_there(self, game: Game) -> None:
        play_at_once(game, 8)
        match = match_of(game)
        table = small(match)
        assert {side.card for side in table.sides} == {str(card) for card in match.plays[6:8]}
        assert [side.won for side in table.sides] == [side.turn for side in table.sides]

    def test_in_the_language_of_whoever_looks(self, game: Game, visitor: Client) -> None:
        assert game.code in codes(visitor)
        shown = [
            visitor.get("/watch/tables/", headers={"Accept-Language": one}).content.decode() for one in ("en", "nl")
        ]
        assert ["to play" in one for one in shown] == [True, False]
        assert ["aan zet" in one for one in shown] == [False, True]

    def test_none_that_is_private_or_played_without_watchers_and_no_byte_of_it(
        self, ana: User, bram: User, visitor: Client
    ) -> None:
        before = visitor.get("/watch/tables/").content
        begun(ana, bram, listed=False)
        begun(ana, bram, watch=False)
        assert visitor.get("/watch/tables/").content == before

    def test_none_that_is_over_waits_or_is_stopped(self, ana: User, bram: User, mona: Judge, visitor: Client) -> None:
        lobby.create(ana, Options())
        over, stopped = begun(ana, bram), begun(ana, bram)
        play.resign(over, ana)
        moderation.freeze(mona, stopped, Why("x"))
        assert codes(visitor) == []

    def test_none_whose_people_have_long_been_silent(self, game: Game, visitor: Client) -> None:
        Game.objects.update(changed_at=timezone.now() - watching.LATELY - timedelta(seconds=1))
        assert codes(visitor) == []

    def test_the_empty_page_says_what_to_do(self, visitor: Client) -> None:
        shown = text(visitor).partition("<main")[2]
        assert "Start one that is open to anyone" in shown
        assert 'href="/#new-game"' in shown


class TestTheOrder:
    def test_two_accounts_before_guests_before_the_site_and_then_the_latest_card(
        self, ana: User, bram: User, visitor: Client
    ) -> None:
        older, newer = begun(ana, bram), begun(ana, bram)
        guests = begun(guest("Gita"), guest("Hans"))
        alone = begun(ana, opponent("squire"))
        assert codes(visitor) == [game.code for game in (newer, older, guests, alone)]
        play_at_once(older, 1)
        assert codes(visitor)[:2] == [older.code, newer.code]

    def test_the_best_rated_first_by_what_anybody_may_see(self, ana: User, bram: User, visitor: Client) -> None:
        cleo, dirk, eva, finn = map(person, ("Cleo", "Dirk", "Eva", "Finn"))
        strong, hidden, guessed = begun(ana, bram), begun(cleo, dirk), begun(eva, finn)
        for one, points in ((ana, 1700), (bram, 1500), (cleo, 2000), (dirk, 1400), (eva, 2500)):
            rate(one, points, sure=one != eva)
        User.objects.filter(pk=cleo.pk).update(profile_for=NOBODY)
        assert codes(visitor) == [game.code for game in (strong, hidden, guessed)]

    def test_as_many_as_a_page_takes(self, ana: User, bram: User, visitor: Client) -> None:
        for _ in range(watching.SHOWN + 2):
            begun(ana, bram)
        assert len(codes(visitor)) == watching.SHOWN


def test_they_are_found_by_their_last_card() -> None:
    assert "game_recent (changed_at>?)" in watching._going_on().explain()


def test_nothing_of_a_table_tells_of_a_card_that_nobody_was_shown() -> None:
    chance, start = random.Random(3), random_game(6)[0]

    def drawn(state: object, _: object) -> str:
        return render_to_string("watch/tables.html", {"tables": [small(match_at(state, Options(last_trick="all")))]})  # type: ignore[arg-type]

    for state in random_game(6)[:-1:4]:
        assert difference(world(state, start), None, drawn, chance) is None, state.ply
