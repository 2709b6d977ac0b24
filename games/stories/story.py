"""What every kind of game has in common: it is the fold of its log, a pure value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from games.rules.state import Seat
from games.stories.act_kinds import ActKind
from games.stories.verdicts import JUDGED, Notice, Setting, Verdict


@dataclass(frozen=True, slots=True)
class Fact:
    """What a log entry says, before or after it is stored."""

    kind: str
    seat: Seat | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    client_id: str | None = None
    actor_id: int | None = None


@dataclass(frozen=True, slots=True)
class Story(ABC):
    """A game after ``version`` entries. ``answers`` tells which entry a client's id led to.

    ``verdicts`` are what moderators did to it, ``notice`` is the last that its players are told of; while it is
    ``frozen`` nobody plays on.
    """

    game_id: int
    code: str
    version: int = 0
    answers: Mapping[str, int] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    notice: Notice | None = None
    frozen: bool = False

    @abstractmethod
    def step(self, fact: Fact) -> Self:
        """The story with what one more entry says; it was checked when it was appended."""

    @abstractmethod
    def setting(self, kind: ActKind, data: Mapping[str, Any]) -> Setting:
        """What a moderator's act sets, and to what."""

    @abstractmethod
    def columns(self) -> dict[str, Any]:
        """The columns of the game's row that repeat the story for queries."""

    def advance(self, fact: Fact) -> Self:
        """The story after one more entry."""
        version = self.version + 1
        answers = self.answers if fact.client_id is None else {**self.answers, fact.client_id: version}
        after = judged(self, fact.data) if fact.kind == JUDGED else self.step(fact)
        return replace(after, version=version, answers=answers)

    def fold(self, facts: Iterable[Fact]) -> Self:
        """The story after these further entries, in the order of the log."""
        story = self
        for fact in facts:
            story = story.advance(fact)
        return story


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
