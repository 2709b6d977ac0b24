"""Who hears of what was committed: one list, to which whatever follows from the log is added."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.store.played import Played
from games.stories.story import Fact, Story

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Commit:
    """What one commit added to a game's log, and the story after it; that ``before`` it, where it is known. Those who
    look at the game may have been ``shown`` it already."""

    story: Story
    facts: tuple[Fact, ...]
    before: Story | None = None
    shown: bool = False


Listener = Callable[[Commit], None]
Follower = Callable[[Sequence[Played]], None]

_listeners: list[Listener] = []
_followers: list[Follower] = []


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


def follow(follower: Follower) -> None:
    """Call it after every commit of played cards, which listeners are not told of unless they end a game: ordinary
    cards that two people play without a clock."""
    if follower not in _followers:
        _followers.append(follower)


def tell_played(cards: Sequence[Played]) -> None:
    """``tell`` of the played cards of one commit."""
    for follower in tuple(_followers):
        try:
            follower(cards)
        except Exception:
            log.exception("%s failed after a commit of %d cards", follower, len(cards))


def tell(commit: Commit) -> None:
    """Call all, each whatever became of the others: what is committed stays so."""
    for listener in tuple(_listeners):
        try:
            listener(commit)
        except Exception:
            log.exception("%s failed after a commit to game %d", listener, commit.story.game_id)
