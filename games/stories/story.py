"""What every kind of game has in common: it is the fold of its log, a pure value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from games.rules.logged.slots import TableRecord
from games.rules.state import Seat
from games.stories.act_kinds import ActKind
from games.stories.hidden import Hidden
from games.stories.leaver import ERASED, Leaver
from games.stories.sheet import NOBODY, Seats
from games.stories.status import Mode
from games.stories.verdicts import JUDGED, Notice, Setting, Verdict

if TYPE_CHECKING:
    from datetime import datetime


class Fact(NamedTuple):
    """What a log entry says, before or after it is stored. ``at`` is the moment of its row; None before it has one."""

    kind: str
    seat: Seat | None = None
    data: Mapping[str, Any] = MappingProxyType({})
    client_id: str | None = None
    actor_id: int | None = None
    at: datetime | None = None

    @property
    def rewrites(self) -> bool:
        """Whether earlier entries were changed with this one, so that a story has to be folded from the first."""
        return self.kind == ERASED


@dataclass(frozen=True)
class Story(ABC):
    """A game after ``version`` entries. ``answers`` tells which entry a client's id led to.

    ``verdicts`` are what moderators did to it, ``notice`` is the last that its players are told of; while it is
    ``frozen`` nobody plays on.
    """

    mode: ClassVar[Mode]
    acts: ClassVar[frozenset[ActKind]]
    """What moderators can do to a game of this kind."""
    every_seat_an_account: ClassVar[bool]
    shut: ClassVar[str]
    """What whoever may not see it is told, as the code of a refusal."""

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
        """What a moderator's act sets, and to what. ValueError for kinds that are not among ``acts``."""

    @abstractmethod
    def columns(self) -> dict[str, Any]:
        """The columns of the game's row that repeat the story for queries."""

    def columns_since(self, before: Self) -> dict[str, Any]:
        """Those of ``columns`` that may differ from what an earlier story of the same game had."""
        return self.columns()

    @property
    @abstractmethod
    def names(self) -> tuple[str, str]:
        """The names of both seats; a free one may have none."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether it ended, in whatever way."""

    @property
    @abstractmethod
    def awardable(self) -> bool:
        """Whether there is somebody on each seat to win it or lose it."""

    @property
    @abstractmethod
    def ended_early(self) -> bool:
        """Of a game that is over: whether it could go on."""

    @abstractmethod
    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """Whether a person, or a device at its table, may see it."""

    def unknown_to(self, user: int | None) -> bool:
        """Whether its code must look like none at all to a person."""
        return False

    @abstractmethod
    def goes_by(self, seat: Seat, name: str) -> bool:
        """Whether a seat goes by a name that its account had."""

    @abstractmethod
    def public(self) -> TableRecord:
        """The game as everybody may know it, in the shape of a logged one."""

    @abstractmethod
    def hidden(self) -> Hidden:
        """The cards that not everybody may know."""

    @abstractmethod
    def unnamed(self, fact: Fact, leaver: Leaver) -> Mapping[str, Any]:
        """What an entry says without the name of somebody who left; ``self`` is the story just after it."""

    @property
    def devices(self) -> Mapping[int, str]:
        """The devices that are or were at its table, and what each is called."""
        return {}

    def seats_of(self, device: int | None) -> Seats:
        """The seats that a device holds."""
        return NOBODY

    def had(self, device: int | None) -> bool:
        """Whether a device has or had a place at its table."""
        return False

    def advance(self, fact: Fact) -> Self:
        """The story after one more entry."""
        version = self.version + 1
        answers = self.answers if fact.client_id is None else {**self.answers, fact.client_id: version}
        return self._after(fact).changed(version=version, answers=answers)

    def changed(self, **changes: Any) -> Self:
        """As ``dataclasses.replace``, in a tenth of its time; a name that is no field of a story is a TypeError."""
        there = self.__dict__
        values = there | changes
        if len(values) > len(there):
            raise TypeError(f"no fields of a story: {changes.keys() - there.keys()}")
        after = object.__new__(type(self))
        # Given whole: to fill the one that is there takes twice as long.
        object.__setattr__(after, "__dict__", values)
        return after

    def _after(self, fact: Fact) -> Self:
        if fact.kind == JUDGED:
            return self._judged(fact.data)
        return self if fact.rewrites else self.step(fact)

    def fold(self, facts: Iterable[Fact]) -> Self:
        """The story after these further entries, in the order of the log."""
        story = self
        for fact in facts:
            story = story.advance(fact)
        return story

    def verdict(self, act: int) -> Verdict | None:
        """What an act left in the story."""
        return next((one for one in self.verdicts if one.act == act), None)

    def _judged(self, data: Mapping[str, Any]) -> Self:
        """The story after an act; it was checked when it was appended. A look at hidden cards changes nothing."""
        kind = ActKind(data["what"])
        if kind is ActKind.REVEAL:
            return self
        story = replace(self, notice=Notice(data["act"], kind, data["why"], data))
        return story._undone(data["undoes"]) if kind is ActKind.UNDO else story._set(kind, data)

    def _set(self, kind: ActKind, data: Mapping[str, Any]) -> Self:
        setting = self.setting(kind, data)
        aspect = setting.aspect
        after: Self = aspect.put(self, setting.value)
        verdict = Verdict(data["act"], kind, aspect, aspect.get(self), aspect.get(after))
        return replace(after, verdicts=(*self.verdicts, verdict))

    def _undone(self, act: int) -> Self:
        verdict = self.verdict(act)
        if verdict is None:
            raise ValueError("an act that this game knows nothing of")
        verdicts = tuple(replace(one, undone=True) if one is verdict else one for one in self.verdicts)
        before: Self = verdict.aspect.put(self, verdict.before)
        return replace(before, verdicts=verdicts)
