"""Online games as tests play them."""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.eventlog import event_store
from games.models import Entry, Game
from games.rules.errors import Refusal
from games.rules.moves import apply, legal_moves
from games.rules.state import State
from games.services.matches import play
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchState


def refusal_code(call: Callable[..., object], *args: object, **kwargs: object) -> str:
    """The code with which ``call`` refuses; it must refuse."""
    with pytest.raises(Refusal) as caught:
        call(*args, **kwargs)
    return caught.value.code


def match_of(game: Game) -> MatchState:
    """The game as it stands in the database."""
    return event_store.load_state_of_kind(MatchState, game.pk)


def state_of(game: Game) -> State:
    state = match_of(game).state
    assert state is not None
    return state


def code_of(game: Game, index: int = 0) -> str:
    """One of the cards that may be played now."""
    return str(legal_moves(state_of(game))[index])


def play_next(game: Game, choose: Callable[[Sequence[object]], object] = random.choice) -> int:
    """Play a legal card for whoever's turn it is, and give the version."""
    match = match_of(game)
    state = match.state
    assert state is not None
    assert state.to_play is not None
    occupant = match.occupants[state.to_play]
    assert occupant is not None
    card, line = str(choose(legal_moves(state))), f"-{match.aid.line}" if match.aid.line else ""
    return play.play_card(game.pk, occupant.user_id, card, state.ply, f"ply-{state.ply}{line}")


def long_ago(game: Game, seconds: float = 3600) -> None:
    """Whatever happened in a game happened so long ago."""
    Entry.objects.filter(game=game).update(created_at=timezone.now() - timedelta(seconds=seconds))
    event_store.state_cache.clear()


def play_out(game: Game, plies: int = 52) -> None:
    """Play random legal cards, to the end unless told otherwise."""
    for _ in range(plies):
        play_next(game)


def play_at_once(game: Game, plies: int = 52, wanted: Callable[[State], bool] = lambda _: True) -> None:
    """The same in one commit: for tests of what comes after the cards. Begun anew until it leads where it is wanted."""
    begun = state_of(game)
    facts, state = line(begun, plies)
    while not wanted(state):
        facts, state = line(begun, plies)
    event_store.append(MatchState, game.pk, lambda _: facts)


def line(state: State, plies: int) -> tuple[list[Event], State]:
    """Random legal cards, and where they lead."""
    facts = []
    for _ in range(plies):
        card = random.choice(legal_moves(state))
        facts.append(Event(MatchEventKind.PLAYED, state.to_play, {"card": str(card)}))
        state = apply(state, card)
    return facts, state


def draw_code(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let the next code of a game be this one."""
    letters, choose = iter(code), secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda options: next(letters, None) or choose(options))


def in_threads(calls: Sequence[Callable[[], object]]) -> list[str]:
    """Run the calls at the same moment; "done" or the code of its refusal for each, in their order."""
    barrier = threading.Barrier(len(calls))
    outcomes = ["broken"] * len(calls)

    def run(number: int) -> None:
        barrier.wait()
        try:
            calls[number]()
            outcomes[number] = "done"
        except Refusal as refusal:
            outcomes[number] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
