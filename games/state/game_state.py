"""State of a game: its mode, status, ending and hidden cards, and the base class of the states of both modes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from games.inference.record import TableRecord
from games.rules.cards import Card
from games.rules.state import Cards, Seat, SeatCards
from games.state.erasure import ERASED_KIND, ErasedPerson
from games.state.moderation import MODERATED_KIND, ActKind, AspectValue, Notice, Verdict
from games.state.sheet import BOTH_SEATS, NO_SEATS, Seats
from games.state.transfer import NO_TRANSFER, Transfer, TransferEventKind

if TYPE_CHECKING:
    from datetime import datetime


class Mode(StrEnum):
    """Mode of a game: online, or at a table with the real deck."""

    ONLINE = "online"
    TABLE = "table"


class Status(StrEnum):
    """Status of a game between its invitation and its end."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


class Ending(StrEnum):
    """Way in which a game ended."""

    VOTES = "votes"
    RESIGNED = "resigned"
    AWAY = "away"
    TIME = "time"
    CALLED_OFF = "called_off"
    JUDGED = "judged"
    MOVED = "moved"


# Hidden cards are never part of a view: only a moderator's ``reveal`` shows them.


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """Hands, follower piles and deck of a match, or the blind cards logged at a table, by trick number and seat."""

    hands: SeatCards = ((), ())
    followers: SeatCards = ((), ())
    deck: Cards = ()
    blinds: tuple[tuple[int, Seat, Card], ...] = ()


# The state of every game is the fold of its log, a pure value.

_TRANSFER_KINDS = frozenset(TransferEventKind)


class Event(NamedTuple):
    """Content of a log entry. ``at`` is the timestamp of its row; None until it is stored."""

    kind: str
    seat: Seat | None = None
    data: Mapping[str, Any] = MappingProxyType({})
    client_id: str | None = None
    actor_id: int | None = None
    at: datetime | None = None

    @property
    def is_rewrite(self) -> bool:
        """Return whether earlier entries were rewritten with this one, so that the whole log must be folded anew."""
        return self.kind == ERASED_KIND


@dataclass(frozen=True)
class GameState(ABC):
    """State of a game after ``version`` entries.

    ``answers`` maps the client ids of messages to the numbers of the entries that they led to. ``verdicts`` are the
    acts of moderators on the game, ``notice`` the last act that its players are notified of. While the game is
    ``frozen``, no card can be played. A game whose ``transfer`` is done goes on as another game of the other mode.
    """

    mode: ClassVar[Mode]
    acts: ClassVar[frozenset[ActKind]]
    """Acts that moderators can do on a game of this kind."""
    requires_accounts: ClassVar[bool]
    hidden_refusal: ClassVar[str]
    """Code with which a person who may not see the game is refused."""

    game_id: int
    code: str
    version: int = 0
    answers: Mapping[str, int] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    notice: Notice | None = None
    frozen: bool = False
    transfer: Transfer = NO_TRANSFER

    @abstractmethod
    def step(self, event: Event) -> Self:
        """Return the state with the content of an entry applied. The entry was validated when it was appended."""

    @abstractmethod
    def build_aspect_value(self, kind: ActKind, data: Mapping[str, Any]) -> AspectValue:
        """Return the aspect that an act sets, with its new value. Raise ValueError for a kind outside ``acts``."""

    @abstractmethod
    def columns(self) -> dict[str, Any]:
        """Return the columns of the game's row that repeat the state for queries, by name."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, str]:
        """Return the names of both seats; a free seat may have none."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Return whether the game has ended."""

    @property
    @abstractmethod
    def awardable(self) -> bool:
        """Return whether both seats are taken, so that a seat can win or lose the game."""

    @property
    @abstractmethod
    def ended_early(self) -> bool:
        """Return whether the game can be played on if it is over and a moderator reopens it."""

    @abstractmethod
    def keeps_player(self, before: Self, seat: Seat) -> bool:
        """Return whether a seat still belongs to its player in ``before``, who may have agreed to a transfer."""

    @abstractmethod
    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """Return whether a person, or a device at its table, may see the game."""

    def is_hidden_from(self, user: int | None) -> bool:
        """Return whether the game must appear not to exist to a person."""
        return False

    @abstractmethod
    def has_name(self, seat: Seat, name: str) -> bool:
        """Return whether a seat shows ``name``, which is a name of its account."""

    @abstractmethod
    def public(self) -> TableRecord:
        """Return the public record of the game, in the form of a logged game."""

    @abstractmethod
    def hidden(self) -> HiddenCards:
        """Return the hidden cards."""

    @abstractmethod
    def redact_event(self, event: Event, leaver: ErasedPerson) -> Mapping[str, Any]:
        """Return an entry's data without the name of an erased person; ``self`` is the state just after the entry."""

    @property
    def devices(self) -> Mapping[int, str]:
        """Return the names of the devices that are or were at the table, by device."""
        return {}

    def seats_of(self, device: int | None) -> Seats:
        """Return the seats that a device holds."""
        return NO_SEATS

    def had(self, device: int | None) -> bool:
        """Return whether a device has or had a place at the table."""
        return False

    def advance(self, event: Event) -> Self:
        """Return the state after one more entry, which increments the version."""
        version = self.version + 1
        answers = self.answers if event.client_id is None else {**self.answers, event.client_id: version}
        after = self._after(event)
        transfer = after.transfer
        if transfer is not NO_TRANSFER and not all(after.keeps_player(self, seat) for seat in BOTH_SEATS):
            transfer = transfer.withdrawn
        return after.changed(version=version, answers=answers, transfer=transfer)

    def changed(self, **changes: Any) -> Self:
        """Return a copy with fields replaced, faster than ``dataclasses.replace``.

        Raise TypeError for an unknown field.
        """
        fields = self.__dict__
        values = fields | changes
        if len(values) > len(fields):
            raise TypeError(f"no fields of a state: {changes.keys() - fields.keys()}")
        after = object.__new__(type(self))
        # Replacing ``__dict__`` as a whole is faster than filling it.
        object.__setattr__(after, "__dict__", values)
        return after

    def _after(self, event: Event) -> Self:
        if event.kind == MODERATED_KIND:
            return self._apply_act(event.data)
        if event.kind in _TRANSFER_KINDS:
            after = self.changed(transfer=self.transfer.apply(event.kind, event.seat, event.data))
            return after if after.transfer.game is None else after.end_by_transfer()
        return self if event.is_rewrite else self.step(event)

    @abstractmethod
    def end_by_transfer(self) -> Self:
        """Return the state without a result, since another game continues this one."""

    def fold(self, events: Iterable[Event]) -> Self:
        """Return the state after more entries, given in the order of the log."""
        state = self
        for event in events:
            state = state.advance(event)
        return state

    def verdict(self, act: int) -> Verdict | None:
        """Return the verdict of an act on this game; None without one."""
        return next((verdict for verdict in self.verdicts if verdict.act == act), None)

    def build_notice(self, act: int, kind: ActKind, why: str, data: Mapping[str, Any]) -> Notice:
        """Return the notice of an act on this game."""
        undone = self.verdict(data["undoes"]) if kind is ActKind.UNDO else None
        return Notice(act, kind, why, data, None if undone is None else undone.kind)

    def _apply_act(self, data: Mapping[str, Any]) -> Self:
        """Return the state after a moderator's act. ``REVEAL`` changes nothing."""
        kind = ActKind(data["what"])
        if kind is ActKind.REVEAL:
            return self
        state = replace(self, notice=self.build_notice(data["act"], kind, data["why"], data))
        return state._undo_act(data["undoes"]) if kind is ActKind.UNDO else state._set_aspect(kind, data)

    def _set_aspect(self, kind: ActKind, data: Mapping[str, Any]) -> Self:
        aspect_value = self.build_aspect_value(kind, data)
        aspect = aspect_value.aspect
        after: Self = aspect.put(self, aspect_value.value)
        verdict = Verdict(data["act"], kind, aspect, aspect.get(self), aspect.get(after))
        return replace(after, verdicts=(*self.verdicts, verdict))

    def _undo_act(self, act: int) -> Self:
        verdict = self.verdict(act)
        if verdict is None:
            raise ValueError("an act that this game knows nothing of")
        verdicts = tuple(replace(other, undone=True) if other is verdict else other for other in self.verdicts)
        before: Self = verdict.aspect.put(self, verdict.before)
        return replace(before, verdicts=verdicts)
