"""The stories that this process knows, and the cards that each has to take in yet."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.store.played import Played
from games.stories.story import Story

SIZE = 4096


@dataclass(slots=True)
class Known:
    """A story, and the cards played since. ``mark`` is whatever last moved the game on here, a story or a card."""

    story: Story
    mark: Story | Played
    since: list[Played] = field(default_factory=list)

    @property
    def version(self) -> int:
        return self.mark.version


class Cache:
    """The last few thousand stories by game. A story is a pure value, so an old one is harmless:
    the claim of the version finds out. Whoever looks into ``known`` without asking for a story takes no lock."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.known: OrderedDict[int, Known] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int) -> Story | None:
        with self._lock:
            known = self.known.get(game_id)
            if known is None:
                return None
            self.known.move_to_end(game_id)
            story, since = known.story, tuple(known.since)
        if since:
            story = story.fold([card.fact for card in since])
            self.put(story)
        return story

    def put(self, story: Story) -> None:
        with self._lock:
            known = self.known.get(story.game_id)
            if known is None or known.version < story.version:
                self.known[story.game_id] = Known(story, story)
                self.known.move_to_end(story.game_id)
            elif known.story.version < story.version:
                del known.since[: story.version - known.story.version]
                known.story = story
            while len(self.known) > self._size:
                self.known.popitem(last=False)

    def follow(self, cards: Iterable[Played]) -> None:
        """Keep played cards for their stories, which take them in when somebody asks for them."""
        with self._lock:
            for card in cards:
                known = self.known.get(card.game_id)
                if known is not None and known.mark.version == card.version - 1:
                    known.since.append(card)
                    known.mark = card
                    self.known.move_to_end(card.game_id)

    def mark(self, game_id: int) -> object | None:
        """What last moved a game on here: whoever keeps it can tell by it whether anything else did since."""
        known = self.known.get(game_id)
        return None if known is None else known.mark

    def clear(self) -> None:
        with self._lock:
            self.known.clear()


cache = Cache(SIZE)
