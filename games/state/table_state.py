"""State of a physical game, played with the real deck: the fold of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from games.inference.deduction import count_finished_tricks
from games.inference.record import TRICK_COUNT, Slot, Spot, TableRecord, get_phase, get_trick_number, read
from games.rules.cards import Card
from games.rules.record_fields import GameOrigin
from games.rules.rulings import TABLE_RULINGS, Lead, Rulings
from games.rules.state import Seat
from games.state import table_moderation
from games.state.erasure import ERASED_NAME, ErasedPerson
from games.state.game_state import Ending, Event, GameState, HiddenCards, Mode, Status
from games.state.ledger import Change, Ledger
from games.state.moderation import ACCOUNT_ACTS, ActKind, AspectValue
from games.state.seating import DevicePlace, DeviceRole, Handover, HandoverGround, Seating, SeatRequest
from games.state.sheet import (
    BOTH_SEATS,
    LogDepth,
    Seats,
    Sheet,
    SheetKey,
    SheetKeyTuple,
    build_visible_record,
    get_tally,
)
from games.state.table_end import TableEnd
from games.state.table_events import SHEET_EVENT_KINDS, SITE, TableEventKind, get_key_and_value


@dataclass(frozen=True)
class TableState(GameState):
    """State of a physical game: its devices, its log and its end.

    ``watch`` is whether watchers are allowed, ``successor`` the code of the next game. ``best_of`` is the number of
    games of which a player has to win more than half, 0 for no such number. ``shared`` is whether the table plays a
    shared deal, which fixes the first leader. ``setup`` is the secret seed by which the players set up the printed deck
    with their phones, empty if they do not.
    """

    mode: ClassVar[Mode] = Mode.TABLE
    acts: ClassVar[frozenset[ActKind]] = frozenset(ActKind) - ACCOUNT_ACTS
    requires_accounts: ClassVar[bool] = False
    hidden_refusal: ClassVar[str] = "not_at_table"

    watch: bool = True
    seating: Seating = field(default_factory=Seating)
    ledger: Ledger = field(default_factory=Ledger)
    end: TableEnd = field(default_factory=TableEnd)
    successor: str | None = None
    best_of: int = 0
    shared: bool = False
    setup: str = ""

    @property
    def next_best_of(self) -> int:
        """Return the length of the series for the rematch."""
        return self.best_of if self.end.best_of is None else self.end.best_of

    def step(self, event: Event) -> TableState:
        """Return the state after one more entry. Raise ValueError for an unknown kind."""
        return _STEPS[TableEventKind(event.kind)](self, event)

    def build_aspect_value(self, kind: ActKind, data: Mapping[str, Any]) -> AspectValue:
        """Return the aspect that an act sets, with its new value. Raise ValueError for a kind outside ``acts``."""
        return table_moderation.build_aspect_value(self, kind, data)

    def columns(self) -> dict[str, Any]:
        """Return the columns of the game's row that repeat the state for queries, by name."""
        index = min(count_finished_tricks(self.record), TRICK_COUNT - 1)
        status = self.status
        decided_by = Ending.VOTES if self.end.ruling is None else Ending.JUDGED
        ended_by = Ending.CALLED_OFF if self.transfer.game is None else Ending.MOVED
        ending = {Status.FINISHED: decided_by, Status.CALLED_OFF: ended_by}.get(status, "")
        return {
            "names": "\n".join(self.names),
            "status": status,
            "turn": None,
            "phase": int(get_phase(index)),
            "trick": get_trick_number(index),
            "ending": ending,
            "winner": self._winner() if status is Status.FINISHED else None,
        }

    def _winner(self) -> Seat | None:
        if self.end.ruling is not None:
            return self.end.ruling[0]
        # The row is public, so it must not depend on blind cards.
        result = get_tally(self.public()).result
        return None if result is None else result.winner

    @property
    def sheet(self) -> Sheet:
        """Return the current sheet."""
        return self.ledger.sheet

    @property
    def record(self) -> TableRecord:
        """Return the record with the blind cards of both seats. It is secret until the sheet is open."""
        return build_visible_record(self.sheet, BOTH_SEATS)

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both seats."""
        return self.sheet.record.seats

    @property
    def rulings(self) -> Rulings:
        """Return the rulings of the game."""
        return self.sheet.record.rulings

    @property
    def depth(self) -> LogDepth:
        """Return the depth of the log."""
        return self.sheet.depth

    @property
    def status(self) -> Status:
        """Return the status of the game, derived from its end and its sheet; calling off takes precedence."""
        if self.called_off:
            return Status.CALLED_OFF
        if self.sheet.finished or self.end.ruling is not None:
            return Status.FINISHED
        return Status.PLAYING if self.begun else Status.WAITING

    @property
    def called_off(self) -> bool:
        """Return whether the game ended without a result: it was cancelled, or another game continues it."""
        return self.end.called_off or self.transfer.game is not None

    @property
    def over(self) -> bool:
        """Return whether the game is finished or called off."""
        return self.status in (Status.FINISHED, Status.CALLED_OFF)

    @property
    def begun(self) -> bool:
        """Return whether anything of the game is logged, apart from a leader whom the site drew or the deal fixes."""
        rulings = self.rulings
        is_given = self.shared or rulings.lead == Lead.RANDOM
        leader = self.sheet.record.leader if is_given else None
        empty = TableRecord(self.names, leader, rulings=rulings)
        return self.sheet.record != empty or bool(self.sheet.blinds or self.sheet.undead)

    @property
    def is_setup_open(self) -> bool:
        """Return whether the players can still set up the deck with their phones: neither has logged a card."""
        if self.origin is None:
            return bool(self.setup) and self.status is Status.WAITING
        return not self.over and all(change.device == SITE for change in self.ledger.history)

    @property
    def awardable(self) -> bool:
        """Return True, because a table always has a player on each seat."""
        return True

    @property
    def ended_early(self) -> bool:
        """Return whether the game was called off, ruled on or closed, so that it can be played on if it is reopened."""
        return self.transfer.game is None and bool(self.end.called_off or self.end.ruling or self.sheet.closed)

    def end_by_transfer(self) -> TableState:
        """Return the table as it is, since its status follows from the transfer."""
        return self

    @property
    def origin(self) -> GameOrigin | None:
        """Return the online game whose cards come first; None for a game that began at the table."""
        return self.sheet.record.origin

    def is_taken_over(self, slot: Slot) -> bool:
        """Return whether a slot has a card that was on the table when an online game moved here, so that it is right.

        In phase one, the blind card of a trick is taken over only with both of its other cards.
        """
        if self.origin is None:
            return False
        tricks, rest = divmod(self.origin.step, 2)
        if slot.index < tricks:
            return True
        led = slot.spot is Spot.LEAD and bool(rest)
        return slot.index == tricks and (led or slot.spot in (Spot.REVEALED, Spot.LEADER))

    @property
    def sheet_open(self) -> bool:
        """Return whether the blind cards are open: every card is logged, or both seats accepted the result.

        One device can end the game alone, by closing it or counting piles; that does not open the blind cards.
        """
        return self.sheet.finished and (self.sheet.gapless or self.end.confirmed == (True, True))

    @property
    def accepted(self) -> bool:
        """Return whether the game is finished and both seats accepted the result."""
        return self.status is Status.FINISHED and self.end.confirmed == (True, True)

    @property
    def joinable(self) -> bool:
        """Return whether another device can take a seat with the table's code."""
        return bool(self.seating.free_seats) and not self.seating.locked and not self.over

    @property
    def devices(self) -> Mapping[int, str]:
        """Return the names of the devices that are or were at the table, by device; a device that is gone has none."""
        seating = self.seating
        names = {pk: place.name or self._names_of(place.seats) for pk, place in seating.places.items()}
        return {**names, **{pk: "" for pk in seating.gone if pk not in names}}

    def seats_of(self, device: int | None) -> Seats:
        """Return the seats that a device holds."""
        return self.seating.seats_of(device)

    def had(self, device: int | None) -> bool:
        """Return whether a device holds a seat, or was at the table and is gone."""
        return bool(self.seats_of(device)) or device in self.seating.gone

    def keeps_player(self, before: TableState, seat: Seat) -> bool:
        """Return whether a seat still belongs to its device in ``before``.

        People may log in on the device, unless the seat agreed to a transfer as another user.
        """
        former, current = before.seating.users_of(seat), self.seating.users_of(seat)
        if former == current:
            return True
        return former.keys() == current.keys() and self.transfer.parties[seat] in (None, *current.values())

    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """Return whether a device may see the game: it is at the table, or the table allows watchers.

        A device that was removed or replaced cannot come back as a watcher with the same cookie.
        """
        return device in self.seating.places or (device not in self.seating.gone and self.watch)

    def has_name(self, seat: Seat, name: str) -> bool:
        """Return whether a seat is named ``name``."""
        return self.names[seat] == name

    def redact_event(self, event: Event, leaver: ErasedPerson) -> Mapping[str, Any]:
        """Return an entry's data without the names of an erased person; ``self`` is the state just after the entry."""
        data = event.data
        if "names" in data:
            return {**data, "names": leaver.replace_names(data["names"])}
        if not data.get("name"):
            return data
        seats = data.get("seats", [data.get("seat", event.seat)])
        is_own_seat = len(seats) == 1 and seats[0] in leaver.seats
        is_own_name = is_own_seat or data["name"] in leaver.names or _is_arrival(event, leaver)
        return {**data, "name": ERASED_NAME} if is_own_name else data

    def public(self) -> TableRecord:
        """Return the record without blind cards, unless the sheet is open."""
        return self.seen(None)

    def hidden(self) -> HiddenCards:
        """Return the logged blind cards, sorted by trick and seat."""
        return HiddenCards(blinds=tuple(sorted(self.sheet.blinds)))

    def secrets_of(self, device: int | None) -> Seats:
        """Return the seats whose blind cards a device may see."""
        return BOTH_SEATS if self.sheet_open else self.seats_of(device)

    def seen(self, device: int | None) -> TableRecord:
        """Return the record with the blind cards that a device may see."""
        return build_visible_record(self.sheet, self.secrets_of(device))

    def with_change(self, device: int, kind: TableEventKind, key: SheetKeyTuple, now: Any) -> TableState:
        """Return this table with a key of its sheet set, which invalidates the seats' answers on the old result."""
        return self._changed(Change(self.version + 1, device, kind, key, self.sheet.at(key), now))

    def with_names(self, names: tuple[str, str]) -> TableState:
        """Return this table with new names for its seats, and for the devices that have the old names."""
        new = {old: now for old, now in zip(self.names, names, strict=True) if old != now}
        return replace(self, seating=self.seating.renamed(new), ledger=self.ledger.named(names))

    def _changed(self, change: Change) -> TableState:
        end = self.end if change.key[0] is SheetKey.STOOD else self.end.unsaid
        transfer = self.transfer if change.key[0] is SheetKey.BLIND else self.transfer.withdrawn
        return replace(self, ledger=self.ledger.changed(change), end=end, transfer=transfer)

    def _named(self, seat: Seat, name: str) -> TableState:
        first, second = self.names
        return replace(self, ledger=self.ledger.named((name, second) if seat == 0 else (first, name)))

    def _names_of(self, seats: Seats) -> str:
        return " & ".join(self.names[seat] for seat in sorted(seats))


def _is_arrival(event: Event, leaver: ErasedPerson) -> bool:
    """Return whether an entry is the arrival of a device of the person.

    For a person without an account, every device without an account counts as theirs.
    """
    if event.kind not in (TableEventKind.PLACED, TableEventKind.ASKED_IN):
        return False
    return event.data["device"] in leaver.devices or event.data.get("user") == leaver.user


def _apply_opened(table: TableState, event: Event) -> TableState:
    data = event.data
    first, second = data["names"]
    rulings = Rulings(**data["rulings"]) if "rulings" in data else TABLE_RULINGS
    record = read({**data["record"], "seats": [first, second]}) if "record" in data else TableRecord((first, second))
    blinds = frozenset((number, seat, Card.parse(code)) for number, seat, code in data.get("blinds", ()))
    sheet = Sheet(replace(record, rulings=rulings), blinds, depth=LogDepth(data["depth"]))
    seating = replace(table.seating, host=data["host"])
    options = {
        "watch": data.get("watch", True),
        "best_of": data.get("best_of", 0),
        "shared": data.get("shared", False),
        "setup": data.get("setup", ""),
    }
    return replace(table, seating=seating, ledger=Ledger(sheet), **options)


def _apply_placed(table: TableState, event: Event) -> TableState:
    """Return the table with a device placed. A device with a name and a single seat gives the seat its name."""
    data = event.data
    place = DevicePlace(frozenset(data["seats"]), DeviceRole(data["role"]), data["name"], data.get("user"))
    if place.name and len(place.seats) == 1:
        table = table._named(min(place.seats), place.name)
    handovers = _build_handovers(table, data["device"], place, data.get("ground"))
    return replace(table, seating=table.seating.handed_over(data["device"], place, handovers, data.get("claimant")))


def _build_handovers(table: TableState, device: int, place: DevicePlace, ground: str | None) -> Iterator[Handover]:
    """Yield the handovers of the seats that are new to a device.

    A new seat is a handover if another device holds it, if a ``ground`` is given, or if blind cards are logged for it,
    which the device can then see.
    """
    for seat in sorted(place.seats - table.seats_of(device)):
        blinds = sum(owner == seat for _number, owner, _card in table.sheet.blinds)
        default = HandoverGround.AGREED if table.seating.holders(seat) else HandoverGround.FREE
        if table.seating.holders(seat) or blinds or ground is not None:
            yield Handover(table.version + 1, seat, default if ground is None else HandoverGround(ground), blinds)


def _apply_removed(table: TableState, event: Event) -> TableState:
    away = event.data.get("ground") == HandoverGround.AWAY
    return replace(table, seating=table.seating.removed(event.data["device"], away))


def _apply_locked(table: TableState, event: Event) -> TableState:
    return replace(table, seating=replace(table.seating, locked=event.data["locked"]))


def _apply_seat_requested(table: TableState, event: Event) -> TableState:
    request = SeatRequest(event.data["seat"], event.data["name"])
    return replace(table, seating=table.seating.asked(event.data["device"], request))


def _apply_request_declined(table: TableState, event: Event) -> TableState:
    return replace(table, seating=table.seating.answered(event.data["device"]))


def _apply_named(table: TableState, event: Event) -> TableState:
    return table._named(event.seat or 0, event.data["name"])


def _apply_changed(table: TableState, event: Event) -> TableState:
    key, now = get_key_and_value(event)
    return table.with_change(event.data["device"], TableEventKind(event.kind), key, now)


def _apply_undone(table: TableState, event: Event) -> TableState:
    ledger, reverting = table.ledger.undone(event.data["number"], table.version + 1, event.data["device"])
    return replace(table, ledger=ledger)._changed(reverting)


def _apply_confirmed(table: TableState, event: Event) -> TableState:
    return replace(table, end=table.end.said(event.seat or 0, event.data["accept"]))


def _apply_rematch(table: TableState, event: Event) -> TableState:
    return replace(table, end=table.end.wished(event.seat or 0, event.data["accept"], event.data.get("best_of")))


def _apply_succeeded(table: TableState, event: Event) -> TableState:
    end = table.end
    if True not in end.again:
        end = replace(end, best_of=event.data.get("best_of"))
    return replace(table, successor=event.data["game"], end=end)


def _apply_called_off(table: TableState, event: Event) -> TableState:
    return replace(table, end=replace(table.end, called_off=True))


_STEPS: dict[TableEventKind, Callable[[TableState, Event], TableState]] = {
    TableEventKind.OPENED: _apply_opened,
    TableEventKind.PLACED: _apply_placed,
    TableEventKind.REMOVED: _apply_removed,
    TableEventKind.LOCKED: _apply_locked,
    TableEventKind.ASKED_IN: _apply_seat_requested,
    TableEventKind.TURNED_AWAY: _apply_request_declined,
    TableEventKind.NAMED: _apply_named,
    TableEventKind.UNDONE: _apply_undone,
    TableEventKind.CONFIRMED: _apply_confirmed,
    TableEventKind.REMATCH: _apply_rematch,
    TableEventKind.SUCCEEDED: _apply_succeeded,
    TableEventKind.CALLED_OFF: _apply_called_off,
    **dict.fromkeys(SHEET_EVENT_KINDS, _apply_changed),
}
