"""Cards that are decided in numbers leave what the plain path would, whatever becomes of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection

from games.live.online import course
from games.models import Game, User
from games.services.online import lobby, play
from games.store import log, prepared, writer
from games.store.job import NOBODY, Call, Job
from games.store.known import Cache
from games.store.played import Played
from games.stories.online import Options
from tests.live.courses import Storing, played
from tests.services.plays import match_of

pytestmark = [
    pytest.mark.faults,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the others gather nothing"),
]


class TestWhatIsStored(Storing):
    def test_a_whole_game_is_what_the_plain_path_makes_of_it(
        self, game: Game, say: Callable[..., Any], cards: list[Played]
    ) -> None:
        chance = random.Random(3)
        for ply in range(52):
            self.play_on(game, say, 1, chance)
            self.stands(game)
            assert len(cards) == ply + 1
        assert match_of(game).over
        assert game.pk not in course._courses
        assert game.changed_at == game.entries.get(number=game.version).created_at
        assert [seat.over_at for seat in game.players.all()] == [game.changed_at] * 2
        with connection.cursor() as cursor:
            cursor.execute("SELECT kind, data, client_id FROM games_entry WHERE game_id = %s AND seat = 0", [game.pk])
            found = [row for row in cursor.fetchall() if row[0] == "played"]
        assert len(found) == 26
        assert all(data == json.dumps(json.loads(data)) and key[:2] == "0:" for _, data, key in found)

    def test_the_row_says_to_half_a_minute_when_it_was_played_last(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, said = 0.0, 0
        monkeypatch.setattr(course, "monotonic", lambda: now)
        for seconds, dates in ((5, True), (29, False), (1, True), (0, False), (29, False), (9, True)):
            now += seconds
            self.play_on(game, say, 1, random.Random(3))
            self.stands(game)
            said = game.version if dates else said
            assert game.changed_at == game.entries.get(number=said).created_at

    @pytest.mark.parametrize("together", [True, False])
    @pytest.mark.parametrize("games", [1, 3, 4, 5, 8, 11])
    def test_those_of_a_batch_are_what_each_alone_would_be(
        self,
        ana: User,
        bram: User,
        monkeypatch: pytest.MonkeyPatch,
        games: int,
        together: bool,
    ) -> None:
        """Whether SQLite takes all by one statement or has one for each."""
        monkeypatch.setattr(prepared, "TOGETHER", prepared.TOGETHER and together)
        made = []
        for _ in range(games):
            made.append(lobby.create(ana, Options(lead="creator")))
            lobby.join(made[-1], bram)
        for ply in range(52 if games == prepared.FEW + 1 else 30):
            jobs = [self.decided(game, random.Random(100 * ply + game.pk)) for game in made]
            writer.write_surely(jobs)
            assert [job.result for job in jobs] == [ply + 5] * games
            for job in jobs:
                job.answer()
                course.done(job)
        for game in made:
            self.stands(game)
            dated = game.version if match_of(game).over else 5
            assert game.changed_at == game.entries.get(number=dated).created_at

    def decided(self, game: Game, chance: random.Random) -> Played:
        """A card that is decided already, and has nothing else to go by."""
        match = match_of(game)
        seat, card = played(match, chance)
        sitter, ply = match.sitters[seat], str(len(match.plays))
        assert sitter is not None
        found = course.lay(game.pk, sitter.user_id, card, ply, f"{seat}-{ply}", None, program=False)
        assert found is not None
        found.caller = Call(lambda: 1 // 0, NOBODY.outcome)
        return found

    @pytest.mark.parametrize("more", [0, 1])
    def test_one_that_the_database_refuses_keeps_none_of_a_batch_from_being_stored(
        self, ana: User, bram: User, caplog: pytest.LogCaptureFixture, more: int
    ) -> None:
        """One statement has all of them, and what it did is undone with whatever was before it, also where something
        else is stored with them; then each is alone."""
        made = []
        for _ in range(prepared.FEW + 1):
            made.append(lobby.create(ana, Options(lead="creator")))
            lobby.join(made[-1], bram)
        writer.write_surely([self.decided(game, random.Random(1)) for game in made])
        jobs = [self.decided(game, random.Random(2)) for game in made]
        for job in jobs:
            playing = partial(play.play, job.game_id, (ana, bram)[job.seat].pk, job.card, 1, job.asked)
            job.caller, job.reports = Call(playing, NOBODY.outcome), False
        # The first card of the game has that id.
        jobs[2].client_id = "0:0-0"
        others = [Job(0, caller=Call(lambda: 6, NOBODY.outcome)) for _ in range(more)]
        writer.write_surely(jobs + others)
        assert f"a shared commit of {len(made) + more} games failed" in caplog.text
        assert [(job.result, job.error, job.reports) for job in jobs + others] == [(6, None, True)] * (len(made) + more)
        for game in made:
            self.stands(game)
            assert list(game.entries.filter(number__gt=4).values_list("client_id", flat=True)) == ["0:0-0", "1:1-1"]

    def test_while_one_is_stored_the_next_goes_the_plain_path(self, game: Game) -> None:
        job = self.decided(game, random.Random(1))
        match = course._courses[game.pk].match
        seat, card = played(match, random.Random(2))
        after = (game.pk, match.sitters[seat].user_id, card, "1", "next", None)  # type: ignore[union-attr]
        assert course.lay(*after, program=False) is None
        assert course.lay(*after, program=False) is None
        writer.write_surely([job])
        assert course.lay(*after, program=False) is not None

    def test_a_card_that_another_process_stored_first_is_found_out(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.play_on(game, say, 3, random.Random(1))
        match = match_of(game)
        seat, card = played(match, random.Random(2))
        with monkeypatch.context() as there:
            there.setattr(log, "cache", Cache(9))
            play.play(game.pk, match.sitters[seat].user_id, card, 3, "elsewhere")  # type: ignore[union-attr]
        assert say(game, seat, card, 3, "here") == "stale_ply"
        self.stands(game)
        self.play_on(game, say, 5, random.Random(3))
        self.stands(game)

    @pytest.mark.parametrize("times", [1, 2])
    def test_one_that_could_not_be_stored_was_never_played(
        self, game: Game, say: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        """The first time the plain path stores it; where that fails too it is refused, and may be said again."""
        self.play_on(game, say, 2, random.Random(1))
        match = match_of(game)
        seat, card = played(match, random.Random(2))

        def full(*_: object) -> None:
            raise DatabaseError("disk full")

        with monkeypatch.context() as broken:
            broken.setattr(prepared, "store_played", full)
            if times == 2:
                broken.setattr(prepared, "insert", full)
            assert say(game, seat, card, 2) == (match.version + 1 if times == 1 else "unavailable")
        self.stands(game)
        if times == 2:
            assert say(game, seat, card, 2) == match.version + 1
        self.play_on(game, say, 5, random.Random(3))
        self.stands(game)

    @pytest.mark.parametrize("options", [Options(clock="5+5"), Options(strict=True)])
    def test_a_clock_goes_the_plain_path_and_hidden_tricks_come_to_light_by_it(
        self, ana: User, bram: User, say: Callable[..., Any], cards: list[Played], options: Options
    ) -> None:
        game = lobby.create(ana, replace(options, lead="creator"))
        lobby.join(game, bram)
        self.play_on(game, say, 28, random.Random(4))
        self.stands(game)
        assert [card.version - 4 for card in cards] == (
            [one for one in range(1, 29) if one != 26] if options.strict else []
        )
