"""The stories that this process knows, and the cards that each has to take in yet."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from games.stories.played import Played
from games.stories.story import Story

SIZE = 4096


@dataclass(slots=True)
class Known:
    """A story, and the cards played since. ``mark`` is whatever last moved the game on here, a story or a card."""

    story: Story
    mark: object
    since: list[Played] = field(default_factory=list)

    @property
    def version(self) -> int:
        return self.story.version + len(self.since)


class Cache:
    """The last few thousand stories by game. A story is a pure value, so an old one is harmless:
    the claim of the version finds out."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int) -> Story | None:
        with self._lock:
            known = self._known.get(game_id)
            if known is None:
                return None
            self._known.move_to_end(game_id)
            story, since = known.story, tuple(known.since)
        if since:
            story = story.fold([card.fact for card in since])
            self.put(story)
        return story

    def put(self, story: Story) -> None:
        with self._lock:
            known = self._known.get(story.game_id)
            if known is None or known.version < story.version:
                self._known[story.game_id] = Known(story, story)
                self._known.move_to_end(story.game_id)
            elif known.story.version < story.version:
                del known.since[: story.version - known.story.version]
                known.story = story
            while len(self._known) > self._size:
                self._known.popitem(last=False)

    def follow(self, card: Played) -> None:
        """Keep a played card for the story, which takes it in when somebody asks for it."""
        with self._lock:
            known = self._known.get(card.game_id)
            if known is not None and known.version == card.version - 1:
                known.since.append(card)
                known.mark = card
                self._known.move_to_end(card.game_id)

    def mark(self, game_id: int) -> object | None:
        """What last moved a game on here: whoever keeps it can tell by it whether anything else did since."""
        known = self._known.get(game_id)
        return None if known is None else known.mark

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


cache = Cache(SIZE)
