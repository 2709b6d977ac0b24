"""A card, both sides' claims, looks and sweeps in the very moment in which time runs out: the game ends once, or the
card counts. Each in a thread of its own, on a real database; whose clock says what at that moment is chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.models import Entry, Game, Result, User
from games.services.online import clocks
from games.services.online.clocks import Choice
from games.store import log
from games.store.outages import outages
from games.stories.status import Status
from tests.draws import some
from tests.faults import times
from tests.services.clockwork import Hand, card, timed, turn, waiting
from tests.services.plays import in_threads, match_of, refusal_code

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
RACES = times(some(8), 200)
NEAR = timedelta(milliseconds=5)


class Edge(Hand):
    """A clock that says at each look a few milliseconds more or less."""

    def __call__(self) -> datetime:
        return self.now + random.uniform(-1, 1) * NEAR


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    monkeypatch.setattr(outages, "_known", ())
    return Edge().held(monkeypatch)


def at_its_end(game: Game, hand: Hand) -> None:
    """The moment in which the time of whoever is to play runs out."""
    running = match_of(game).clock
    assert running is not None
    assert running.out_at is not None
    hand.now = running.out_at


def races(game: Game, ana: User, bram: User) -> list[Callable[[], object]]:
    """Whatever may be done with a game whose time runs out; the card first."""
    late, waits = (ana, bram)[turn(game)], waiting(game, ana, bram)
    choices = [(who, choice) for choice in (Choice.WIN, Choice.DRAW) for who in (waits, late)]
    return [
        lambda: card(game, ana, bram),
        *(lambda who=who, choice=choice: clocks.decide(game, who, choice) for who, choice in choices),
        *(lambda: list(clocks.sweep()) for _ in range(2)),
        lambda: clocks.look(match_of(game)),
    ]


@pytest.mark.parametrize("agreed", ["1+0", "5+5", "1d"])
def test_the_game_ends_once_or_the_card_counts(ana: User, bram: User, hand: Hand, agreed: str) -> None:
    for _ in range(RACES):
        game = timed(ana, bram, agreed, plies=2)
        late = turn(game)
        at_its_end(game, hand)
        played, *_ = in_threads(races(game, ana, bram))
        assert played in ("done", "time_is_out", "game_over")
        told_and_kept_alike(game, late, counts=played == "done")
        over_for_good(game, ana, bram, hand)


def told_and_kept_alike(game: Game, late: int, *, counts: bool) -> None:
    """The log has the card if it was acknowledged, and an end if it was not asked too early; never both."""
    kinds = list(Entry.objects.filter(game=game).order_by("number").values_list("kind", flat=True))
    ended = kinds.count("timed_out")
    assert kinds.count("played") == 2 + counts
    assert ended + counts <= 1
    log.cache.clear()
    match = match_of(game)
    assert match.status == (Status.FINISHED if ended else Status.PLAYING)
    assert match.winner != late or not ended
    assert Result.objects.filter(game=game).count() == 2 * ended


def over_for_good(game: Game, ana: User, bram: User, hand: Hand) -> None:
    """Later, whoever is to play has no time: of all who try at once then one ends it, unless it is over."""
    late = turn(game)
    hand.forward(days=2)
    in_threads(races(game, ana, bram))
    assert Entry.objects.filter(game=game, kind="timed_out").count() == 1
    assert match_of(game).winner != late
    assert refusal_code(card, game, ana, bram) == "game_over"
