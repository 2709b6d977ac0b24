"""What is decided and not stored yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from games.store.clock import clock
from games.store.played import Played
from games.stories.story import Fact, Story

Append = tuple[Story, Story, tuple[Fact, ...]]
"""The story, the story after it, and what is added."""


@dataclass(slots=True)
class Gathered:
    """Of each game once. Played cards have the moment ``at``."""

    appends: list[Append] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    at: datetime = field(default_factory=clock.now)

    def __len__(self) -> int:
        return len(self.appends) + len(self.played)
