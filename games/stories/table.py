"""A game played with the real deck as the fold of its log: pure values, no database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules.logged.inference import tricks_over
from games.rules.logged.slots import TRICKS, Slot, TableRecord, number_of, phase_of
from games.rules.state import Seat
from games.stories import table_verdicts
from games.stories.act_kinds import ActKind
from games.stories.ledger import Change, Correction, set_key
from games.stories.seating import Asking, Place, Role, seated, without
from games.stories.sheet import BOTH, NOBODY, Depth, Seats, Sheet, seen, tallied
from games.stories.status import Ending, Status
from games.stories.story import Fact, Story
from games.stories.table_kinds import CHANGES, TableKind, setting
from games.stories.verdicts import Setting


def _blank() -> Sheet:
    return Sheet(TableRecord(("", "")))


@dataclass(frozen=True, slots=True)
class Table(Story):
    """A physical game: the devices at the table and what they logged.

    ``gone`` says why a device that was at the table is not any more. ``authors`` are the devices that logged a slot.
    ``ruling`` holds the winner where a moderator decided the game.
    """

    host: int | None = None
    watch: bool = True
    places: Mapping[int, Place] = field(default_factory=dict)
    gone: Mapping[int, str] = field(default_factory=dict)
    requests: Mapping[int, Asking] = field(default_factory=dict)
    locked: bool = False
    sheet: Sheet = field(default_factory=_blank)
    history: tuple[Change, ...] = ()
    corrections: tuple[Correction, ...] = ()
    authors: Mapping[Slot, int] = field(default_factory=dict)
    confirmed: tuple[bool | None, bool | None] = (None, None)
    called_off: bool = False
    ruling: tuple[Seat | None] | None = None
    successor: str | None = None

    def step(self, fact: Fact) -> Table:
        return _STEPS[TableKind(fact.kind)](self, fact)

    def setting(self, kind: ActKind, data: Mapping[str, Any]) -> Setting:
        return table_verdicts.setting(self, kind, data)

    def columns(self) -> dict[str, Any]:
        at = min(tricks_over(self.record), TRICKS - 1)
        status = self.status
        end = Ending.VOTES if self.ruling is None else Ending.JUDGED
        ending = {Status.FINISHED: end, Status.CALLED_OFF: Ending.CALLED_OFF}.get(status, "")
        return {
            "names": "\n".join(self.names),
            "status": status,
            "turn": None,
            "phase": int(phase_of(at)),
            "trick": number_of(at),
            "ending": ending,
            "winner": self._winner() if status is Status.FINISHED else None,
        }

    def _winner(self) -> Seat | None:
        if self.ruling is not None:
            return self.ruling[0]
        # A row that others read must not depend on a secret.
        result = tallied(seen(self.sheet, self.secrets_of(None))).result
        return None if result is None else result.winner

    @property
    def record(self) -> TableRecord:
        """Everything that was logged, the blind cards of both seats included: never show it to anybody."""
        return seen(self.sheet, BOTH)

    @property
    def names(self) -> tuple[str, str]:
        return self.sheet.record.seats

    @property
    def depth(self) -> Depth:
        return self.sheet.depth

    @property
    def status(self) -> Status:
        if self.called_off:
            return Status.CALLED_OFF
        if self.sheet.finished or self.ruling is not None:
            return Status.FINISHED
        return Status.PLAYING if self.begun else Status.WAITING

    @property
    def over(self) -> bool:
        return self.status in (Status.FINISHED, Status.CALLED_OFF)

    @property
    def begun(self) -> bool:
        """Whether anything of the game itself is logged."""
        empty = TableRecord(self.names)
        return self.sheet.record != empty or bool(self.sheet.blinds or self.sheet.undead)

    @property
    def sheet_open(self) -> bool:
        """Whether the blind cards are shown to all: the game is logged without a gap, or both accepted its end.

        An end that one device could bring about alone, by closing the game or by counting piles, opens nothing.
        """
        return self.sheet.finished and (self.sheet.gapless or self.confirmed == (True, True))

    @property
    def free_seats(self) -> Seats:
        """The seats that no device holds."""
        return BOTH - frozenset(seat for place in self.places.values() for seat in place.seats)

    @property
    def joinable(self) -> bool:
        """Whether another device can take a seat with the table's code."""
        return bool(self.free_seats) and not self.locked and not self.over

    def seats_of(self, device: int | None) -> Seats:
        """The seats that a device holds; none for displays, watchers and strangers."""
        place = None if device is None else self.places.get(device)
        return NOBODY if place is None else place.seats

    def secrets_of(self, device: int | None) -> Seats:
        """The seats whose blind cards a device may see."""
        return BOTH if self.sheet_open else self.seats_of(device)

    def place_with(self, device: int, seat: Seat, user: int | None) -> Place:
        """The place that a device has once it has this seat too."""
        had = self.places.get(device)
        seats = (had.seats if had else NOBODY) | {seat}
        return Place(seats, Role.PLAYER, had.name if had else "", user)

    def holders(self, seat: Seat) -> tuple[int, ...]:
        """The devices that hold a seat."""
        return tuple(device for device, place in self.places.items() if seat in place.seats)

    def seen(self, device: int | None) -> TableRecord:
        """The record as a device may know it."""
        return seen(self.sheet, self.secrets_of(device))

    def change(self, number: int) -> Change | None:
        """The change that an entry made, as far back as the history goes."""
        return next((change for change in reversed(self.history) if change.number == number), None)


def _opened(table: Table, fact: Fact) -> Table:
    data = fact.data
    first, second = data["names"]
    sheet = Sheet(TableRecord((first, second)), depth=Depth(data["depth"]))
    return replace(table, host=data["host"], watch=data.get("watch", True), sheet=sheet)


def _placed(table: Table, fact: Fact) -> Table:
    data, device = fact.data, fact.data["device"]
    place = Place(frozenset(data["seats"]), Role(data["role"]), data["name"], data.get("user"))
    return seated(_renamed(table, place), device, place)


def _removed(table: Table, fact: Fact) -> Table:
    device = fact.data["device"]
    gone = {**table.gone, device: "removed"}
    return replace(table, places=without(table.places, device), requests=without(table.requests, device), gone=gone)


def _locked(table: Table, fact: Fact) -> Table:
    return replace(table, locked=fact.data["locked"])


def _asked_in(table: Table, fact: Fact) -> Table:
    asking = Asking(fact.data["seat"], fact.data["name"])
    return replace(table, requests={**table.requests, fact.data["device"]: asking})


def _turned_away(table: Table, fact: Fact) -> Table:
    return replace(table, requests=without(table.requests, fact.data["device"]))


def _named(table: Table, fact: Fact) -> Table:
    return _with_name(table, fact.seat or 0, fact.data["name"])


def _renamed(table: Table, place: Place) -> Table:
    """Who takes one seat under a name gives the seat that name."""
    if not place.name or len(place.seats) != 1:
        return table
    return _with_name(table, min(place.seats), place.name)


def _with_name(table: Table, seat: Seat, name: str) -> Table:
    first, second = table.names
    names = (name, second) if seat == 0 else (first, name)
    return replace(table, sheet=replace(table.sheet, record=replace(table.sheet.record, seats=names)))


def _changed(table: Table, fact: Fact) -> Table:
    """Any entry that sets a key of the sheet; an accepted result is one of another sheet afterwards."""
    key, now = setting(fact)
    return set_key(
        table, Change(table.version + 1, fact.data["device"], TableKind(fact.kind), key, table.sheet.at(key), now)
    )


def _undone(table: Table, fact: Fact) -> Table:
    taken = table.change(fact.data["number"])
    if taken is None:
        raise ValueError("an entry that is not in the history")
    history = tuple(replace(one, undone=True) if one is taken else one for one in table.history)
    table = replace(table, history=history)
    number, device = table.version + 1, fact.data["device"]
    return set_key(table, Change(number, device, TableKind.UNDONE, taken.key, taken.now, taken.was, undone=True))


def _confirmed(table: Table, fact: Fact) -> Table:
    first, second = table.confirmed
    accept = fact.data["accept"]
    return replace(table, confirmed=(accept, second) if fact.seat == 0 else (first, accept))


def _succeeded(table: Table, fact: Fact) -> Table:
    return replace(table, successor=fact.data["game"])


def _called_off(table: Table, fact: Fact) -> Table:
    return replace(table, called_off=True)


_STEPS: dict[TableKind, Callable[[Table, Fact], Table]] = {
    TableKind.OPENED: _opened,
    TableKind.PLACED: _placed,
    TableKind.REMOVED: _removed,
    TableKind.LOCKED: _locked,
    TableKind.ASKED_IN: _asked_in,
    TableKind.TURNED_AWAY: _turned_away,
    TableKind.NAMED: _named,
    TableKind.UNDONE: _undone,
    TableKind.CONFIRMED: _confirmed,
    TableKind.SUCCEEDED: _succeeded,
    TableKind.CALLED_OFF: _called_off,
    **dict.fromkeys(CHANGES, _changed),
}
