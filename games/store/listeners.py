"""Who hears of what was committed: one list, to which whatever follows from the log is added."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from games.stories.story import Fact, Story

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Commit:
    """What one commit added to a game's log, and the story after it."""

    story: Story
    facts: tuple[Fact, ...]


Listener = Callable[[Commit], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call ``listener`` after every commit, once however often it is added; in the thread that committed.

    The traps: it delays the answer to the move, so what takes time belongs elsewhere; and a process that ends between
    the commit and the call never makes it, so what must not be lost is found again from the log.
    """
    if listener not in _listeners:
        _listeners.append(listener)


def forget(listener: Listener) -> None:
    """Call it no more."""
    _listeners.remove(listener)


def tell(commit: Commit) -> None:
    """Call all, each whatever became of the others: what is committed stays so."""
    for listener in tuple(_listeners):
        try:
            listener(commit)
        except Exception:
            log.exception("%s failed after a commit to game %d", listener, commit.story.game_id)
