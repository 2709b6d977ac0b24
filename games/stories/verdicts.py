"""What moderators' acts leave in a story: pure values. An act sets one aspect of it, and undoing sets that back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from games.stories.act_kinds import ActKind

JUDGED = "judged"
"""The kind of log entry by which every kind of game tells of an act."""


class Aspect(Protocol):
    """A part of a story that an act sets."""

    def get(self, story: Any) -> Any: ...

    def put(self, story: Any, value: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Attributes:
    """Fields of the story itself."""

    names: tuple[str, ...]

    def get(self, story: Any) -> tuple[Any, ...]:
        return tuple(getattr(story, name) for name in self.names)

    def put(self, story: Any, value: tuple[Any, ...]) -> Any:
        return replace(story, **dict(zip(self.names, value, strict=True)))


FROZEN = Attributes(("frozen",))


@dataclass(frozen=True, slots=True)
class Setting:
    """What an act sets, and to what."""

    aspect: Aspect
    value: Any


@dataclass(frozen=True, slots=True)
class Notice:
    """What everybody at the game is told of an act. ``data`` is that of the log entry."""

    act: int
    kind: ActKind
    why: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """An act that stands, or stood: what it set, from what, to what."""

    act: int
    kind: ActKind
    aspect: Aspect
    before: Any
    after: Any
    undone: bool = False

    def holds(self, story: Any) -> bool:
        """Whether nothing has changed since what the act set, so that it can be undone."""
        return not self.undone and self.aspect.get(story) == self.after
