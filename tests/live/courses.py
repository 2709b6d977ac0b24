"""Courses of games, card by card, and what is stored of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.live.online import course
from games.live.online.course import Course
from games.models import Game, User
from games.rules.cards import hand_order
from games.rules.errors import Refusal
from games.rules.moves import legal_moves
from games.services.online import lobby, play
from games.store import log, prepared, writer
from games.store.job import Call, Job
from games.store.played import Played
from games.stories.online import Match, Options
from tests.live.crowds import settled
from tests.services.plays import match_of

OPTIONS = (Options(), Options(strict=True, last_trick="lead"), Options(last_trick="all", draw="three"))


def played(match: Match, chance: random.Random) -> tuple[int, str]:
    """Whose turn it is, and a card that they may play."""
    assert match.state is not None
    assert match.state.to_play is not None
    return match.state.to_play, str(chance.choice(legal_moves(match.state)))


def course_of(match: Match) -> Course:
    assert match.state is not None
    return Course(match, match.state, match)


def laid(course: Course, match: Match, client_id: str = "a") -> list[Played]:
    """The last card of a match, played in the course of the one before."""
    seat = course.board.turn
    assert seat is not None
    return [course.lay(seat, hand_order(match.plays[-1]), f"{seat}:{client_id}")]


async def sent() -> None:
    """All that the hub began with, which it may do with its next turn."""
    await asyncio.sleep(0)
    await settled()


class Storing:
    """Cards of a game as the writer stores them, and what is left of them."""

    @pytest.fixture
    def game(self, ana: User, bram: User) -> Game:
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, bram)
        return game

    @pytest.fixture
    def say(self, ana: User, bram: User) -> Callable[..., Any]:
        """A card by whoever sits there, as the writer has it: the version, or the code of its refusal. Nobody sits at
        2, who is a stranger, and at 3, who has no account any more."""
        nobody = max(ana.pk, bram.pk) + 1

        def said(game: Game, seat: int, card: str, ply: int, name: str = "", **more: Any) -> Any:
            user = (ana.pk, bram.pk, None, nobody)[seat]
            line, program, name = more.get("line"), more.get("program", False), name or f"{seat}-{ply}"
            at = None if line is None else str(line)
            decided = course.lay(game.pk, user, card, str(ply), name, at, program=program)

            def call() -> int:
                return play.play(game.pk, user, card, ply, name, line, program=program)

            job, answers = decided or Job(game.pk, plain=True), list[object]()
            job.caller, job.reports = Call(call, lambda *answer: answers.append(answer)), decided is None
            writer.write_surely([job])
            result, error = job.result, job.error
            job.answer()
            if decided is not None:
                course.done(decided)
            assert len(answers) == (job.reports or error is not None)
            return error.code if isinstance(error, Refusal) else result

        return said

    @pytest.fixture
    def cards(self, monkeypatch: pytest.MonkeyPatch) -> list[Played]:
        """All cards that were stored so."""
        found: list[Played] = []
        store = prepared.store_played

        def seen(new: list[Played], moment: datetime) -> None:
            store(new, moment)
            found.extend(new)

        monkeypatch.setattr(prepared, "store_played", seen)
        return found

    def play_on(self, game: Game, say: Callable[..., Any], cards: int, chance: random.Random) -> None:
        for _ in range(cards):
            match = match_of(game)
            assert match.state is not None
            seat, card = played(match, chance)
            assert say(game, seat, card, match.state.ply) == match.version + 1

    def stands(self, game: Game) -> None:
        """The row, the entries and what this process knows say the same."""
        known = log.cache.get(game.pk)
        game.refresh_from_db()
        stored = log.read(game)
        assert known == stored
        assert game.version == stored.version == game.entries.count()
        assert {name: getattr(game, name) for name in stored.columns()} == stored.columns()
