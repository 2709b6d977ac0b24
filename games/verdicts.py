"""What moderators' acts leave in a story: pure values. An act sets one aspect of it, and undoing sets that back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from games.act_kinds import ActKind

if TYPE_CHECKING:
    from games.story import Story

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

    def holds(self, story: Story) -> bool:
        """Whether nothing has changed since what the act set, so that it can be undone."""
        return not self.undone and self.aspect.get(story) == self.after


def judged(story: Any, data: Mapping[str, Any]) -> Any:
    """The story after an act; it was checked when it was appended. A look at hidden cards changes nothing."""
    kind = ActKind(data["what"])
    if kind is ActKind.REVEAL:
        return story
    story = replace(story, notice=Notice(data["act"], kind, data["why"], data))
    return _undone(story, data["undoes"]) if kind is ActKind.UNDO else _set(story, kind, data)


def verdict_of(story: Story, act: int) -> Verdict | None:
    """What an act left in the story."""
    return next((one for one in story.verdicts if one.act == act), None)


def _set(story: Any, kind: ActKind, data: Mapping[str, Any]) -> Any:
    setting: Setting = story.setting(kind, data)
    aspect = setting.aspect
    after = aspect.put(story, setting.value)
    verdict = Verdict(data["act"], kind, aspect, aspect.get(story), aspect.get(after))
    return replace(after, verdicts=(*story.verdicts, verdict))


def _undone(story: Any, act: int) -> Any:
    verdict = verdict_of(story, act)
    if verdict is None:
        raise ValueError("an act that this game knows nothing of")
    verdicts = tuple(replace(one, undone=True) if one is verdict else one for one in story.verdicts)
    return replace(verdict.aspect.put(story, verdict.before), verdicts=verdicts)
