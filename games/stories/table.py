"""A game played with the real deck as the fold of its log: pure values, no database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from games.rules.logged.inference import tricks_over
from games.rules.logged.slots import TRICKS, TableRecord, number_of, phase_of
from games.rules.rulings import AT_TABLE, Lead, Rulings
from games.rules.state import Seat
from games.stories import table_verdicts
from games.stories.act_kinds import ON_ACCOUNTS, ActKind
from games.stories.end import End
from games.stories.hidden import Hidden
from games.stories.leaver import NAMELESS, Leaver
from games.stories.ledger import Change, Ledger
from games.stories.seating import Asking, Place, Role, Seating
from games.stories.sheet import BOTH, Depth, Key, Seats, Sheet, What, seen, tallied
from games.stories.status import Ending, Mode, Status
from games.stories.story import Fact, Story
from games.stories.table_kinds import CHANGES, TableKind, key_set_by
from games.stories.verdicts import Setting


@dataclass(frozen=True)
class Table(Story):
    """A physical game: the devices at the table, what they logged, and the end."""

    mode: ClassVar[Mode] = Mode.TABLE
    acts: ClassVar[frozenset[ActKind]] = frozenset(ActKind) - ON_ACCOUNTS
    every_seat_an_account: ClassVar[bool] = False
    shut: ClassVar[str] = "not_at_table"

    watch: bool = True
    seating: Seating = field(default_factory=Seating)
    ledger: Ledger = field(default_factory=Ledger)
    end: End = field(default_factory=End)
    successor: str | None = None

    def step(self, fact: Fact) -> Table:
        return _STEPS[TableKind(fact.kind)](self, fact)

    def setting(self, kind: ActKind, data: Mapping[str, Any]) -> Setting:
        return table_verdicts.set_by(self, kind, data)

    def columns(self) -> dict[str, Any]:
        at = min(tricks_over(self.record), TRICKS - 1)
        status = self.status
        end = Ending.VOTES if self.end.ruling is None else Ending.JUDGED
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
        if self.end.ruling is not None:
            return self.end.ruling[0]
        # A row that others read must not depend on a secret.
        result = tallied(self.public()).result
        return None if result is None else result.winner

    @property
    def sheet(self) -> Sheet:
        return self.ledger.sheet

    @property
    def record(self) -> TableRecord:
        """Everything that was logged, the blind cards of both seats included: never show it to anybody."""
        return seen(self.sheet, BOTH)

    @property
    def names(self) -> tuple[str, str]:
        return self.sheet.record.seats

    @property
    def rulings(self) -> Rulings:
        return self.sheet.record.rulings

    @property
    def depth(self) -> Depth:
        return self.sheet.depth

    @property
    def status(self) -> Status:
        if self.end.called_off:
            return Status.CALLED_OFF
        if self.sheet.finished or self.end.ruling is not None:
            return Status.FINISHED
        return Status.PLAYING if self.begun else Status.WAITING

    @property
    def over(self) -> bool:
        return self.status in (Status.FINISHED, Status.CALLED_OFF)

    @property
    def begun(self) -> bool:
        """Whether anything of the game itself is logged, beside a leader that was drawn by lot."""
        rulings = self.rulings
        leader = self.sheet.record.leader if rulings.lead == Lead.RANDOM else None
        empty = TableRecord(self.names, leader, rulings=rulings)
        return self.sheet.record != empty or bool(self.sheet.blinds or self.sheet.undead)

    @property
    def awardable(self) -> bool:
        return True

    @property
    def ended_early(self) -> bool:
        return bool(self.end.called_off or self.end.ruling or self.sheet.closed)

    @property
    def sheet_open(self) -> bool:
        """Whether the blind cards are shown to all: the game is logged without a gap, or both accepted its end.

        An end that one device could bring about alone, by closing the game or by counting piles, opens nothing.
        """
        return self.sheet.finished and (self.sheet.gapless or self.end.confirmed == (True, True))

    @property
    def joinable(self) -> bool:
        """Whether another device can take a seat with the table's code."""
        return bool(self.seating.free_seats) and not self.seating.locked and not self.over

    @property
    def devices(self) -> Mapping[int, str]:
        seating = self.seating
        at = {pk: place.name or self._names_of(place.seats) for pk, place in seating.places.items()}
        return {**at, **{pk: "" for pk in seating.gone if pk not in at}}

    def seats_of(self, device: int | None) -> Seats:
        return self.seating.seats_of(device)

    def had(self, device: int | None) -> bool:
        return bool(self.seats_of(device)) or device in self.seating.gone

    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """The devices at the table, and others where it allows watchers. Who was sent away or replaced does not come
        back as a watcher by the same cookie."""
        return device in self.seating.places or (device not in self.seating.gone and self.watch)

    def goes_by(self, seat: Seat, name: str) -> bool:
        return self.names[seat] == name

    def unnamed(self, fact: Fact, leaver: Leaver) -> Mapping[str, Any]:
        data = fact.data
        if "names" in data:
            return {**data, "names": leaver.both(data["names"])}
        if not data.get("name"):
            return data
        seats = data.get("seats", [data.get("seat", fact.seat)])
        sat = len(seats) == 1 and seats[0] in leaver.seats
        theirs = sat or data["name"] in leaver.names or _came(fact, leaver)
        return {**data, "name": NAMELESS} if theirs else data

    def public(self) -> TableRecord:
        return self.seen(None)

    def hidden(self) -> Hidden:
        return Hidden(blinds=tuple(sorted(self.sheet.blinds)))

    def secrets_of(self, device: int | None) -> Seats:
        """The seats whose blind cards a device may see."""
        return BOTH if self.sheet_open else self.seats_of(device)

    def seen(self, device: int | None) -> TableRecord:
        """The record as a device may know it."""
        return seen(self.sheet, self.secrets_of(device))

    def with_change(self, device: int, kind: TableKind, key: Key, now: Any) -> Table:
        """This table with a key of its sheet set; an accepted result is one of another sheet afterwards."""
        return self._changed(Change(self.version + 1, device, kind, key, self.sheet.at(key), now))

    def with_names(self, names: tuple[str, str]) -> Table:
        """This table with these names for its seats, on the devices that go by the old ones too."""
        new = {old: now for old, now in zip(self.names, names, strict=True) if old != now}
        return replace(self, seating=self.seating.renamed(new), ledger=self.ledger.named(names))

    def _changed(self, change: Change) -> Table:
        end = self.end if change.key[0] is What.STOOD else self.end.unsaid
        return replace(self, ledger=self.ledger.changed(change), end=end)

    def _named(self, seat: Seat, name: str) -> Table:
        first, second = self.names
        return replace(self, ledger=self.ledger.named((name, second) if seat == 0 else (first, name)))

    def _names_of(self, seats: Seats) -> str:
        return " & ".join(self.names[seat] for seat in sorted(seats))


def _came(fact: Fact, leaver: Leaver) -> bool:
    """Whether an entry brought a device of theirs to the table, or one without an account where they have none."""
    if fact.kind not in (TableKind.PLACED, TableKind.ASKED_IN):
        return False
    return fact.data["device"] in leaver.devices or fact.data.get("user") == leaver.user


def _opened(table: Table, fact: Fact) -> Table:
    data = fact.data
    first, second = data["names"]
    rulings = Rulings(**data["rulings"]) if "rulings" in data else AT_TABLE
    sheet = Sheet(TableRecord((first, second), rulings=rulings), depth=Depth(data["depth"]))
    seating = replace(table.seating, host=data["host"])
    return replace(table, watch=data.get("watch", True), seating=seating, ledger=Ledger(sheet))


def _placed(table: Table, fact: Fact) -> Table:
    """Who takes one seat under a name gives the seat that name."""
    data = fact.data
    place = Place(frozenset(data["seats"]), Role(data["role"]), data["name"], data.get("user"))
    if place.name and len(place.seats) == 1:
        table = table._named(min(place.seats), place.name)
    return replace(table, seating=table.seating.seated(data["device"], place))


def _removed(table: Table, fact: Fact) -> Table:
    return replace(table, seating=table.seating.removed(fact.data["device"]))


def _locked(table: Table, fact: Fact) -> Table:
    return replace(table, seating=replace(table.seating, locked=fact.data["locked"]))


def _asked_in(table: Table, fact: Fact) -> Table:
    asking = Asking(fact.data["seat"], fact.data["name"])
    return replace(table, seating=table.seating.asked(fact.data["device"], asking))


def _turned_away(table: Table, fact: Fact) -> Table:
    return replace(table, seating=table.seating.answered(fact.data["device"]))


def _named(table: Table, fact: Fact) -> Table:
    return table._named(fact.seat or 0, fact.data["name"])


def _changed(table: Table, fact: Fact) -> Table:
    key, now = key_set_by(fact)
    return table.with_change(fact.data["device"], TableKind(fact.kind), key, now)


def _undone(table: Table, fact: Fact) -> Table:
    ledger, back = table.ledger.undone(fact.data["number"], table.version + 1, fact.data["device"])
    return replace(table, ledger=ledger)._changed(back)


def _confirmed(table: Table, fact: Fact) -> Table:
    return replace(table, end=table.end.said(fact.seat or 0, fact.data["accept"]))


def _rematch(table: Table, fact: Fact) -> Table:
    return replace(table, end=table.end.wished(fact.seat or 0, fact.data["accept"]))


def _succeeded(table: Table, fact: Fact) -> Table:
    return replace(table, successor=fact.data["game"])


def _called_off(table: Table, fact: Fact) -> Table:
    return replace(table, end=replace(table.end, called_off=True))


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
    TableKind.REMATCH: _rematch,
    TableKind.SUCCEEDED: _succeeded,
    TableKind.CALLED_OFF: _called_off,
    **dict.fromkeys(CHANGES, _changed),
}
