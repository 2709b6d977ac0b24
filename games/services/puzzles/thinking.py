"""The engine for puzzles in a process that answers people: without the compiler, and remembered.

An ending of eight tricks takes some 50 ms so, in the thread of the request and never in the loop. Nothing waits for
the compiler, whose memory each process would need besides; and of a day's puzzle all ask for the same few positions.
"""

from __future__ import annotations

from functools import lru_cache

from games.minds.puzzles import replies
from games.minds.puzzles.puzzle import SOLVER, numbered
from games.rules.cards import Card
from games.rules.state import State

REMEMBERED = 8192


def wins(state: State) -> bool:
    """Whether the solver wins with best play of both."""
    return _wins(_bare(state))


def best(state: State) -> Card:
    """The card of perfect play for whoever is to play."""
    return _best(_bare(state))


@lru_cache(REMEMBERED)
def _wins(state: State) -> bool:
    return replies.wins(numbered(state), SOLVER, plain=True)


@lru_cache(REMEMBERED)
def _best(state: State) -> Card:
    return replies.best(numbered(state), plain=True)


def _bare(state: State) -> State:
    """Without the tricks that led there."""
    return State(state.leader, state.hands, (), state.lead, score=state.score)
