"""The ``committed`` signal: event bus of a process for commits to the logs of games."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.dispatch import Signal

from games.state.game_state import Event, GameState

committed = Signal()
"""Sent after commit, in the thread that committed, with a batch of ``commits`` to games of one kind.

The sender is the class of the states, ``MatchState`` or ``TableState``, so a receiver can connect to one kind. A
receiver may get a commit twice. Two traps: a receiver delays the answer to the move, so it must be quick; and a process
that dies right after a commit never sends the signal, so work that must not be lost has to be redone from the log.
"""


@dataclass(frozen=True, slots=True)
class Commit:
    """The events that a commit added to a game's log, the state after them and, if known, the state ``before`` them."""

    state: GameState
    events: tuple[Event, ...]
    before: GameState | None = None


class _Batch(threading.local):
    commits: list[Commit] | None = None


_batch = _Batch()


def send_commit(commit: Commit) -> None:
    """Send ``committed`` at once, or at the end of an enclosing ``batch_commits``."""
    if _batch.commits is None:
        _send_all([commit])
    else:
        _batch.commits.append(commit)


@contextmanager
def batch_commits() -> Iterator[None]:
    """Send the commits of this thread within the block together at its end, even after an exception."""
    if _batch.commits is not None:
        yield
        return
    commits = _batch.commits = []
    try:
        yield
    finally:
        _batch.commits = None
        _send_all(commits)


def _send_all(commits: Sequence[Commit]) -> None:
    by_kind: defaultdict[type[GameState], list[Commit]] = defaultdict(list)
    for commit in commits:
        by_kind[type(commit.state)].append(commit)
    for kind, batch in by_kind.items():
        _send_to_kind(kind, batch)


def _send_to_kind(kind: type[GameState], commits: Sequence[Commit]) -> None:
    """Send commits of one kind; a receiver that fails gets each again alone, so that one cannot hide the others."""
    for receiver, failure in committed.send_robust(sender=kind, commits=commits):
        if isinstance(failure, Exception) and len(commits) > 1:
            for commit in commits:
                _send_alone(receiver, kind, commit)


def _send_alone(receiver: Callable[..., object], kind: type[GameState], commit: Commit) -> None:
    alone = Signal()
    alone.connect(receiver, weak=False)
    alone.send_robust(sender=kind, commits=[commit])
