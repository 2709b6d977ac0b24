"""How a socket is let in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.live.face import Face
from games.store.presence import Stay
from games.stories.story import Story


@dataclass(frozen=True, slots=True)
class Entrance:
    """A socket let in: what it looks at, as whom, and who is there."""

    story: Story
    face: Face
    user_id: int | None
    lease: int | None
    session_key: str | None
    stays: Mapping[int, Stay]
    person: int | None = None
    looks: bool = False
